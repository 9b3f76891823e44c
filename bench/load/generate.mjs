import { openConnection } from "./connection.mjs";
import { createHistogram } from "./histogram.mjs";
import { follow } from "./plan.mjs";

/**
 * @typedef {object} Load
 * @property {number} port
 * @property {number} connections
 * @property {import("./plan.mjs").Plan} plan
 * @property {number} [ms]  Stop after this time …
 * @property {number} [count]  … or after this many requests, whatever comes first.
 * @property {boolean} [keepTimes]  Give every single duration too, in the order of the answers.
 *
 * @typedef {object} LoadResult
 * @property {number} answers
 * @property {Record<string, number>} statuses
 * @property {number} broken  Connections that ended while an answer was awaited.
 * @property {number} wrong  Answers that were looked at and differed from the first.
 * @property {number} seconds  From the first request to the last answer.
 * @property {number} p50  In milliseconds, as are all below.
 * @property {number} p99
 * @property {number} longest
 * @property {number[]} times
 * @property {number} busy  Share of its core that the generator itself used: close to 1, and it is
 *   the generator that was measured.
 */

const BUFFER_BYTES = 256 * 1024;
const OPENED_AT_ONCE = 100;
const VERIFY_EVERY = 1_000;
/** No answer takes longer: what is missing by then is counted as broken. */
const PATIENCE_MS = 15_000;

/**
 * Sends a plan's requests over some connections, one request at a time on each.
 *
 * @param {Load} load
 * @returns {Promise<LoadResult>}
 */
export async function generate({
  port,
  connections,
  plan,
  ms = Infinity,
  count = Infinity,
  keepTimes,
}) {
  const { places, next } = follow(plan);
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  const lengths = new Int32Array(places);
  const histogram = createHistogram();
  const verify = plan.kind === "same" ? createVerifier() : () => true;
  const statuses = new Uint32Array(1_000);
  const times = [];
  let sent = 0;
  let answers = 0;
  let broken = 0;
  let wrong = 0;
  let longest = 0;
  let lastAt = 0;
  let until = Infinity;
  let inFlight = 0;
  let allDone = () => {};
  const done = new Promise((resolve) => {
    allDone = () => resolve(undefined);
  });

  const open = () => {
    let askedAt = 0;
    const connection = openConnection({
      port,
      buffer,
      lengths,
      onAnswer(status, bytes) {
        const now = performance.now();
        const took = now - askedAt;
        lastAt = now;
        histogram.add(took);
        if (took > longest) longest = took;
        if (keepTimes) times.push(took);
        statuses[status] += 1;
        answers += 1;
        if (answers % VERIFY_EVERY === 1 && bytes !== undefined && !verify(bytes)) wrong += 1;
        inFlight -= 1;
        ask(now);
      },
      onBroken() {
        broken += 1;
        inFlight -= 1;
        if (inFlight === 0) allDone();
      },
    });
    /** @param {number} now */
    const ask = (now) => {
      if (sent >= count || now >= until || !connection.isOpen) {
        if (inFlight === 0) allDone();
        return;
      }
      sent += 1;
      inFlight += 1;
      askedAt = now;
      connection.send(next());
    };
    return { ...connection, ask, close: connection.close };
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
  for (const { ask } of pool) ask(performance.now());
  let patience;
  await Promise.race([
    done,
    new Promise((resolve) => {
      patience = setTimeout(resolve, Math.min(ms, 2 ** 30) + PATIENCE_MS);
    }),
  ]);
  clearTimeout(patience);
  broken += inFlight;
  const seconds = (lastAt - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  for (const { close } of pool) close();

  return {
    answers,
    statuses: Object.fromEntries([...statuses.entries()].filter(([, many]) => many > 0)),
    broken,
    wrong,
    seconds,
    p50: histogram.quantile(0.5),
    p99: histogram.quantile(0.99),
    longest,
    times,
    busy: (user + system) / 1e6 / seconds,
  };
}

/** Tells whether an answer has the body of the first that was looked at. */
function createVerifier() {
  /** @type {Buffer | undefined} */
  let first;
  /** @param {Buffer} bytes */
  return (bytes) => {
    const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
    first ??= Buffer.from(body);
    return first.equals(body);
  };
}
