import type { Store } from "./stores/store.ts";

/** A value that was there is gone only when an upstream said so twice, this far apart. */
const CONFIRM_MS = 60_000;
const DOUBT = "doubt:";

/** Thrown while a known value is said to be missing and the minute is not over. */
export class UnconfirmedAbsence extends Error {
  override readonly name = "UnconfirmedAbsence";
}

/** What is known not to exist, by key. */
export interface Absences {
  /** When the key was last said to be missing, Unix milliseconds, however long ago. */
  since(key: string): Promise<number | undefined>;
  /** Notes that a key is missing; gives the time. */
  note(key: string): Promise<number>;
  /**
   * Believes a first "missing" about a known value only once it repeats, or when something else
   * says so too.
   * @throws UnconfirmedAbsence
   */
  confirm(key: string, doubted: boolean): Promise<void>;
  /** True when there was an absence, or a doubt, to forget. */
  forget(key: string): Promise<boolean>;
}

/** Keeps absences in `store`; one key holds either the absence or the doubt before it. */
export function createAbsences(
  store: Store,
  name: string,
  keepMs: number,
  now: () => number,
): Absences {
  const keyOf = (key: string) => `${name}:${key}`;

  return {
    async since(key) {
      const text = await store.get(keyOf(key));
      return text === undefined || text.startsWith(DOUBT) ? undefined : Number(text);
    },

    async note(key) {
      const at = now();
      await store.set(keyOf(key), String(at), { ttlMs: keepMs });
      return at;
    },

    async confirm(key, doubted) {
      if (doubted) return;
      const text = await store.get(keyOf(key));
      const first = text?.startsWith(DOUBT) ? timeIn(text.slice(DOUBT.length)) : undefined;
      if (first !== undefined && now() - first >= CONFIRM_MS) return;
      // A doubt from the future is from before the clock was set back, and begins anew.
      if (first === undefined || first > now()) {
        const ttlMs = Math.max(keepMs, 2 * CONFIRM_MS);
        await store.set(keyOf(key), `${DOUBT}${now()}`, { ttlMs });
      }
      throw new UnconfirmedAbsence("A known value is said to be missing; it has to repeat");
    },

    forget: (key) => store.delete(keyOf(key)),
  };
}

/** Milliseconds as they were written here; anything else says nothing. */
function timeIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
