import { beforeEach, describe, expect, it } from "vitest";
import { createTestBreakers, fails, misses, succeeds, type Send } from "./breaker.fixture.ts";
import type { FailureKind } from "../failure.ts";
import { endOf } from "./guarded.fixture.ts";

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

  it.each<[string, Send]>([
    ["a value", succeeds],
    ["null", misses],
    ["a soft miss", fails("unknown-here")],
  ])("starts counting again after %s", async (_, success) => {
    await test.repeat(4, fails("error"));
    await test.repeat(1, success);
    await test.repeat(4, fails("error"));
    expect(test.status()?.state).toBe("closed");
  });

  it.each<[string, Send]>([
    ["a spent budget", fails("budget-spent")],
    ["429", fails("throttled")],
    ["403", fails("refused")],
    ["a mistake of ours", () => Promise.reject(new TypeError("ours"))],
  ])("takes %s for neither good nor bad", async (_, neither) => {
    await test.repeat(4, fails("error"));
    await test.repeat(50, neither);
    expect(test.status()?.state).toBe("closed");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
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

  it("does not count what says nothing about the upstream", async () => {
    await test.repeat(10, fails("timeout", { isInconclusive: true }));
    expect(test.status()?.state).toBe("closed");
    await test.repeat(5, fails("timeout"));
    expect(test.status()?.state).toBe("open");
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
});
