import { beforeEach, describe, expect, it } from "vitest";
import type { FailureKind } from "../failure.ts";
import { createStreak } from "./breaker.ts";
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
    await test.repeat(1, fails("incomplete"));
    expect(test.status()).toMatchObject({ state: "open", secondsLeft: 30 });
    expect(await test.secondsToWait()).toBe(30);
  });

  it("stays closed while any answer comes in between", async () => {
    for (let round = 0; round < 50; round += 1) {
      await test.repeat(4, fails("error"));
      await test.repeat(1, succeeds);
    }
    expect(test.status()?.state).toBe("closed");
  });

  it("counts each identifier once, however often it fails", async () => {
    for (const about of ["a", "b", "c", "d"]) await test.repeat(50, fails("timeout", { about }));
    expect(test.status()).toMatchObject({ state: "closed", failuresInARow: 4 });
    await test.repeat(1, fails("timeout", { about: "e" }));
    expect(test.status()?.state).toBe("open");
  });

  it.each<[FailureKind, boolean]>([
    ["unavailable", true],
    ["tls", true],
    ["timeout", true],
    ["error", true],
    ["incomplete", true],
    ["bad-response", false],
    ["mismatch", false],
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

describe("a breaker whose upstream makes no sense", () => {
  const odd = async (seconds: number, names: string[]) => {
    test.clock.advance(seconds);
    for (const about of names) await test.repeat(20, fails("bad-response", { about }));
  };
  const NAMES = ["a", "b", "c", "d", "e"];

  it("stops nobody, whoever chooses the players and for however long", async () => {
    for (let minute = 0; minute < 60; minute += 1) await odd(60, NAMES);
    expect(test.changes).toEqual(["request half-open"]);
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it.each([
    ["several players, for half a minute", () => odd(0, NAMES).then(() => odd(30, ["a"])), true],
    ["several players, for less", () => odd(0, NAMES).then(() => odd(29, ["a"])), false],
    ["few players, for longer", () => odd(0, NAMES.slice(1)).then(() => odd(90, ["b"])), false],
  ])("is shown to fail, after %s", async (_, happens, isShown) => {
    await happens();
    expect(test.status()?.state).toBe(isShown ? "half-open" : "closed");
  });

  it("is shown to work again when two answers make sense", async () => {
    await odd(0, NAMES);
    await odd(30, NAMES);
    const waiting = Array.from({ length: 20 }, () => test.begin());
    await waiting[0]?.ends("value");
    expect(test.status()?.state).toBe("half-open");
    await waiting[1]?.ends("none");
    expect(test.status()?.state).toBe("closed");
  });

  it("counts from the last answer that made sense", async () => {
    await odd(0, NAMES);
    await test.repeat(1, misses);
    await odd(60, NAMES);
    expect(test.status()?.state).toBe("closed");
  });
});

describe("a half-open breaker", () => {
  beforeEach(async () => {
    await test.repeat(5, fails("error"));
    test.clock.advance(30);
  });

  it("lets five calls through, and refuses others at once until a response comes", async () => {
    const probes = Array.from({ length: 5 }, () => test.begin());
    expect(test.status()?.state).toBe("half-open");
    expect(await test.secondsToWait()).toBe(1);
    await probes[3]?.ends("value");
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it("lets others follow after a response that makes no sense, and is not closed by it", async () => {
    const probes = Array.from({ length: 5 }, () => test.begin());
    await probes[0]?.ends(failed("mismatch"));
    expect(test.status()).toMatchObject({ state: "half-open", openings: 1 });
    await test.repeat(2, succeeds);
    expect(test.status()?.state).toBe("closed");
  });

  it.each([
    ["nothing is learned", failed("timeout", { isInconclusive: true }), 4],
    ["it refuses", failed("throttled"), 5],
    ["there is no such thing as a client names", failed("error", { isGuess: true }), 5],
  ])("lets the next one through when %s", async (_, end, more) => {
    const probes = Array.from({ length: 5 }, () => test.begin());
    await probes[0]?.ends(end);
    for (let time = 4; time < more; time += 1) test.begin();
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
    await test.repeat(2, succeeds);
    await test.repeat(4, fails("error"));
    expect(test.status()?.state).toBe("closed");
  });

  it("learns nothing from identifiers that had failed before", async () => {
    test = createTestBreakers();
    const names = ["a", "b", "c", "d", "e"];
    for (const about of names) await test.repeat(1, fails("error", { about }));
    expect(await test.secondsToWait()).toBe(30);
    test.clock.advance(30);
    for (const about of names) await test.repeat(9, fails("error", { about }));
    expect(test.status()).toMatchObject({ state: "half-open", openings: 1 });
    for (const about of ["f", "g", "h", "i"]) await test.repeat(9, fails("error", { about }));
    expect(test.status()).toMatchObject({ state: "half-open", openings: 1 });
    await test.repeat(1, fails("error", { about: "j" }));
    expect(await test.secondsToWait()).toBe(60);
  });

  it("opens for twice as long when five more fail", async () => {
    await test.repeat(5, fails("error"));
    expect(await test.secondsToWait()).toBe(60);
    test.clock.advance(60);
    await test.repeat(5, fails("error"));
    expect(await test.secondsToWait()).toBe(120);
    for (const seconds of [240, 300, 300]) {
      test.clock.advance(test.status()?.secondsLeft ?? 0);
      await test.repeat(5, fails("error"));
      expect(await test.secondsToWait()).toBe(seconds);
    }
  });
});

describe("a streak of failures", () => {
  it("is several when five identifiers came, each of which counts once", () => {
    const streak = createStreak();
    const added = ["a", "b", "a", "c", "d", "d", "d", "e"].map((about) => streak.add(about));
    expect(added).toEqual([false, false, false, false, false, false, false, true]);
    streak.clear();
    expect(streak.add("a")).toBe(false);
  });

  it("counts what has no name each time", () => {
    const streak = createStreak();
    expect(Array.from({ length: 5 }, () => streak.add(null))).toEqual([
      ...Array.from({ length: 4 }, () => false),
      true,
    ]);
  });

  it("remembers the last 64 after a restart, and no more", () => {
    const streak = createStreak();
    for (let number = 0; number < 64; number += 1) streak.add(`${number}`);
    streak.restart();
    for (let number = 0; number < 64; number += 1) streak.add(`${number}`);
    expect(streak.count()).toBe(0);
    streak.add("64");
    streak.add("0");
    expect(streak.count()).toBe(2);
  });
});
