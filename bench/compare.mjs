import { get } from "./processes.mjs";
import { median, number, times } from "./report.mjs";
import { measureInTurn, ratioOf, record } from "./rounds.mjs";

/**
 * @import { Effort, Recording, Send, Server, Summary } from "./rounds.mjs"
 *
 * @typedef {object} Compared
 * @property {string} name
 * @property {string} target
 * @property {(tag: string) => Record<string, string>} [headersFor]
 *
 * @typedef {object} Servers
 * @property {Server} nametag
 * @property {Server & { serve: (recording: Recording) => Promise<unknown> }} bare
 * @property {Server} next
 * @property {Send} send
 * @property {(recordings: readonly Recording[]) => Promise<Server | undefined>} [startFiles]
 */

/**
 * Compares cached responses with a bare server that sends the same, with `next start` over
 * `nextConnections`, and, where it is installed, with nginx.
 *
 * @param {readonly Compared[]} responses
 * @param {Servers} servers
 * @param {Effort & { nextConnections?: number }} effort
 */
export async function compareResponses(responses, servers, { full, until, nextConnections }) {
  const { nametag, bare, next, send, startFiles } = servers;
  const recorded = [];
  for (const response of responses) {
    const { target, headersFor } = response;
    recorded.push({ ...response, recording: await record(nametag.port, target, headersFor) });
    await record(next.port, target, headersFor);
  }
  const nginx = await startFiles?.(recorded.map(({ recording }) => recording));

  const measured = [];
  for (const [index, { name, target, recording }] of recorded.entries()) {
    const now = performance.now();
    const { status: expected, requestHeaders, body } = recording;
    await bare.serve(recording);
    const request = { target, headers: requestHeaders };
    const contenders = {
      own: { server: nametag, ...request, expected },
      bare: { server: bare, ...request, expected },
      // A revalidation is compared with the complete response, too.
      ...(expected === 304 && { whole: { server: nametag, target } }),
      next: {
        server: next,
        target,
        // Its own ETag is another one, since it looked the player up at another time.
        headers: expected === 304 ? await tagOf(next, target) : requestHeaders,
        expected,
        every: 3,
        connections: nextConnections,
      },
      ...(nginx && { nginx: { server: nginx, target: `/${index}`, expected, every: 3 } }),
    };
    const run = await measureInTurn(send, contenders, {
      full,
      warmUpMs: index === 0 ? 700 : 200,
      // The remaining time is shared by the remaining rows.
      until: now + (until - now) / (responses.length - index),
    });
    measured.push({ name, bytes: body.length, ...compare(run) });
  }
  return measured;
}

/**
 * @param {Server} server
 * @param {string} target
 */
async function tagOf({ port }, target) {
  const { headers } = await get(port, target);
  return { "if-none-match": String(headers.etag) };
}

/** @param {Record<"own" | "bare" | "next", Summary> & { whole?: Summary, nginx?: Summary }} run */
function compare({ own, bare, whole, next, nginx }) {
  return {
    rate: median(own.rates),
    ofBare: ratioOf(own.rates, bare.rates),
    ofWhole: whole && ratioOf(own.rates, whole.rates),
    ofNext: ratioOf(own.rates, next.rates),
    ofNginx: nginx && ratioOf(own.rates, nginx.rates),
    p99: ratioOf(own.p99s, bare.p99s),
    cpu: own.cpuPerResponse / bare.cpuPerResponse,
    faults: own.faults + bare.faults + next.faults + (nginx?.faults ?? 0),
    busy: Math.max(own.busy, bare.busy),
  };
}

/**
 * The columns of the comparison, with nginx where it took part.
 *
 * @param {ReturnType<typeof compare>} compared
 * @returns {Record<string, string>}
 */
export function comparisonOf({ rate, ofBare, ofNext, ofNginx, p99, cpu }) {
  return {
    "per second": number(rate),
    "of bare": times(ofBare),
    ...(ofNginx !== undefined && { "of nginx": times(ofNginx) }),
    "of next start": times(ofNext),
    p99: times(p99),
    CPU: times(cpu),
  };
}

/**
 * Notes about the comparison.
 *
 * @param {readonly { faults: number, busy?: number }[]} measured
 */
export function notesOn(measured) {
  const faults = measured.reduce((sum, row) => sum + row.faults, 0);
  const notes = [];
  if (faults > 0) notes.push(`${faults} responses were not what they should have been.`);
  if (measured.some(({ busy = 0 }) => busy > 0.9)) {
    notes.push(
      "The load generator itself was at its limit in some rows: the ratios there are too near 1.",
    );
  }
  return notes;
}
