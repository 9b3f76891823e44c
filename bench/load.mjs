import autocannon from "autocannon";

/**
 * @import { Client, Result } from "autocannon"
 */

/** How often autocannon looks whether a load is over, in milliseconds. */
const LOOK_MS = 10;
/** No response takes longer, in seconds: missing ones are counted as broken. */
const TIMEOUT_S = 15;

/**
 * Requests for these targets in turn, over some connections, one at a time on each: for a duration in milliseconds, or
 * one for each target.
 *
 * @typedef {object} Load
 * @property {number} port
 * @property {number} connections
 * @property {readonly string[]} targets
 * @property {Record<string, string> | undefined} [headers]
 * @property {number} [ms]
 * @property {boolean} [withTimes]  Whether the duration of each is returned.
 *
 * @typedef {Awaited<ReturnType<typeof generate>>} LoadResult
 */

/**
 * Sends a load. Durations are in milliseconds. `broken` counts requests that got no response; `bytes` is the length
 * of all responses, headers included. `busy` is the share of its core that the generator itself used: close to 1,
 * the generator was the bottleneck.
 *
 * @param {Load} load
 */
export async function generate({ port, targets, headers = {}, ms, withTimes = false, ...load }) {
  const connections =
    ms === undefined ? Math.min(load.connections, targets.length) : load.connections;
  let opened = 0;
  const options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    ...(ms === undefined ? { amount: targets.length } : { duration: ms / 1_000 }),
    headers,
    sampleInt: LOOK_MS,
    timeout: TIMEOUT_S,
    /** @param {Client} client */
    setupClient(client) {
      const own = targets.filter((_, at) => at % connections === opened % targets.length);
      client.setRequests(own.map((path) => ({ path })));
      opened += 1;
    },
  };
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  let lastAt = NaN;
  let startedAt = NaN;
  let cpu = process.cpuUsage();
  /** @type {Result} */
  const {
    statusCodeStats = {},
    errors,
    timeouts,
  } = await new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error === null
        ? resolve(result)
        : reject(new Error("The load could not be sent.", { cause: error })),
    );
    // All requests are written beforehand, and nothing is connected yet.
    startedAt = performance.now();
    cpu = process.cpuUsage();
    running.on("response", (_client, _status, length, time) => {
      lastAt = performance.now();
      times.push(time);
      bytes += length;
    });
  });
  const seconds = (lastAt - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);

  const sorted = Float64Array.from(times).toSorted();
  const statuses = Object.entries(statusCodeStats).map(([status, one]) => [status, one.count]);
  return {
    responses: times.length,
    /** @type {Record<string, number>} */
    statuses: Object.fromEntries(statuses),
    bytes,
    broken: errors + timeouts,
    seconds,
    p99: sorted[Math.floor(0.99 * (sorted.length - 1))] ?? NaN,
    times: withTimes ? times : [],
    busy: (user + system) / 1e6 / seconds,
  };
}

/**
 * The targets of `count` players from number `from` on, each in all templates, where `{}` stands for the number.
 *
 * @param {readonly string[]} templates
 * @param {number} from
 * @param {number} count
 */
export function numbered(templates, from, count) {
  return Array.from({ length: count }, (_, at) => String(from + at)).flatMap((number) =>
    templates.map((template) => template.replace("{}", number)),
  );
}
