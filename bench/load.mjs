import { connect } from "node:net";
import { follow, readBeginning, statusOf } from "./plan.mjs";

const BUFFER_BYTES = 256 * 1024;
const OPENED_AT_ONCE = 100;
const VERIFY_EVERY = 1_000;
/** No response takes longer: missing ones are counted as broken. */
const PATIENCE_MS = 15_000;

/**
 * Sends a plan's requests over some connections, one at a time on each, for a duration or up to a number,
 * whichever comes first. Durations are in milliseconds; `withTimes` returns each of them. `broken` counts
 * connections that ended while waiting for a response, `wrong` the checked responses that differed from the
 * first; `bytes` is the length of all responses, headers included. `busy` is the share of its core that the
 * generator itself used: close to 1, the generator was the bottleneck.
 */
export async function generate(load) {
  const { port, connections, plan, ms = Infinity, count = Infinity, withTimes = false } = load;
  const { places, next } = follow(plan);
  const shared = {
    port,
    buffer: Buffer.allocUnsafe(BUFFER_BYTES),
    lengths: new Int32Array(places),
  };
  const verify = plan.kind === "same" ? createVerifier() : () => true;
  const statuses = {};
  const times = [];
  let sent = 0;
  let bytes = 0;
  let broken = 0;
  let wrong = 0;
  let lastAt = 0;
  let until = Infinity;
  let inFlight = 0;
  let allDone = () => undefined;
  const done = new Promise((resolve) => {
    allDone = resolve;
  });

  const open = () => {
    let sentAt = 0;
    const sendNext = (now) => {
      if (sent >= count || now >= until || !connection.isOpen()) {
        if (inFlight === 0) allDone();
        return;
      }
      sent += 1;
      inFlight += 1;
      sentAt = now;
      connection.send(next());
    };
    const onResponse = (status, size, text) => {
      bytes += size;
      lastAt = performance.now();
      times.push(lastAt - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (times.length % VERIFY_EVERY === 1 && text !== undefined && !verify(text)) wrong += 1;
      inFlight -= 1;
      sendNext(lastAt);
    };
    const onBroken = () => {
      broken += 1;
      inFlight -= 1;
      if (inFlight === 0) allDone();
    };
    const connection = openConnection({ ...shared, onResponse, onBroken });
    return { ...connection, sendNext };
  };

  const pool = [];
  while (pool.length < connections) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, connections - pool.length) }, open);
    await Promise.all(some.map(({ opened }) => opened));
    pool.push(...some);
  }

  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  until = startedAt + ms;
  for (const { sendNext } of pool) sendNext(performance.now());
  const patience = setTimeout(allDone, Math.min(ms, 2 ** 30) + PATIENCE_MS);
  await done;
  clearTimeout(patience);
  broken += inFlight;
  const seconds = (lastAt - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  for (const { close } of pool) close();

  const sorted = Float64Array.from(times).toSorted();
  const quantile = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  return {
    responses: times.length,
    statuses,
    bytes,
    broken,
    wrong,
    seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    times: withTimes ? times : [],
    busy: (user + system) / 1e6 / seconds,
  };
}

/** Returns a function that compares a response's body with that of the first one. */
function createVerifier() {
  let first;
  return (bytes) => {
    const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
    first ??= Buffer.from(body);
    return first.equals(body);
  };
}

/**
 * One keep-alive connection with one request at a time.
 *
 * Responses are hardly parsed: a chunk as long as the last complete response to the same request is taken
 * for a complete response. For anything else, the headers are read.
 */
function openConnection({ port, buffer, lengths, onResponse, onBroken }) {
  let place = -1;
  let waiting = false;
  let status = 0;
  /** Bytes of the response that is arriving. */
  let received = 0;
  let length = 0;
  /** The bytes of a response until its length is known. */
  let begun = Buffer.alloc(0);

  const take = (size) => {
    if (received === 0 && size === lengths[place]) {
      finish(statusOf(buffer), size, true);
      return;
    }
    if (length === 0) {
      begun = Buffer.concat([begun, buffer.subarray(0, size)]);
      const beginning = readBeginning(begun);
      if (beginning === undefined) return;
      ({ status, length } = beginning);
      received = begun.length;
      begun = Buffer.alloc(0);
      if (place >= 0) lengths[place] = length;
    } else {
      received += size;
    }
    if (received > length) throw new Error("A response is longer than its length says");
    if (received === length) finish(status, length, size === length);
  };

  /** `inOnePiece` when the buffer contains the complete response. */
  const finish = (finalStatus, size, inOnePiece) => {
    waiting = false;
    received = 0;
    length = 0;
    onResponse(finalStatus, size, inOnePiece ? buffer.subarray(0, size) : undefined);
  };

  const callback = (size) => {
    take(size);
    return true;
  };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    if (waiting) onBroken();
  });

  return {
    opened: new Promise((resolve) => {
      socket.once("connect", resolve);
      socket.once("close", resolve);
    }),
    isOpen: () => socket.writable,
    send(step) {
      place = step.place;
      waiting = true;
      socket.write(step.text, "latin1");
    },
    close() {
      waiting = false;
      socket.destroy();
    },
  };
}
