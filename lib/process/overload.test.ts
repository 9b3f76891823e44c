import { afterEach, describe, expect, it } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import { watchLoad, type Load } from "./overload.ts";

let load: Load | undefined;

afterEach(() => load?.stop());

/** A load whose event loop is as late as the test says, and how it goes on. */
function openLoad() {
  const clock = createTestClock();
  let lateMs = 0;
  load = watchLoad(clock, {
    reset: () => undefined,
    percentile: () => lateMs,
  });
  const { isOverloaded } = load;
  return {
    isOverloaded: (all: number, ofNetwork: number, networks: number) =>
      isOverloaded(() => ({ all, ofNetwork, networks })),
    pass(milliseconds: number, late: number) {
      lateMs = late;
      clock.advance(milliseconds);
    },
  };
}

describe("a process", () => {
  it("is overloaded while its event loop is late and many requests are under way", () => {
    const { isOverloaded, pass } = openLoad();
    pass(10_000, 200);
    expect(isOverloaded(1_000, 1_000, 1)).toBe(false);
    pass(1_500, 201);
    expect(isOverloaded(1_000, 1_000, 1)).toBe(true);
    // Other programs must be the reason when there are few.
    expect([isOverloaded(31, 31, 1), isOverloaded(32, 32, 1)]).toEqual([false, true]);
    pass(500, 200);
    expect(isOverloaded(1_000, 1_000, 1)).toBe(false);
  });

  it("refuses what a client wants beyond its share", () => {
    const { isOverloaded, pass } = openLoad();
    pass(1_500, 201);
    // One of two networks has nearly everything.
    expect([isOverloaded(100, 99, 2), isOverloaded(100, 0, 2)]).toEqual([true, false]);
    expect([isOverloaded(100, 8, 4), isOverloaded(100, 7, 4)]).toEqual([true, false]);
    // Each of many networks has little.
    expect(isOverloaded(100, 0, 33)).toBe(true);
  });

  it("is not overloaded by a sudden burst", () => {
    const { isOverloaded, pass } = openLoad();
    pass(1_499, 900);
    expect(isOverloaded(1_000, 1_000, 1)).toBe(false);
    // Only without a pause is it more than one burst.
    pass(1, 0);
    pass(1_000, 900);
    expect(isOverloaded(1_000, 1_000, 1)).toBe(false);
  });

  it("sees by itself that its event loop is late", async () => {
    const watched = (load = watchLoad());
    const busy = () => {
      const until = performance.now() + 300;
      while (performance.now() < until);
      return watched.isOverloaded(() => ({ all: 1_000, ofNetwork: 1_000, networks: 1 }));
    };
    expect(watched.isOverloaded(() => ({ all: 1_000, ofNetwork: 1_000, networks: 1 }))).toBe(false);
    await expect.poll(busy, { interval: 1 }).toBe(true);
  });
});
