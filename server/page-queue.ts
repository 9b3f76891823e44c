import type { RenderLimits } from "./renderer.ts";

type QueueLimits = Pick<RenderLimits, "slots" | "places" | "waitMs">;

/**
 * Bounds how many renders are under way at once, how many wait, and for how long; in order of arrival. They
 * wait until `resume` is called, and after `pause`.
 */
export function createPageQueue({ slots, places, waitMs }: QueueLimits) {
  let underWay = 0;
  let paused = true;
  /** Takes a slot for each that waits. */
  const waiting = new Set<() => void>();

  const startNext = () => {
    for (const start of waiting) {
      if (paused || underWay >= slots) return;
      start();
    }
  };
  const leave = () => {
    underWay -= 1;
    startNext();
  };

  return {
    /**
     * Resolves when there is a slot, with the function that frees it. Rejects when too many wait, when there
     * was no slot in time, and on `signal`.
     */
    enter: (signal: AbortSignal) =>
      new Promise<() => void>((resolve, reject) => {
        const stopWaiting = () => {
          waiting.delete(start);
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
        };
        const start = () => {
          stopWaiting();
          underWay += 1;
          resolve(leave);
        };
        const giveUp = () => {
          stopWaiting();
          reject(new Error("There was no slot in time, or the page is no longer wanted."));
        };
        if (signal.aborted || waiting.size >= places) {
          return reject(new Error("The queue is full, or the page is no longer wanted."));
        }
        const timer = setTimeout(giveUp, waitMs);
        signal.addEventListener("abort", giveUp);
        waiting.add(start);
        startNext();
      }),

    resume(): void {
      paused = false;
      startNext();
    },

    pause: () => void (paused = true),
  };
}
