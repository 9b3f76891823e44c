import { createHmac, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Store } from "../cache/stores/store.ts";
import { systemClock } from "../clock.ts";

const DAY_MS = 86_400_000;
const STORE_AGAIN_MS = 10_000;

export type ClientKeys = ReturnType<typeof createClientKeys>;

/**
 * Names clients by a keyed hash of their network. The secret changes every day and lives in the
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
    /** A key for a client that says nothing about its address once the day's secret is gone. */
    async keyOf(address: string): Promise<string> {
      const secret = await secretOf(dayOf(clock.now()));
      return createHmac("sha256", secret).update(networkOf(address)).digest("base64url");
    },
  };
}

/** The day of a time, as it is counted in UTC. */
export const dayOf = (time: number) => Math.floor(time / DAY_MS);

export const secretKey = (day: number) => `secret:${day}`;

/** Stores a day's secret unless there is one; gives the one that counts. */
export async function storeSecret(store: Store, day: number, secret: string): Promise<string> {
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

/**
 * The network an address stands for: an IPv4 address itself, also when it is mapped into IPv6;
 * of an IPv6 address the /64, which is what one customer has. Anything else is one shared client.
 */
export function networkOf(address: string): string {
  const plain = withoutZone(address);
  // ipaddr.js alone would also read 127.1 and 0x7f.1.
  const version = isIP(plain);
  if (version === 0) return "unknown";
  if (version === 4) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}

/**
 * Who the client is: the socket's address, or with `hops` proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries left of it are the client's own
 * claims. A list that is too short, or an entry that is no address, means a proxy is missing:
 * then the last address that can be believed counts.
 */
export function clientAddressOf(
  socketAddress: string,
  forwardedFor: string | undefined,
  hops: number,
): string {
  let address = socketAddress;
  let rest = forwardedFor ?? "";
  for (let hop = 0; hop < hops; hop += 1) {
    const comma = rest.lastIndexOf(",");
    const claim = withoutPort(rest.slice(comma + 1));
    if (isIP(withoutZone(claim)) === 0) break;
    address = claim;
    rest = rest.slice(0, Math.max(0, comma));
  }
  return address;
}

function withoutPort(entry: string): string {
  const text = entry.trim().replace(/^"|"$/g, "");
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(text) ? text.replace(/:\d+$/, "") : text;
}

/** Without the name of a network interface, as in `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}
