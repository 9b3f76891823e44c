import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { follow } from "./plan.mjs";

/** @import { Plan } from "./plan.mjs" */

const BUFFER_BYTES = 256 * 1024;
const OPENED_AT_ONCE = 100;
const VERIFY_EVERY = 1_000;
/** No response takes longer: missing ones are counted as broken. */
const OVERTIME_MS = 15_000;

/**
 * A plan's requests over some connections, one at a time on each, for a duration in milliseconds or up to a
 * number, whichever comes first.
 *
 * @typedef {object} Load
 * @property {number} port
 * @property {number} connections
 * @property {Plan} plan
 * @property {number} [ms]
 * @property {number} [count]
 * @property {boolean} [withTimes]  Whether the duration of each is returned.
 *
 * @typedef {Awaited<ReturnType<typeof generate>>} LoadResult
 *
 * @typedef {{ status: number, headLength: number, length: number }} Head
 * @typedef {Head & { bytes: Buffer }} Response
 */

/**
 * Sends a load. Durations are in milliseconds. `broken` counts requests that got no response, `wrong` the
 * checked responses that differed from the first; `bytes` is the length of all responses, headers included.
 * `busy` is the share of its core that the generator itself used: close to 1, the generator was the bottleneck.
 *
 * @param {Load} load
 */
export async function generate(load) {
  const { port, connections, plan, ms = Infinity, count = Infinity, withTimes = false } = load;
  const next = follow(plan);
  const pool = await openAll(port, connections);
  /** @type {Record<string, number>} */
  const statuses = {};
  /** @type {number[]} */
  const times = [];
  let sent = 0;
  let bytes = 0;
  let wrong = 0;
  /** @type {Buffer | undefined} */
  let first;
  let lastAt = 0;

  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + ms;
  /** @param {Awaited<ReturnType<typeof open>>} connection */
  const sendOn = async (connection) => {
    while (sent < count && performance.now() < until && connection.isOpen()) {
      sent += 1;
      const sentAt = performance.now();
      const response = await connection.send(next());
      if (response === undefined) return;
      lastAt = performance.now();
      times.push(lastAt - sentAt);
      bytes += response.bytes.length;
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (plan.kind === "same" && times.length % VERIFY_EVERY === 1) {
        const body = response.bytes.subarray(response.headLength);
        first ??= Buffer.from(body);
        if (!first.equals(body)) wrong += 1;
      }
    }
  };
  const deadline = sleep(Math.min(ms, 2 ** 30) + OVERTIME_MS, undefined, { ref: false });
  await Promise.race([Promise.all(pool.map(sendOn)), deadline]);
  const seconds = (lastAt - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const responses = times.length;
  const broken = sent - responses;
  for (const { close } of pool) close();

  const sorted = Float64Array.from(times).toSorted();
  /** @param {number} share */
  const quantile = (share) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return {
    responses,
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

/**
 * @param {number} port
 * @param {number} count
 */
async function openAll(port, count) {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  /** @type {Awaited<ReturnType<typeof open>>[]} */
  const pool = [];
  while (pool.length < count) {
    const length = Math.min(OPENED_AT_ONCE, count - pool.length);
    pool.push(...(await Promise.all(Array.from({ length }, () => open(port, buffer)))));
  }
  return pool;
}

/**
 * Opens a keep-alive connection for one request at a time. All connections read into one buffer.
 *
 * @param {number} port
 * @param {Buffer} buffer
 */
async function open(port, buffer) {
  /**
   * Takes the response that is waited for; called without one when the connection ends.
   * @type {(response?: Response) => void}
   */
  let respond = () => undefined;
  /**
   * The beginning of a response that comes in pieces.
   * @type {Buffer | undefined}
   */
  let begun;
  /** @param {number} size */
  const callback = (size) => {
    const piece = buffer.subarray(0, size);
    const bytes = begun === undefined ? piece : Buffer.concat([begun, piece]);
    const head = readHead(bytes);
    const isWhole = head !== undefined && bytes.length >= head.length;
    begun = isWhole ? undefined : Buffer.from(bytes);
    if (!isWhole) return true;
    if (bytes.length > head.length) throw new Error("A response is longer than its length says");
    respond({ ...head, bytes });
    return true;
  };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread: { buffer, callback } });
  socket.on("error", () => undefined);
  socket.on("close", () => respond());
  await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    socket.once("connect", resolve);
    socket.once("close", resolve);
  });
  return {
    isOpen: () => socket.writable,
    /**
     * Resolves with the response, whose bytes are there until the next one arrives.
     *
     * @param {string} text
     * @returns {Promise<Response | undefined>}
     */
    send: (text) =>
      new Promise((resolve) => {
        respond = resolve;
        socket.write(text, "latin1");
      }),
    close: () => socket.destroy(),
  };
}

const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * The status and the lengths of a response, undefined until all headers are there; its length is infinite until
 * its last chunk is.
 *
 * @param {Buffer} bytes
 * @returns {Head | undefined}
 */
function readHead(bytes) {
  const headLength = bytes.indexOf("\r\n\r\n") + 4;
  if (headLength < 4) return undefined;
  const head = bytes.toString("latin1", 0, headLength);
  const status = Number(head.slice(9, 12));
  const isEmpty = status === 304 || status === 204;
  const declared = isEmpty ? 0 : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (declared !== undefined) return { status, headLength, length: headLength + Number(declared) };
  // With chunks, a body may contain their end just where a piece ends; that is unlikely enough here.
  const isWhole = bytes.subarray(-LAST_CHUNK.length).toString("latin1") === LAST_CHUNK;
  return { status, headLength, length: isWhole ? bytes.length : Infinity };
}
