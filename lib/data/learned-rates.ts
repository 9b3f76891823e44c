import { z } from "zod";
import type { OpenedStores } from "../cache/open-stores.ts";
import { newBucket, readBucket } from "../upstream-budget/token-bucket.ts";
import { BUDGET_PREFIX } from "../upstream-budget/token-stores.ts";
import { scanned, shortText, type Part } from "./part.ts";

const rate = z.number().max(1e6);

/** What a bucket learned about its upstream. Its tokens stay where they are. */
export const learnedRateItem = z.object({
  kind: z.literal("learnedRate"),
  /** The name of the egress; or the index of one of those that the store's own configuration names. */
  egress: z.union([shortText, z.int().nonnegative()]),
  bucket: shortText,
  /** Tokens a second. */
  rate: rate.positive(),
  /** The rate at which the upstream last complained; 0 before. */
  tooMuch: rate.nonnegative(),
});
type LearnedRate = z.infer<typeof learnedRateItem>;

/**
 * The learned rates of a store. The egress of a machine without a name is called otherwise on a store of its own than
 * on a shared one, so those of the own configuration go by their place in it.
 */
export function learnedRatesIn(
  { limits, scan }: Pick<OpenedStores, "limits" | "scan">,
  egresses: readonly { name: string }[],
): Part<LearnedRate> {
  /** Undefined for an egress that the configuration here has none for. */
  const keyOf = ({ egress, bucket }: LearnedRate) => {
    const name = typeof egress === "string" ? egress : egresses[egress]?.name;
    return name === undefined ? undefined : `${BUDGET_PREFIX}${name}/${bucket}`;
  };

  return {
    ...scanned(scan("limits"), BUDGET_PREFIX, (name, { value }) => {
      const known = readBucket(value);
      const [, egress, bucket] = /^(.*)\/(.*)$/.exec(name) ?? [];
      if (known === undefined || egress === undefined || bucket === undefined) return undefined;
      const index = egresses.findIndex((one) => one.name === egress);
      const { rate: learned, tooMuch } = known;
      const own = index === -1 ? egress : index;
      return { kind: "learnedRate", egress: own, bucket, rate: learned, tooMuch };
    }),

    /** Begins a bucket with the rate, and without a token. One that is used here knows better. */
    async merge(learned) {
      const key = keyOf(learned);
      if (key === undefined) return;
      const bucket = { ...newBucket(Date.now(), learned.rate), tooMuch: learned.tooMuch };
      await limits.transact([
        { check: key, is: undefined },
        { set: key, to: JSON.stringify(bucket) },
      ]);
    },

    async holds(learned) {
      const key = keyOf(learned);
      return key === undefined || readBucket(await limits.get(key)) !== undefined;
    },
  };
}
