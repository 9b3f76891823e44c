import { z } from "zod";
import type { Scan, Stored } from "../cache/stores/store.ts";
import { storedTime } from "../clock.ts";

/** One kind of data in one store. An item of it is a line of a file. */
export interface Part<Item> {
  /** All of it, some at a time, while the service goes on. */
  read(): AsyncIterable<Item[]>;
  /** How much of it there is. */
  count(): Promise<number>;
  /** Adds what another store has, so that nothing of either is lost. The second time changes nothing. */
  merge(item: Item): Promise<void>;
  /** Whether all that an item says is known here. */
  holds(item: Item): Promise<boolean>;
}

/** Reads and counts what is under a prefix of keys, with an item for each that `itemOf` can read. */
export function scanned<Item>(
  scan: Scan,
  prefix: string,
  itemOf: (name: string, stored: Stored) => Item | undefined,
): Pick<Part<Item>, "read" | "count"> {
  return {
    async *read() {
      for await (const batch of scan.read(prefix)) {
        yield batch.flatMap((stored) => itemOf(stored.key.slice(prefix.length), stored) ?? []);
      }
    },
    count: () => scan.count(prefix),
  };
}

/** The ID of a player. */
export const playerId = z.string().regex(/^(?:[0-9a-f]{32}|\d{16})$/);
/** A text that nobody writes longer than this. */
export const shortText = z.string().max(1_000);

/** When an item expires; null for never. */
export const expiry = storedTime.nullable();
export const expiryOf = ({ expiresAt }: Stored) => (expiresAt === Infinity ? null : expiresAt);
export const isExpired = (expires: number | null, now: number) =>
  expires !== null && expires <= now;
