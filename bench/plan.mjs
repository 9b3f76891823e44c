import { built } from "../scripts/prepare.mjs";

/** @type {typeof import("./simulation/traffic.ts")} */
const { createZipf, seededRandom } = await import(built("bench/simulation/traffic.js"));

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
 * A function that returns the text of a plan's next request. As much as possible is prepared beforehand,
 * since the generator must be faster than the server.
 *
 * @param {Plan} plan
 */
export function follow(plan) {
  let at = -1;
  if (plan.kind === "same") {
    const text = requestText(plan.target, plan.headers);
    return () => text;
  }
  if (plan.kind === "numbered") {
    const templates = [plan.template].flat();
    return () => {
      at += 1;
      const number = plan.from + Math.floor(at / templates.length);
      return requestText(templates[at % templates.length] ?? "", plan.headers, number);
    };
  }
  const { players, templates, seed } = plan;
  const texts = templates.map((template) =>
    Array.from({ length: players }, (_, index) => requestText(template, {}, index + 1)),
  );
  const draws = zipfDraws(players, DRAWS, seed);
  return () => {
    at += 1;
    return texts[at % texts.length]?.[(draws[at % DRAWS] ?? 0) - 1] ?? "";
  };
}

/**
 * A request as it is sent.
 *
 * @param {string} template
 * @param {Record<string, string>} [headers]
 * @param {number | ""} [number]
 */
function requestText(template, headers = {}, number = "") {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const target = template.replace("{}", String(number));
  return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
}

/**
 * Numbers of players from 1 on, drawn by Zipf's law with exponent 1.
 *
 * @param {number} players
 * @param {number} count
 * @param {number} seed
 */
export function zipfDraws(players, count, seed) {
  const random = seededRandom(seed);
  const { draw } = createZipf({ players, exponent: 1, groupedBy: 1, random });
  return Uint32Array.from({ length: count }, draw);
}
