import type { Store } from "../../cache/stores/store.ts";
import { updateValue } from "../../cache/stores/update.ts";
import { readBucket, stepBucket, type StepResult, type TokenStore } from "./token-bucket.ts";

export interface StoreTokensOptions {
  /** The clock of the machine: all processes on an embedded store share it. */
  now?: () => number;
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Buckets in a store, by compare-and-set. */
export function createStoreTokens(
  store: Pick<Store, "get" | "transact">,
  { now = Date.now, ...options }: StoreTokensOptions = {},
): TokenStore {
  return {
    async step(name, allowance, step, owed) {
      let result: StepResult | undefined;
      await updateValue(
        store,
        `budget:v2:${name}`,
        (text) => {
          const stepped = stepBucket(readBucket(text), now(), allowance, step, owed);
          result = stepped;
          return stepped.isChanged ? JSON.stringify(stepped.bucket) : text;
        },
        options,
      );
      if (result === undefined) throw new Error("nothing was read");
      return result;
    },
  };
}
