import { z } from "zod";
import { sleep, systemClock, type Clock } from "../time/clock.ts";
import { withTimeLimit } from "../time/time-limit.ts";
import { readJson, updateValue } from "./stores/stored-value.ts";
import type { Channel, Store } from "./stores/store.ts";

const KEY = "changes:v1";
/** How many changes are kept; a process that missed more clears its memory. */
const LENGTH = 256;
/** How often a process that receives messages still reads the log, in case its connection is dead. */
const LISTENING_MS = 20_000;
/** The log is read again when a message came meanwhile; those that come later wait for the next request. */
const MOST_ROUNDS = 2;
/** The longest that a request waits for the log: as long as a command may take. */
const CATCH_UP_MS = 150;
/** The longest that a refresh waits until its changes are announced, which takes two rounds of 255 ms at most. */
const PROPAGATED_MS = 2_000;

/** The cache tags of the last changes, and how many changes there have been. */
const logSchema = z.object({ last: z.int(), tags: z.array(z.string()) });
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
 * before. A log that cannot be read in time holds nobody up: then requests go on with what is known.
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
  let seenText: string | undefined;
  /** The begin of the last read that has ended, and how many messages had come by then. */
  let readAt = Number.NEGATIVE_INFINITY;
  let readMessages: number | undefined;
  let messages = 0;
  let reading: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  /** Reads the log, and once more when a message came meanwhile: that change may not have been in it. */
  const read = async () => {
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const [began, known] = [clock.monotonic(), messages];
      // While the store fails, no changes can be read, and memory is the best available.
      const text = await store.get(KEY).catch(() => null);
      readAt = began;
      // No message comes again for a change that this read has missed.
      readMessages = text === null ? undefined : known;
      if (text === null) return;
      seenText = text;
      follow(readLog(text));
      if (known === messages) return;
    }
  };

  const follow = (log: Log) => {
    const missed = log.last - (seen ?? log.last);
    if (missed < 0 || missed > log.tags.length) listener.forgetAll();
    else if (missed > 0) for (const one of log.tags.slice(-missed)) listener.forget(one);
    seen = log.last;
  };

  const catchUp = (): Promise<void> => {
    reading ??= read().finally(() => (reading = undefined));
    waiting ??= withTimeLimit(CATCH_UP_MS, reading)
      .catch(() => undefined)
      .finally(() => (waiting = undefined));
    return waiting;
  };

  channel?.listen(() => {
    messages += 1;
    void catchUp();
  });

  /** Writes changes to the log; resolves once every process that reads the log has read them. */
  const publish = async (tags: readonly string[]) => {
    const change = (text: string | undefined) => {
      const { last, tags: earlier } = readLog(text);
      const log: Log = { last: last + tags.length, tags: [...earlier, ...tags].slice(-LENGTH) };
      return { to: JSON.stringify(log), last };
    };
    const options = { seen: seenText, clock, random };
    const { to, last } = await updateValue(store, KEY, change, options);
    seenText = to;
    // Changes of this process itself only concern the others.
    if (seen === last) seen = last + tags.length;
    await channel?.send().catch(() => undefined);
    await sleep(clock, recentMs + 5);
  };

  /** These changes are published next, together. */
  let noted: string[] | undefined;
  /** Resolves with the round of the latest change. */
  let published = Promise.resolve();

  return {
    /** Tells whether the log was read so recently that no change can be missing. */
    isRecent() {
      const isTold = readMessages === messages && channel?.isListening() === true;
      return clock.monotonic() - readAt < (isTold ? LISTENING_MS : recentMs);
    },

    /** Reads what other processes changed. Takes 150 ms at most, and never rejects. */
    catchUp,

    /** Records a change of this process and announces it to the others. */
    note(tag: string): void {
      listener.forget(tag);
      if (noted !== undefined) return void noted.push(tag);
      const tags = (noted = [tag]);
      published = published
        .then(() => {
          noted = undefined;
          return publish(tags);
        })
        // The others use their entries while they are fresh, as after any lost message.
        .catch(() => undefined);
    },

    /**
     * Resolves once no process serves data from before the changes recorded so far, whatever is recorded after them;
     * after two seconds at the latest.
     */
    propagated: () => withTimeLimit(PROPAGATED_MS, published).catch(() => undefined),
  };
}

function readLog(text: string | undefined): Log {
  return readJson(logSchema, text) ?? { last: 0, tags: [] };
}

/**
 * Has every process on a store clear its memory, for a change that no cache tag describes. It leaves a log without
 * tags, of which each process has missed one. Rejects when the store fails.
 */
export async function invalidateEverything(
  store: Pick<Store, "get" | "transact">,
  channel?: Channel,
): Promise<void> {
  await updateValue(store, KEY, (text) => {
    const log: Log = { last: readLog(text).last + 1, tags: [] };
    return { to: JSON.stringify(log) };
  });
  await channel?.send().catch(() => undefined);
}
