import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { GRANT_MS, type Grants } from "../cache/stores/grants.ts";
import type { Store } from "../cache/stores/store.ts";
import { systemClock, type Clock } from "../time/clock.ts";

/** One forced refresh in this time, for each client and for each profile. */
export const REFRESH_SECONDS = GRANT_MS / 1_000;

export interface Refusal {
  granted: false;
  retryAfterSeconds: number;
}

export interface Grant {
  granted: true;
  /** Takes the grant back, for a refresh that did not happen. */
  giveBack(): Promise<void>;
}

export type RefreshLimit = ReturnType<typeof createRefreshLimit>;

interface HeldGrant {
  /** On the monotonic clock. */
  until: number;
  /** Made while the shared grants failed. */
  isLocal: boolean;
}

/** The memory of a held grant besides its key. */
const GRANT_BYTES = 200;
/** The budgets of the providers pay for fewer grants within an hour. */
const HELD_BYTES = 5 * 2 ** 20;

/**
 * The refresh limit. This process refuses what it granted within the hour, whatever happens to the
 * shared grants; everything else is theirs to decide. While they fail, it grants on its own, so that
 * a client can get one refresh from each process, and no more.
 */
export function createRefreshLimit(
  shared: Grants,
  clock: Clock = systemClock,
  heldBytes = HELD_BYTES,
) {
  const held = new LRUCache<string, HeldGrant>({
    maxSize: heldBytes,
    sizeCalculation: (_, key) => key.length + GRANT_BYTES,
  });

  const leftOf = (grant: HeldGrant | undefined) =>
    Math.max(0, (grant?.until ?? 0) - clock.monotonic());

  const takeOne = async (key: string): Promise<HeldGrant | Refusal> => {
    const leftMs = leftOf(held.get(key));
    if (leftMs > 0) return refusal(leftMs);
    // Held before the shared grants are read, so that of two requests at once only one can be granted.
    const grant: HeldGrant = { until: clock.monotonic() + GRANT_MS, isLocal: false };
    held.set(key, grant);
    const taken = await shared.take(key).catch(() => undefined);
    if (taken?.granted === false) {
      held.delete(key);
      return refusal(taken.leftMs);
    }
    grant.isLocal = taken === undefined;
    return grant;
  };

  const giveBackOne = async (key: string, grant: HeldGrant) => {
    // An hour later the key may be granted to another request.
    if (held.get(key) !== grant || leftOf(grant) === 0) return;
    held.delete(key);
    // The shared grants hold another process's grant under this key.
    if (grant.isLocal) return;
    // If this fails, the grant ends with the hour.
    await shared.giveBack(key).catch(() => undefined);
  };

  return {
    /** Grants all keys, or none. Never rejects. */
    async take(keys: readonly string[]): Promise<Grant | Refusal> {
      const taken = new Map<string, HeldGrant>();
      const giveBack = async () => {
        await Promise.all([...taken].map(([key, grant]) => giveBackOne(key, grant)));
      };
      for (const key of new Set(keys)) {
        const result = await takeOne(key);
        if (!("granted" in result)) taken.set(key, result);
        else {
          await giveBack();
          return result;
        }
      }
      return { granted: true, giveBack };
    },
  };
}

/** Whole seconds to wait, for a header: from one second to an hour. */
function refusal(leftMs: number): Refusal {
  const seconds = Math.min(REFRESH_SECONDS, Math.max(1, Math.ceil(leftMs / 1_000)));
  return { granted: false, retryAfterSeconds: seconds };
}

/** A client, and the network that it is in; the client itself by default. */
interface ClientName {
  client?: string;
  network?: string;
}

const DAY_MS = 86_400_000;
const STORE_AGAIN_MS = 10_000;

/** The clients of a larger network share so many keys: a /48 has 65,536 clients. */
const PLACES = 16;

export type ClientKeys = ReturnType<typeof createClientKeys>;

/**
 * Names clients by a keyed hash of what they are told apart by. The secret changes every day and lives in the
 * store, so that all processes agree and none can be traced back later. A process remembers the
 * day's secret, so that clients keep their names when the store forgets it, and gives it back.
 */
export function createClientKeys(store: Store, clock = systemClock) {
  let known: { day: number; secret: string; storedAt: number } | undefined;

  const secretOf = async (day: number): Promise<string> => {
    if (known?.day !== day) {
      const secret = randomBytes(32).toString("base64");
      known = { day, secret: await storeSecret(store, day, secret), storedAt: clock.now() };
    } else if (clock.now() - known.storedAt > STORE_AGAIN_MS) {
      known.storedAt = clock.now();
      await storeSecret(store, day, known.secret);
    }
    return known.secret;
  };

  return {
    /**
     * A key for a client, of which it says nothing once the day's secret is gone. In a larger network, clients share
     * one of a few places, so that it does not have one for each.
     */
    async keyOf({ client = "", network = client }: ClientName): Promise<string> {
      const secret = await secretOf(dayOf(clock.now()));
      const hashOf = (text: string) => createHmac("sha256", secret).update(text).digest();
      const clientHash = hashOf(client);
      const key =
        network === client ? clientHash : hashOf(`${network} ${clientHash.readUInt8() % PLACES}`);
      return key.toString("base64url");
    },
  };
}

/** The day of a time, as it is counted in UTC. */
const dayOf = (time: number) => Math.floor(time / DAY_MS);

const secretKey = (day: number) => `secret:${day}`;

/** Stores a day's secret unless there is one; gives the one that counts. */
async function storeSecret(store: Store, day: number, secret: string): Promise<string> {
  const key = secretKey(day);
  try {
    const outcome = await store.transact([
      { check: key, is: undefined },
      { set: key, to: secret, ttlMs: DAY_MS + 3_600_000 },
    ]);
    return outcome.done ? secret : (outcome.found ?? secret);
  } catch {
    // Until the store works again, this process names clients by itself.
    return secret;
  }
}
