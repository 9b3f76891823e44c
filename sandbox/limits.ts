import { z } from "zod";
import { meansRoute } from "./faults/fault.ts";

/** At most `calls` of some routes together in any `seconds`; other calls get a 429. */
export const limitSchema = z.strictObject({
  /** Route keys, or prefixes of them and a `*`. */
  routes: z.array(z.string().min(1)).min(1),
  calls: z.number().int().positive(),
  seconds: z.number().positive(),
});

export type Limit = z.infer<typeof limitSchema>;

/** The results of the calls that a limit counts. */
export interface LimitReport extends Limit {
  readonly passed: number;
  readonly refused: number;
}

export type Limits = ReturnType<typeof createLimits>;

/** The rate limits of the providers, for each client IP address; none at first. */
export function createLimits() {
  let limits: { limit: Limit; passed: number; refused: number; times: Map<string, number[]> }[] =
    [];

  return {
    /** Replaces all limits. */
    set: (given: readonly Limit[]) => {
      limits = given.map((limit) => ({ limit, passed: 0, refused: 0, times: new Map() }));
    },
    /** Counts a call; false when it must be refused. Refused calls do not count. */
    admit: (route: string, address: string, atMs: number) => {
      const counted = limits.find(({ limit }) =>
        limit.routes.some((pattern) => meansRoute(pattern, route)),
      );
      if (!counted) return true;
      const { calls, seconds } = counted.limit;
      const times = (counted.times.get(address) ?? []).filter((at) => at > atMs - seconds * 1_000);
      const isWithin = times.length < calls;
      if (isWithin) times.push(atMs);
      counted.times.set(address, times);
      counted[isWithin ? "passed" : "refused"] += 1;
      return isWithin;
    },
    report: (): readonly LimitReport[] =>
      limits.map(({ limit, passed, refused }) => ({ ...limit, passed, refused })),
  };
}
