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
export const DRAWS = 1 << 15;

/**
 * The targets of a plan in their order, which begins again after the last.
 *
 * @param {Plan} plan
 * @param {number} count How many are requested.
 */
export function targetsOf(plan, count) {
  if (plan.kind === "same") return [plan.target];
  if (plan.kind === "numbered") {
    const templates = [plan.template].flat();
    return Array.from({ length: count }, (_, at) =>
      numbered(
        templates[at % templates.length] ?? "",
        plan.from + Math.floor(at / templates.length),
      ),
    );
  }
  const { players, templates, seed } = plan;
  return Array.from(zipfDraws(players, DRAWS, seed), (number, at) =>
    numbered(templates[at % templates.length] ?? "", number),
  );
}

/** @param {string} template @param {number} number */
const numbered = (template, number) => template.replace("{}", String(number));

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
