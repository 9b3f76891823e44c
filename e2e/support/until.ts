import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_MS = 60_000;
const LOOK_MS = 20;

/** Waits until something is true; after a minute, an error says what was waited for, and what was there. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  found: () => string | Promise<string> = () => "",
): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within a minute: ${what}. ${await found()}`);
    await sleep(LOOK_MS);
  }
}
