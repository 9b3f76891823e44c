import { beforeEach, describe, expect, it } from "vitest";
import type { FailureKind } from "../failure.ts";
import { createTestBreakers, endOf, failed, fails, misses, succeeds } from "./guarded.fixture.ts";

let test: ReturnType<typeof createTestBreakers>;

beforeEach(() => {
  test = createTestBreakers();
});

describe("a closed breaker", () => {
  it("hands on what comes", async () => {
    expect(await test.guarded(succeeds)).toBe("value");
    expect(await test.guarded(misses)).toBe(null);
    expect(await endOf(test.guarded(fails("timeout")))).toBe("timeout");
  });

  it("opens after five failures in a row", async () => {
    await test.repeat(4, fails("error"));
    expect(test.status()).toMatchObject({ state: "closed", failuresInARow: 4, secondsLeft: 0 });
    await test.repeat(1, fails("bad-response"));
    expect(test.status()).toMatchObject({ state: "open", failuresInARow: 5, secondsLeft: 30 });
    expect(await test.secondsToWait()).toBe(30);
  });

  it.each([
    [0, "open"],
    [29, "open"],
    [30, "closed"],
  ])("when half of twenty calls failed within %i s, is %s", async (seconds, expected) => {
    for (let pair = 0; pair < 9; pair += 1) {
      await test.repeat(1, succeeds);
      await test.repeat(1, fails("error"));
    }
    await test.repeat(1, succeeds);
    expect(test.status()?.state).toBe("closed");
    test.clock.advance(seconds);
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe(expected);
  });

  it("stays closed when less than half have failed", async () => {
    for (let round = 0; round < 50; round += 1) {
      await test.repeat(3, succeeds);
      await test.repeat(2, fails("error"));
    }
    expect(test.status()?.state).toBe("closed");
  });

  it.each<[FailureKind, boolean]>([
    ["unavailable", true],
    ["tls", true],
    ["timeout", true],
    ["error", true],
    ["bad-response", true],
    ["mismatch", true],
    ["throttled", false],
    ["refused", false],
    ["unknown-here", false],
    ["budget-spent", false],
    ["circuit-open", false],
  ])("takes %s for a fault: %s", async (kind, isFault) => {
    await test.repeat(5, fails(kind));
    expect(test.status()?.state).toBe(isFault ? "open" : "closed");
  });

  it("takes a mistake of ours for neither good nor bad", async () => {
    await test.repeat(4, fails("error"));
    await test.repeat(50, () => Promise.reject(new TypeError("ours")));
    expect(test.status()?.state).toBe("closed");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
  });
});

describe("an open breaker", () => {
  it("refuses at once, and says for how long", async () => {
    await test.repeat(5, fails("error"));
    test.clock.advance(10.5);
    expect(await test.secondsToWait()).toBe(20);
    test.clock.advance(19.4);
    expect(await test.secondsToWait()).toBe(1);
    test.clock.advance(0.1);
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it("never demands a wait of more than ten minutes", async () => {
    await test.repeat(5, fails("error", { retryAfterSeconds: 720 }));
    expect(test.status()?.secondsLeft).toBe(720);
    expect(await test.secondsToWait()).toBe(600);
  });

  it("ignores the end of calls that began before", async () => {
    const early = [test.begin(), test.begin()];
    await test.repeat(5, fails("error"));
    await early[0]?.ends("value");
    await early[1]?.ends(failed("error"));
    expect(test.status()).toMatchObject({ state: "open", secondsLeft: 30 });
    expect(test.changes).toEqual(["request open"]);
  });

  it.each([
    [0, 24],
    [0.5, 30],
    [0.999_999, 36],
  ])("spreads its time by a fifth: %s gives %i s", async (random, seconds) => {
    test = createTestBreakers({ random: () => random });
    await test.repeat(5, fails("error"));
    expect(test.status()?.secondsLeft).toBe(seconds);
  });

  it("keeps the other operations going", async () => {
    await test.repeat(5, fails("error"));
    expect(await test.guarded(succeeds, "other")).toBe("value");
    expect(test.states()).toMatchObject([
      { provider: "test", operation: "request", state: "open" },
      { provider: "test", operation: "other", state: "closed" },
    ]);
  });
});

describe("a half-open breaker", () => {
  beforeEach(async () => {
    await test.repeat(5, fails("error"));
    test.clock.advance(30);
  });

  it("lets one probe through and refuses the others at once", async () => {
    const probe = test.begin();
    expect(test.status()?.state).toBe("half-open");
    expect(await test.secondsToWait()).toBe(1);
    await probe.ends("value");
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it("closes after two successes, and then doubles nothing", async () => {
    await test.repeat(1, misses);
    expect(test.status()?.state).toBe("half-open");
    await test.repeat(1, fails("unknown-here"));
    expect(test.status()).toMatchObject({ state: "closed", openings: 0, failuresInARow: 0 });
    expect(test.changes).toEqual(["request open", "request half-open", "request closed"]);
    await test.repeat(5, fails("error"));
    expect(await test.secondsToWait()).toBe(30);
  });

  it("does not count what failed before it opened", async () => {
    test = createTestBreakers({ random: () => 0 });
    for (let round = 0; round < 6; round += 1) {
      await test.repeat(3, fails("error"));
      await test.repeat(1, succeeds);
    }
    expect(test.status()?.state).toBe("open");
    test.clock.advance(24);
    await test.repeat(2, succeeds);
    expect(test.status()?.state).toBe("closed");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("closed");
  });

  it("opens for twice as long when the probe fails", async () => {
    await test.repeat(1, fails("error"));
    expect(await test.secondsToWait()).toBe(60);
    test.clock.advance(60);
    await test.repeat(1, fails("error"));
    expect(await test.secondsToWait()).toBe(120);
    for (const seconds of [240, 300, 300]) {
      test.clock.advance(test.status()?.secondsLeft ?? 0);
      await test.repeat(1, fails("error"));
      expect(await test.secondsToWait()).toBe(seconds);
    }
  });
});
