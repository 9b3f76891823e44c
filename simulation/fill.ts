import type { Services } from "../lib/services.ts";
import { request } from "./request.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** As long as entries are kept. */
const MOST_SECONDS = 7 * 86_400;
/** Players who are loaded at the same time. */
const BATCH = 50;

/** A player who was loaded so long before the day began. */
interface Known {
  target: string;
  ageSeconds: number;
}

/** Loads the players who are known when the day begins, each at the time when that was last done. */
export async function fill(services: Services, time: VirtualTime, known: Known[]): Promise<void> {
  const now = Date.now();
  const shiftTo = (ms: number) => time.shiftWall((ms - Date.now()) / 1_000);
  const kept = known.filter(({ ageSeconds }) => ageSeconds < MOST_SECONDS);
  const oldestFirst = kept.toSorted((one, other) => other.ageSeconds - one.ageSeconds);
  for (let first = 0; first < oldestFirst.length; first += BATCH) {
    const batch = oldestFirst.slice(first, first + BATCH);
    shiftTo(now - 1_000 * (batch[0]?.ageSeconds ?? 0));
    for (const { target } of batch) void request(services, target);
    await time.settled();
    await time.advanceTo(time.now() + 0.02);
  }
  shiftTo(now);
}
