import { LRUCache } from "lru-cache";
import { secondsOf, TURN_MS, type Turns } from "./turns.ts";

/** One forced refresh in this time, for each client and for each profile. */
export const REFRESH_SECONDS = TURN_MS / 1_000;

export interface Turn {
  granted: true;
  /** Undoes the turn; for a refresh that did not happen. */
  giveBack(): Promise<void>;
}

export interface RefusedTurn {
  granted: false;
  retryAfterSeconds: number;
}

export interface RefreshLimit {
  /** Takes the turn of all keys, or of none. Never rejects. */
  take(keys: readonly string[]): Promise<Turn | RefusedTurn>;
  /** Takes note of what another process granted or took back; anything else is not meant for it. */
  hear(message: string): void;
}

export interface RefreshLimitOptions {
  /** How often shared turns that could not tell are told what was granted without them. */
  retryMs?: number;
  /** Milliseconds of a clock that is never set. */
  now?: () => number;
  /**
   * Tells the other processes what was granted or taken back, so that they hold it, too, when the
   * shared turns are lost.
   */
  tell?: (message: string) => void;
}

/** A turn that this process granted. */
interface Granted {
  until: number;
}

const RETRY_MS = 1_000;
const MAX_TURNS = 100_000;

/**
 * The refresh limit. What this process granted it refuses by itself, whatever happens to the shared
 * turns; what it did not is theirs to grant. While they cannot tell, it grants alone, and tells them
 * once they can.
 */
export function createRefreshLimit(
  turns: Turns,
  {
    retryMs = RETRY_MS,
    now = () => performance.now(),
    tell: tellOthers = () => undefined,
  }: RefreshLimitOptions = {},
): RefreshLimit {
  const granted = new LRUCache<string, Granted>({ max: MAX_TURNS });
  /** What was granted while the shared turns could not tell. */
  const untold = new LRUCache<string, Granted>({ max: MAX_TURNS });
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | undefined;

  const leftOf = (turn: Granted | undefined) => Math.max(0, (turn?.until ?? 0) - now());

  const tellLater = () => {
    if (untold.size === 0 || timer !== undefined || telling !== undefined) return;
    timer = setTimeout(tell, retryMs).unref();
  };

  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    telling ??= tellAll().finally(() => {
      telling = undefined;
      tellLater();
    });
  };

  const tellAll = async () => {
    const owed = [...untold.entries()];
    for (const [key, turn] of owed) {
      const leftMs = leftOf(turn);
      try {
        if (leftMs > 0) await turns.note(key, leftMs);
      } catch {
        return;
      }
      untold.delete(key);
    }
  };

  const takeOne = async (key: string): Promise<Granted | RefusedTurn> => {
    const leftMs = leftOf(granted.get(key));
    if (leftMs > 0) return { granted: false, retryAfterSeconds: secondsOf(leftMs) };
    // Held before anybody is asked, so that two requests of this process cannot both be granted.
    const turn = { until: now() + TURN_MS };
    granted.set(key, turn);
    try {
      const taken = await turns.take(key);
      if (untold.size > 0) tell();
      if (!taken.granted) {
        granted.delete(key);
        return taken;
      }
    } catch {
      untold.set(key, turn);
      tellLater();
    }
    tellOthers(messageOf(key, Date.now() + TURN_MS));
    return turn;
  };

  const giveBackOne = async (key: string, turn: Granted) => {
    // An hour later the turn may be another's.
    if (granted.get(key) !== turn || leftOf(turn) === 0) return;
    granted.delete(key);
    tellOthers(messageOf(key, 0));
    if (untold.delete(key)) return;
    // Whoever cannot be told keeps it for the hour: one turn too few is better than one too many.
    await turns.giveBack(key).catch(() => undefined);
  };

  return {
    async take(keys) {
      const taken = new Map<string, Granted>();
      const giveBack = async () => {
        await Promise.all([...taken].map(([key, turn]) => giveBackOne(key, turn)));
      };
      for (const key of new Set(keys)) {
        const turn = await takeOne(key);
        if (!("granted" in turn)) {
          taken.set(key, turn);
          continue;
        }
        await giveBack();
        return turn;
      }
      return { granted: true, giveBack };
    },

    hear(message) {
      const [, until, key] = MESSAGE.exec(message) ?? [];
      if (until === undefined || key === undefined) return;
      const leftMs = Math.min(TURN_MS, Number(until) - Date.now());
      if (leftMs <= 0) granted.delete(key);
      // What this process granted itself it may have to give back: that one stays.
      else if (leftOf(granted.get(key)) === 0) granted.set(key, { until: now() + leftMs });
    },
  };
}

const MESSAGE = /^turn\/([0-9]{1,15})\/(.+)$/;

/** `until` is in Unix milliseconds; 0 takes a turn back. */
function messageOf(key: string, until: number): string {
  return `turn/${until}/${key}`;
}
