import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createStallWatch } from "./stalls.ts";

/** Keeps the event loop from doing anything else. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("the stall watch", () => {
  it("sees a stall that ends the call", () => {
    const end = createStallWatch().begin();
    block(350);
    expect(end()).toBe(true);
  });

  it("sees a stall in the middle of a call", async () => {
    const end = createStallWatch().begin();
    await wait(10);
    block(350);
    await wait(250);
    expect(end()).toBe(true);
  });

  it("sees none in a long call during which nothing is late", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    try {
      const end = createStallWatch().begin();
      vi.advanceTimersByTime(5_000);
      expect(end()).toBe(false);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets a call that begins after a stall know nothing of it", () => {
    const watch = createStallWatch();
    const endFirst = watch.begin();
    block(350);
    const endSecond = watch.begin();
    expect(endSecond()).toBe(false);
    expect(endFirst()).toBe(true);
  });

  it("does not take the time when nobody watched for a stall", () => {
    const watch = createStallWatch();
    watch.begin()();
    block(350);
    expect(watch.begin()()).toBe(false);
  });
});
