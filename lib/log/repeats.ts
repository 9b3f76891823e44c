const QUIET_MS = 60_000;
const MAX_KEYS = 512;

/** What is said at most once a minute. */
export interface Repeats {
  /** How often a thing was left out since it was last said; undefined when it is to be left out now. */
  say(key: string): number | undefined;
}

/** Remembers what was said lately, the latest 512 things. Time is in milliseconds and only grows. */
export function createRepeats(now: () => number = () => performance.now()): Repeats {
  const said = new Map<string, { at: number; leftOut: number }>();

  return {
    say(key) {
      const last = said.get(key);
      if (last !== undefined && now() - last.at < QUIET_MS) {
        last.leftOut += 1;
        return undefined;
      }
      // The one said longest ago comes first, and goes first.
      said.delete(key);
      said.set(key, { at: now(), leftOut: 0 });
      if (said.size > MAX_KEYS) said.delete(said.keys().next().value ?? "");
      return last?.leftOut ?? 0;
    },
  };
}
