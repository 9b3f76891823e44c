import { z } from "zod";
import type { OpenedStores } from "../cache/open-stores.ts";
import { GRANT_MS, GRANTS_PREFIX } from "../cache/stores/grants.ts";
import type { Store } from "../cache/stores/store.ts";
import { storedTime, systemClock } from "../clock.ts";
import { dayOf, secretKey, storeSecret } from "../refresh-limit/refresh-limit.ts";
import { scanned, shortText, type Part } from "./part.ts";

/** Until when a grant is held, in Unix milliseconds. */
export const refreshGrantItem = z.object({
  kind: z.literal("refreshGrant"),
  key: shortText,
  until: storedTime,
});

/** Clocks of a store and of this process, and the time a command takes. */
const CLOSE_MS = 5_000;

/** Refresh grants, as if all had been given here. */
export function refreshGrantsIn({
  grants,
  scan,
}: Pick<OpenedStores, "grants" | "scan">): Part<z.infer<typeof refreshGrantItem>> {
  return {
    ...scanned(scan("limits"), GRANTS_PREFIX, (key, { expiresAt }) => {
      return { kind: "refreshGrant", key, until: withinAnHour(expiresAt) };
    }),
    async merge({ key, until }) {
      if (until > Date.now()) await grants.hold(key, withinAnHour(until));
    },
    async holds({ key, until }) {
      const end = until - CLOSE_MS;
      return end <= Date.now() || (await grants.untilOf(key)) >= end;
    },
  };
}

/** As long as a grant may last, whatever a file says. */
const withinAnHour = (until: number) => Math.min(until, Date.now() + GRANT_MS);

/**
 * Gives a store the day's secret of another one, unless it has its own: without it, grants of clients would be of
 * nobody. It goes into no file, where it would outlive its day.
 */
export async function copyClientSecret(from: Store, to: Store): Promise<void> {
  const day = dayOf(systemClock.now());
  const secret = await from.get(secretKey(day));
  if (secret !== undefined) await storeSecret(to, day, secret);
}
