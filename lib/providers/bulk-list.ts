import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { UpstreamFailure } from "./failure.ts";
import type { UpstreamResponse } from "./provider.ts";

/** The accounts that were requested together. */
interface Requested<Account> {
  account: z.ZodType<Account>;
  keyOf(account: Account): string;
  keys: ReadonlySet<string>;
}

/**
 * Reads a list of accounts that were requested together, each by itself: a requested one that can be read is
 * there, whatever else is in the list. Any other element may stand for a key that is left out.
 *
 * @returns a function that gives the account of a key; undefined when it is left out, or throws UpstreamFailure when that
 *   may be a mistake
 * @throws UpstreamFailure when none can be read, and there is something else
 */
export function readList<Account>(
  response: UpstreamResponse,
  items: readonly unknown[],
  { account, keyOf, keys }: Requested<Account>,
): (key: string) => Account | undefined {
  const found = new Map<string, Account>();
  const contradicted = new Set<string>();
  let unclear: UpstreamFailure | undefined;
  for (const item of items) {
    const one = account.safeParse(item).data;
    const key = one === undefined ? undefined : keyOf(one);
    if (one === undefined || key === undefined) {
      unclear ??= response.failure("sent an item of a wrong shape");
    } else if (!keys.has(key)) {
      unclear ??= response.failure("named another player", "mismatch");
    } else if (found.has(key)) {
      unclear ??= response.failure("named an account twice");
      if (!isDeepStrictEqual(found.get(key), one)) contradicted.add(key);
    } else found.set(key, one);
  }
  if (unclear !== undefined && found.size === contradicted.size) throw unclear;
  return (key) => {
    const one = contradicted.has(key) ? undefined : found.get(key);
    if (one === undefined && unclear !== undefined) throw unclear;
    return one;
  };
}
