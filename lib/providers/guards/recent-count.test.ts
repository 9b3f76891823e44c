import { describe, expect, it } from "vitest";
import { createTestClock } from "./guarded.fixture.ts";
import { createRecentCount } from "./recent-count.ts";

describe("a recent count", () => {
  it("forgets what is older than its window", () => {
    const clock = createTestClock();
    const count = createRecentCount(30, clock.now);
    count.add();
    count.add();
    clock.advance(10);
    count.add();
    expect(count.total()).toBe(3);
    clock.advance(19.9);
    expect(count.total()).toBe(3);
    clock.advance(0.1);
    expect(count.total()).toBe(1);
    clock.advance(10);
    expect(count.total()).toBe(0);
  });

  it("forgets everything when told to", () => {
    const count = createRecentCount(30, createTestClock().now);
    count.add();
    count.clear();
    expect(count.total()).toBe(0);
  });
});
