/**
 * The requests of a load.
 *
 * `same`: one target again and again. `zipf`: players drawn by Zipf's law, number 1 most often, requested
 * by each template in turn; the same draws for the same seed. `numbered`: each number from `from` on in
 * each template, none twice. `{}` in a template stands for the number.
 *
 * @typedef {| { kind: "same", target: string, headers?: Record<string, string> }
 *   | { kind: "zipf", players: number, templates: string[], seed: number }
 *   | { kind: "numbered", template: string | string[], from: number, headers?: Record<string, string> }} Plan
 */

/** How many draws of a `zipf` plan are made before they repeat. */
const DRAWS = 1 << 17;

/**
 * A function that returns the next request of a plan: its text, and the place where the length of its
 * response is stored, or −1. As much as possible is prepared beforehand, since the generator must be
 * faster than the server.
 */
export function follow(plan) {
  if (plan.kind === "same") {
    const step = { place: 0, text: requestText(plan.target, plan.headers) };
    return { places: 1, next: () => step };
  }
  if (plan.kind === "numbered") {
    const { from, headers } = plan;
    const templates = [plan.template].flat();
    let at = 0;
    const next = () => {
      const text = textOf(
        templates[at % templates.length],
        from + Math.floor(at / templates.length),
        headers,
      );
      at += 1;
      return { place: -1, text };
    };
    return { places: 0, next };
  }
  const { players, templates, seed } = plan;
  const steps = templates.map((template, kind) =>
    Array.from({ length: players }, (_, player) => ({
      place: kind * players + player,
      text: textOf(template, player + 1),
    })),
  );
  const draws = zipfDraws(players, DRAWS, seed);
  let at = 0;
  const next = () => {
    const step = steps[at % steps.length][draws[at % DRAWS]];
    at += 1;
    return step;
  };
  return { places: players * templates.length, next };
}

function textOf(template, number, headers) {
  return requestText(template.replace("{}", String(number)), headers);
}

const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * The status and the total length of a response, from its beginning. Undefined while too little has
 * arrived.
 */
export function readBeginning(bytes) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const status = statusOf(bytes);
  const bodyStart = end + 4;
  if (status === 304 || status === 204) return { status, length: bodyStart };
  const declared = /\r\ncontent-length: *(\d+)/i.exec(bytes.latin1Slice(0, end))?.[1];
  if (declared !== undefined) return { status, length: bodyStart + Number(declared) };
  // With chunks, a body may contain their end just where a piece ends; that is unlikely enough here.
  const isWhole = bytes.subarray(-LAST_CHUNK.length).toString("latin1") === LAST_CHUNK;
  return isWhole ? { status, length: bytes.length } : undefined;
}

/** The three digits after `HTTP/1.1 `. */
export function statusOf(bytes) {
  return (bytes[9] - 48) * 100 + (bytes[10] - 48) * 10 + (bytes[11] - 48);
}

/** A request as it is sent. */
function requestText(target, headers = {}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Places from 0 to `places` − 1, drawn by Zipf's law with exponent 1: the second comes half as
 * often as the first, the third a third as often.
 */
export function zipfDraws(places, count, seed) {
  const upTo = new Float64Array(places);
  let sum = 0;
  for (let place = 0; place < places; place++) upTo[place] = sum += 1 / (place + 1);
  const random = randomFrom(seed);
  return Uint32Array.from({ length: count }, () => firstAbove(upTo, random() * sum));
}

function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
