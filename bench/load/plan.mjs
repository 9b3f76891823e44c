import { zipfDraws } from "../numbers.mjs";
import { requestText } from "./answer.mjs";

/**
 * What a load consists of: request after request.
 *
 * `same`: one target again and again. `zipf`: players drawn by Zipf's law, number 1 most often, asked
 * about by one template after the other; the same draws for the same seed. `numbered`: each number
 * from `from` on, none twice. Templates hold `{}` where the number goes.
 *
 * @typedef {| { kind: "same", target: string, headers?: Record<string, string> }
 *   | { kind: "zipf", players: number, templates: string[], seed: number }
 *   | { kind: "numbered", template: string, from: number }} Plan
 */

/** How many draws of a `zipf` plan are made before they come again. */
const DRAWS = 1 << 17;

/**
 * @typedef {object} Step
 * @property {number} place  Where the length of its answer is remembered; −1 when it is not.
 * @property {string} text  The request.
 */

/**
 * A function that gives the next request of a plan. As much as possible is made beforehand: the
 * generator must be faster than what it measures.
 *
 * @param {Plan} plan
 * @returns {{ places: number, next: () => Step }}
 */
export function follow(plan) {
  if (plan.kind === "same") {
    const step = { place: 0, text: requestText(plan.target, plan.headers) };
    return { places: 1, next: () => step };
  }
  if (plan.kind === "numbered") {
    let number = plan.from;
    return {
      places: 0,
      next: () => ({ place: -1, text: textOf(plan.template, number++) }),
    };
  }
  return drawn(plan);
}

/** @param {Extract<Plan, { kind: "zipf" }>} plan */
function drawn({ players, templates, seed }) {
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

/**
 * @param {string} template
 * @param {number} number
 */
function textOf(template, number) {
  return requestText(template.replace("{}", String(number)));
}
