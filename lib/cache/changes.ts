import { z } from "zod";
import type { Store } from "./stores/store.ts";
import { updateValue } from "./stores/update.ts";

const KEY = "changes:v1";
/** Changes that are remembered; who missed more forgets everything. */
const LENGTH = 256;

const logSchema = z.object({ last: z.int(), subjects: z.array(z.string()) });
type Log = z.infer<typeof logSchema>;

export interface ChangesListener {
  forget(subject: string): void;
  forgetAll(): void;
}

/** What changed before its time, told to every process on the store. */
export interface Changes {
  /** True when the log was read so lately that nothing said by it can be missing. */
  isRecent(): boolean;
  /** Reads what other processes changed. */
  catchUp(): Promise<void>;
  /** Notes a change of this process and tells the others. */
  note(subject: string): void;
  /** Resolves once no process serves what was before the changes noted so far. */
  settled(): Promise<void>;
}

export interface ChangesOptions {
  store: Store;
  listener: ChangesListener;
  /** What was checked this recently is believed without looking, ms. */
  recentMs: number;
  /** A monotonic clock, ms. */
  now?: () => number;
}

/**
 * A log of changed subjects in the store, shared by all processes. Each reads it at most every
 * `recentMs`, and only when it has something to serve; who publishes waits that long, so that
 * afterwards nobody serves what was before.
 */
export function createChanges({
  store,
  listener,
  recentMs,
  now = () => performance.now(),
}: ChangesOptions): Changes {
  let seen: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let noted: string[] = [];
  let publishing: Promise<void> | undefined;

  const read = async () => {
    const at = now();
    // While the store fails, nobody can tell of a change: what is in memory is the best there is.
    const text = await store.get(KEY).catch(() => null);
    checkedAt = at;
    if (text === null) return;
    const log = readLog(text);
    const missed = log.last - (seen ?? log.last);
    if (missed < 0 || missed > log.subjects.length) listener.forgetAll();
    else if (missed > 0) for (const one of log.subjects.slice(-missed)) listener.forget(one);
    seen = log.last;
  };

  const publish = async () => {
    while (noted.length > 0) {
      const subjects = noted;
      noted = [];
      await updateValue(store, KEY, (text) => {
        const log = readLog(text);
        return JSON.stringify({
          last: log.last + subjects.length,
          subjects: [...log.subjects, ...subjects].slice(-LENGTH),
        } satisfies Log);
      });
      await new Promise((resolve) => setTimeout(resolve, recentMs + 5));
    }
  };

  return {
    isRecent: () => now() - checkedAt < recentMs,

    catchUp: () => (checking ??= read().finally(() => (checking = undefined))),

    note(subject) {
      listener.forget(subject);
      noted.push(subject);
      publishing ??= publish()
        // The others believe what they have for as long as it is fresh, as after any lost message.
        .catch(() => undefined)
        .finally(() => (publishing = undefined));
    },

    settled: () => publishing ?? Promise.resolve(),
  };
}

function readLog(text: string | undefined): Log {
  try {
    return logSchema.parse(JSON.parse(text ?? ""));
  } catch {
    return { last: 0, subjects: [] };
  }
}
