import { get } from "./processes.mjs";
import { median, number, times } from "./report.mjs";
import { measureInTurn, ratioOf, record } from "./rounds.mjs";

/**
 * Compares cached responses with a bare server that sends the same, with `next start` over
 * `nextConnections`, and, where it is installed, with nginx.
 */
export async function compareResponses(responses, servers, { full, until, nextConnections }) {
  const { nametag, bare, next, send, startFiles } = servers;
  const recordings = [];
  for (const { target, headersFor } of responses) {
    recordings.push(await record(nametag.port, target, headersFor));
    await record(next.port, target, headersFor);
  }
  const nginx = await startFiles?.(recordings);

  const measured = [];
  for (const [index, { name, target }] of responses.entries()) {
    const now = performance.now();
    const { status: expected, requestHeaders, body } = recordings[index];
    await bare.serve(recordings[index]);
    const plan = { kind: "same", target, headers: requestHeaders };
    const filePlan = { kind: "same", target: `/${index}` };
    const nextPlan = await withOwnTag(next, plan);
    const contenders = {
      own: { server: nametag, plan, expected },
      bare: { server: bare, plan, expected },
      // A revalidation is compared with the complete response, too.
      ...(expected === 304 && { whole: { server: nametag, plan: { kind: "same", target } } }),
      next: { server: next, plan: nextPlan, expected, every: 3, connections: nextConnections },
      ...(nginx && { nginx: { server: nginx, plan: filePlan, expected, every: 3 } }),
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

/** Uses the ETag of Next's own response, since it looked the player up at another time. */
async function withOwnTag({ port }, plan) {
  if (plan.headers["if-none-match"] === undefined) return plan;
  const { headers } = await get(port, plan.target);
  return { ...plan, headers: { "if-none-match": headers.etag } };
}

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

/** The columns of the comparison, with nginx where it took part. */
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

/** Notes about the comparison. */
export function notesOn(measured) {
  const faults = measured.reduce((sum, row) => sum + row.faults, 0);
  return [
    faults > 0 && `${faults} responses were not what they should have been.`,
    measured.some(({ busy }) => busy > 0.9) &&
      "The load generator itself was at its limit in some rows: the ratios there are too near 1.",
  ].filter(Boolean);
}
