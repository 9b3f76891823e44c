import type { Scenario } from "./scenario.ts";

/** What a player is asked for: the target of a request, and the edition. */
export interface Population {
  isBedrock(number: number): boolean;
  /** The request for a player, always the same. */
  targetOf(number: number): string;
}

/** Spreads shares evenly over numbers, popular players included (a low-discrepancy sequence). */
const place = (number: number, irrational: number) => (number * irrational) % 1;

/** The players of a scenario: the Extra players of the sandbox. */
export function createPopulation(scenario: Scenario): Population {
  const isBedrock = (number: number) => place(number, Math.SQRT2) < scenario.bedrock;
  return {
    isBedrock,
    targetOf(number) {
      const isByName = place(number, Math.sqrt(3)) < scenario.byName;
      if (isBedrock(number)) {
        const id = isByName ? `.Extra_${number}` : String(2_600_000_000_000_000 + number);
        return `/api?username=${id}&type=bedrock`;
      }
      if (place(number, Math.sqrt(5)) < scenario.bothEditions)
        return `/api?username=Extra_${number}`;
      if (isByName) return `/api?username=Extra_${number}&type=java`;
      return `/api?uuid=e0000000000040008000${number.toString(16).padStart(12, "0")}&type=java`;
    },
  };
}
