import { createDetour, type Aside } from "./resilient/detour.ts";
import { createMirror, noMirror } from "./resilient/mirror.ts";
import { createOutage, type Kind, type OutageListener } from "./resilient/outage.ts";
import { createReplayer } from "./resilient/replayer.ts";
import type { Rejoin } from "./resilient/replay.ts";
import { addToCounter, checkValue, expiryOf, NotCountableError } from "./stores/checks.ts";
import type { Store } from "./stores/store.ts";

export interface ResilientOptions extends OutageListener {
  /** Bound of what is kept in memory to be told to the store later, and of the mirror as well. */
  maxBytes: number;
  /**
   * True for a store that fails as a whole: what is read and written is also kept in memory, which
   * answers while the store fails.
   */
  mirror: boolean;
  /** How the store learns what was done without it. */
  rejoin: Rejoin;
  /** How often a store that fails is tried again for what it has to be told. */
  retryMs?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

const RETRY_MS = 1_000;

/**
 * A store that goes on while the real one fails. What is written then is kept in memory, seen by every
 * reader of this process, and told to the real store once that works again. Rejects only with the
 * caller's own mistakes: arguments, which are checked first, and counting on what is no integer.
 */
export function createResilientStore(store: Store, options: ResilientOptions): Store {
  const { maxBytes, rejoin, onChange, retryMs = RETRY_MS, now = Date.now } = options;
  const mirror = options.mirror ? createMirror(maxBytes, now) : noMirror;
  const detour = createDetour(maxBytes);
  let closed = false;
  const outage = createOutage({
    onChange(state) {
      if (closed) return;
      onChange(state);
      if (state.ok) replayer.start();
    },
  });
  const replayer = createReplayer({ store, detour, mirror, outage, rejoin, retryMs, now });

  const attempt = async <Value>(
    kind: Kind,
    real: () => Promise<Value>,
    instead: () => Promise<Value>,
  ) => {
    let value: Value;
    try {
      value = await real();
    } catch (error) {
      if (error instanceof NotCountableError) throw error;
      outage.failed(kind, error);
      return instead();
    }
    outage.succeeded(kind);
    return value;
  };

  /** What readers see of a key on the detour. */
  const seen = ({ value, expiresAt }: Aside) => (now() < expiresAt ? value : undefined);

  /** What the real store last held, while it fails. */
  const lastKnown = (key: string) => store.get(key).catch(() => mirror.get(key));

  const setAside = (key: string, aside: Omit<Aside, "base">, known: string | undefined) => {
    const before = detour.read(key);
    detour.write(key, { ...aside, base: before ? before.base : known });
    replayer.startLater();
  };

  return {
    kind: store.kind,

    async get(key) {
      const aside = detour.read(key);
      if (aside !== undefined) return seen(aside);
      return attempt(
        "read",
        async () => {
          const value = await store.get(key);
          await mirror.note(key, value);
          return value;
        },
        () => mirror.get(key),
      );
    },

    async set(key, value, writeOptions) {
      checkValue(value);
      const expiresAt = expiryOf(now(), writeOptions);
      if (detour.read(key)) return setAside(key, { value, expiresAt }, undefined);
      return attempt(
        "write",
        async () => {
          await store.set(key, value, writeOptions);
          await mirror.note(key, value, expiresAt - now());
        },
        async () => setAside(key, { value, expiresAt }, await lastKnown(key)),
      );
    },

    async delete(key) {
      const remove = (known: string | undefined) => {
        const before = detour.read(key);
        const current = before ? seen(before) : known;
        setAside(key, { value: undefined, expiresAt: Infinity }, known);
        return current !== undefined;
      };
      if (detour.read(key)) return remove(undefined);
      return attempt(
        "write",
        async () => {
          const found = await store.delete(key);
          await mirror.note(key, undefined);
          return found;
        },
        async () => remove(await lastKnown(key)),
      );
    },

    async compareAndSet(key, expected, next, writeOptions) {
      if (next !== undefined) checkValue(next);
      const expiresAt = expiryOf(now(), writeOptions);
      const swap = (known: string | undefined) => {
        const before = detour.read(key);
        if ((before ? seen(before) : known) !== expected) return false;
        setAside(key, { value: next, expiresAt }, known);
        return true;
      };
      if (detour.read(key)) return swap(undefined);
      return attempt(
        "write",
        async () => {
          const written = await store.compareAndSet(key, expected, next, writeOptions);
          if (written) await mirror.note(key, next, expiresAt - now());
          return written;
        },
        async () => swap(await lastKnown(key)),
      );
    },

    async increment(key, by, writeOptions) {
      const fresh = expiryOf(now(), writeOptions);
      addToCounter(undefined, by);
      const add = (known: string | undefined, leftMs = Infinity) => {
        const before = detour.read(key);
        const current = before ? seen(before) : known;
        const sum = addToCounter(current, by);
        const until = before ? before.expiresAt : now() + leftMs;
        const added = addedTo(before, current, by);
        setAside(
          key,
          {
            value: String(sum),
            expiresAt: current === undefined ? fresh : until,
            ...(added === undefined ? {} : { added }),
          },
          known,
        );
        return sum;
      };
      if (detour.read(key)) return add(undefined);
      return attempt(
        "write",
        async () => {
          const sum = await store.increment(key, by, writeOptions);
          await mirror.note(key, String(sum), (await mirror.timeToLive(key)) ?? fresh - now());
          return sum;
        },
        async () => add(await lastKnown(key), await mirror.timeToLive(key)),
      );
    },

    async timeToLive(key) {
      const aside = detour.read(key);
      if (aside) return seen(aside) === undefined ? undefined : aside.expiresAt - now();
      return attempt(
        "read",
        () => store.timeToLive(key),
        () => mirror.timeToLive(key),
      );
    },

    health: () => store.health(),

    async close() {
      closed = true;
      await replayer.close();
      await store.close();
    },
  };
}

/**
 * How much a counter on the detour was added to in all; undefined once it was set or deleted there,
 * since then its value says everything.
 */
function addedTo(before: Aside | undefined, current: string | undefined, by: number) {
  if (before === undefined) return by;
  if (before.added === undefined) return undefined;
  return current === undefined ? by : before.added + by;
}
