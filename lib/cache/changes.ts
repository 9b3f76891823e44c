import { z } from "zod";
import { sleep, systemClock, type Clock } from "../clock.ts";
import { readJson, updateValue, type Channel, type Store } from "./stores/store.ts";

const KEY = "changes:v1";
/** How many changes are kept; a process that missed more clears its memory. */
const LENGTH = 256;
/** How often a process that receives messages still reads the log, in case its connection is dead. */
const LISTENING_MS = 20_000;

/** Stored as it always was, since two versions share the log during an update: `subjects` are cache tags. */
const logSchema = z.object({ last: z.int(), subjects: z.array(z.string()) });
type Log = z.infer<typeof logSchema>;

export interface ChangesOptions {
  store: Store;
  listener: { forget(tag: string): void; forgetAll(): void };
  /** How long the log is not read again, in ms. */
  recentMs: number;
  /** Notifies processes to read the log, where the store supports that: then they poll less often. */
  channel?: Channel | undefined;
  clock?: Clock;
  random?: () => number;
}

export type Changes = ReturnType<typeof createChanges>;

/**
 * Invalidations, announced to every process that shares the store: a log of cache tags. A process
 * reads it before it serves something, at most every `recentMs`; with a channel, when a message comes. A
 * process that changed something waits for `recentMs`, so that afterwards no process serves what was
 * before.
 */
export function createChanges({
  store,
  listener,
  recentMs,
  channel,
  clock = systemClock,
  random = Math.random,
}: ChangesOptions) {
  let seen: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  /** Whether the log could be read then. No message comes again for what was missed. */
  let wasRead = false;
  let checking: Promise<void> | undefined;
  let noted: string[] = [];
  let publishing: Promise<void> | undefined;
  let messages = 0;

  /** Reads the log, and again when a message came meanwhile: that change may not have been in it. */
  const read = async () => {
    let message: number;
    do {
      message = messages;
      checkedAt = clock.monotonic();
      // While the store fails, no changes can be read, and memory is the best available.
      const text = await store.get(KEY).catch(() => null);
      wasRead = text !== null;
      if (text !== null) follow(readLog(text));
    } while (message !== messages);
  };

  const follow = (log: Log) => {
    const missed = log.last - (seen ?? log.last);
    if (missed < 0 || missed > log.subjects.length) listener.forgetAll();
    else if (missed > 0) for (const one of log.subjects.slice(-missed)) listener.forget(one);
    seen = log.last;
  };

  const catchUp = (): Promise<void> => (checking ??= read().finally(() => (checking = undefined)));

  channel?.listen(() => {
    messages += 1;
    void catchUp();
  });

  const publish = async () => {
    while (noted.length > 0) {
      const tags = noted;
      noted = [];
      const change = (text: string | undefined) => {
        const { last, subjects: earlier } = readLog(text);
        const log: Log = {
          last: last + tags.length,
          subjects: [...earlier, ...tags].slice(-LENGTH),
        };
        return { to: JSON.stringify(log), last };
      };
      const { last } = await updateValue(store, KEY, change, { clock, random });
      // Changes of this process itself only concern the others.
      if (seen === last) seen = last + tags.length;
      await channel?.send().catch(() => undefined);
      await sleep(clock, recentMs + 5);
    }
  };

  return {
    /** Whether the log was read so recently that no change can be missing. */
    isRecent: () =>
      checking === undefined &&
      clock.monotonic() - checkedAt < (channel?.isListening() && wasRead ? LISTENING_MS : recentMs),

    /** Reads what other processes changed. */
    catchUp,

    /** Records a change of this process and announces it to the others. */
    note(tag: string): void {
      listener.forget(tag);
      noted.push(tag);
      publishing ??= publish()
        // The others use their entries while they are fresh, as after any lost message.
        .catch(() => undefined)
        .finally(() => (publishing = undefined));
    },

    /** Resolves once no process serves data from before the changes recorded so far. */
    propagated: () => publishing ?? Promise.resolve(),
  };
}

function readLog(text: string | undefined): Log {
  return readJson(logSchema, text) ?? { last: 0, subjects: [] };
}
