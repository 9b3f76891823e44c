import { setImmediate as breathe } from "node:timers/promises";
import { createTestClock } from "../../testing/test-clock.ts";
import { openWorld } from "../../testing/world.ts";

/** A world at the rates of everyday, on a clock that moves only with `finish`, and stands while a provider is asked. */
export async function openTimedWorld(environment: Record<string, string> = {}) {
  const clock = createTestClock();
  let underWay = 0;
  const world = await openWorld(() => ({ UPSTREAM_RATE_FACTOR: "1", ...environment }), {
    clock,
    bucketClock: clock.now,
    guards: [
      async (_, send) => {
        underWay += 1;
        try {
          return await send();
        } finally {
          underWay -= 1;
        }
      },
    ],
  });
  return {
    world,
    clock,
    /** Lets time pass until a request has its response. */
    async finish<Result>(request: Promise<Result>): Promise<Result> {
      let isOver = false;
      const over = () => (isOver = true);
      request.then(over, over);
      while (!isOver) {
        await breathe();
        if (underWay === 0) await clock.pass(5);
      }
      return request;
    },
  };
}
