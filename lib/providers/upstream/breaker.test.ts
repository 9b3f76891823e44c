import { beforeEach, describe, expect, it } from "vitest";
import type { FailureKind } from "../failure.ts";
import { createTestBreakers, endOf, failed, fails, misses, succeeds } from "./guarded.fixture.ts";
import { createStreak } from "./breaker.ts";

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

  it("opens after five failures, over three seconds", async () => {
    await test.repeat(50, fails("error"));
    test.clock.advance(2.9);
    await test.repeat(9, fails("incomplete"));
    expect(test.status()?.state).toBe("closed");
    test.clock.advance(0.1);
    await test.repeat(1, fails("incomplete"));
    expect(test.status()?.state).toBe("open");
  });

  it("goes by when calls began: a success of a later one outdoes what hangs", async () => {
    const hanging = Array.from({ length: 9 }, () => test.begin());
    test.clock.advance(0.1);
    await test.repeat(1, succeeds);
    test.clock.advance(4);
    for (const one of hanging) await one.ends(failed("timeout"));
    expect(test.status()?.state).toBe("closed");
  });

  it("goes by when calls began: a success of an earlier one outdoes no failure", async () => {
    const slow = test.begin();
    test.clock.advance(0.1);
    await test.repeat(4, fails("error"));
    test.clock.advance(4);
    await slow.ends("value");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
  });

  it("goes by when calls began: what hung before a success is no part of the three seconds", async () => {
    const hanging = test.begin();
    test.clock.advance(0.1);
    await test.repeat(1, succeeds);
    test.clock.advance(4);
    await hanging.ends(failed("timeout"));
    await test.repeat(5, fails("error"));
    expect(test.status()?.state).toBe("closed");
    test.clock.advance(3);
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
  });

  it("counts each identifier once, however often it fails, and whatever succeeds meanwhile", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for (let round = 0; round < 20; round += 1) {
      for (const about of names) await test.repeat(2, fails("timeout", { about }));
      test.clock.advance(20);
      if (round === 0) await test.repeat(1, succeeds);
    }
    expect(test.changes).toEqual([]);
    for (const about of ["i", "j", "k", "l"]) await test.repeat(1, fails("timeout", { about }));
    test.clock.advance(3);
    expect(test.changes).toEqual([]);
    await test.repeat(1, fails("timeout", { about: "m" }));
    expect(test.changes).toEqual(["request open"]);
  });

  it("counts an identifier anew after a success of its own, or after 64 others", async () => {
    const names = ["a", "b", "c", "d", "e"];
    for (const about of names) await test.repeat(1, fails("error", { about }));
    for (const about of names) await test.repeat(1, succeeds, { about });
    for (const about of names) await test.repeat(1, fails("error", { about }));
    await test.repeat(64, fails("error"));
    await test.repeat(1, succeeds);
    test.clock.advance(0.1);
    for (const about of names) {
      expect(test.changes).toEqual([]);
      await test.repeat(1, fails("error", { about }));
      test.clock.advance(1);
    }
    expect(test.changes).toEqual(["request open"]);
  });

  it.each<[FailureKind, boolean]>([
    ["unavailable", true],
    ["tls", true],
    ["timeout", true],
    ["error", true],
    ["incomplete", true],
    ["refused", true],
    ["bad-response", false],
    ["mismatch", false],
    ["throttled", false],
    ["unknown-here", false],
    ["budget-spent", false],
    ["circuit-open", false],
  ])("takes %s for a fault: %s", async (kind, isFault) => {
    await test.failFive(kind);
    expect(test.status()?.state).toBe(isFault ? "open" : "closed");
  });

  it("takes a mistake of ours for neither good nor bad", async () => {
    await test.repeat(4, fails("error"));
    test.clock.advance(3);
    await test.repeat(50, () => Promise.reject(new TypeError("ours")));
    expect(test.status()?.state).toBe("closed");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
  });
});

describe("an open breaker", () => {
  /** The seconds after which calls of these clients, which fail, are let through. */
  const whenSent = async (seconds: number, clients: (second: number) => string[]) => {
    const sent: number[] = [];
    for (let second = 1; second <= seconds; second += 1) {
      test.clock.advance(1);
      for (const client of clients(second)) {
        const end = await endOf(test.guarded(fails("error"), { client }));
        if (end === "error") sent.push(second);
      }
    }
    return sent;
  };

  beforeEach(async () => {
    await test.repeat(1, fails("error"), { client: "failing" });
    await test.failFive("error");
  });

  it("refuses at once, and says for how long", async () => {
    expect(await test.secondsToWait()).toBe(1);
    expect(await test.secondsToWait({ client: "failing" })).toBe(2);
    test.clock.advance(0.5);
    expect(await test.secondsToWait({ client: "failing" })).toBe(2);
    test.clock.advance(0.5);
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it("lets calls of others through after 1, 2, 4, 8, and every 15 s", async () => {
    const sent = await whenSent(62, (second) => [`client ${second}`]);
    expect(sent).toEqual([1, 3, 7, 15, 30, 45, 60]);
  });

  it("lets calls of networks that failed through after 2, 4, 8, and every 15 s", async () => {
    expect(await whenSent(62, () => ["failing"])).toEqual([2, 6, 14, 29, 44, 59]);
  });

  it("takes an identifier that failed for one of a network that failed", async () => {
    test = createTestBreakers();
    await test.repeat(1, fails("error", { about: "known" }));
    await test.failFive("error");
    expect(await test.secondsToWait({ about: "known", client: "another" })).toBe(2);
    expect(await test.secondsToWait({ about: "new", client: "another" })).toBe(1);
    test.clock.advance(2);
    expect(await test.guarded(succeeds, { about: "known" })).toBe("value");
  });

  it("lets no more than eight a minute through, of both", async () => {
    const sent = await whenSent(600, (second) => [`client ${second}`, "failing"]);
    const most = sent.map((at) => sent.filter((one) => one >= at && one < at + 60).length);
    expect(Math.max(...most)).toBe(8);
    expect(sent.length).toBeGreaterThan(75);
  });

  it("takes a network's calls for those of others again, once one of them succeeded", async () => {
    test.clock.advance(2);
    await test.repeat(1, succeeds, { client: "failing" });
    test.clock.advance(1);
    await test.failFive("error");
    expect(await test.secondsToWait({ client: "failing" })).toBe(1);
  });

  it("does not count a call that was not sent", async () => {
    test.clock.advance(1);
    expect(await endOf(test.guarded(fails("budget-spent")))).toBe("budget-spent");
    expect(await test.guarded(succeeds)).toBe("value");
  });

  it.each([
    ["a value", "value" as const],
    ["there is none", "none" as const],
    ["it knows only others", failed("unknown-here")],
  ])("closes after one success (%s), and forgets what failed before", async (_, end) => {
    test.clock.advance(1);
    await test.begin().ends(end);
    expect(test.changes).toEqual(["request open", "request closed"]);
    test.clock.advance(10);
    await test.repeat(4, fails("error"));
    test.clock.advance(10);
    expect(test.status()?.state).toBe("closed");
    await test.repeat(1, fails("error"));
    expect(test.status()?.state).toBe("open");
    expect(await test.secondsToWait()).toBe(1);
  });

  it.each([
    ["makes no sense", failed("mismatch")],
    ["is a 429", failed("throttled")],
    ["took too long with too little time", failed("timeout", { isInconclusive: true })],
  ])("is not closed by what %s, and goes on with others", async (_, end) => {
    test.clock.advance(1);
    await test.begin({ client: "odd" }).ends(end);
    test.clock.advance(2);
    await test.repeat(1, fails("error"), { client: "odd" });
    expect(test.status()?.state).toBe("open");
    await test.repeat(1, succeeds, { client: "another" });
    expect(test.status()?.state).toBe("closed");
  });

  it("is closed by the late success of a call that began after the failures, and of none before", async () => {
    test = createTestBreakers();
    const early = test.begin();
    test.clock.advance(1);
    await test.repeat(4, fails("error"));
    const late = test.begin();
    test.clock.advance(3);
    await test.repeat(1, fails("error"));
    await early.ends("value");
    expect(test.status()?.state).toBe("open");
    test.clock.advance(0.1);
    await late.ends("value");
    expect(test.status()?.state).toBe("closed");
  });

  it.each([
    [30, 30],
    [720, 60],
  ])(
    "does as it is told when it opens by a Retry-After of %i s, for %i s",
    async (asked, waits) => {
      test = createTestBreakers();
      await test.failFive("error", { retryAfterSeconds: asked });
      expect(await test.secondsToWait()).toBe(waits);
      test.clock.advance(waits);
      expect(await test.guarded(succeeds)).toBe("value");
    },
  );

  it("keeps the other operations going", async () => {
    expect(await test.guarded(succeeds, { operation: "other" })).toBe("value");
    expect(test.states()).toEqual([
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
    expect(test.changes).toEqual(["request garbled"]);
    expect(await test.guarded(succeeds)).toBe("value");
    expect(test.changes).toEqual(["request garbled", "request closed"]);
  });

  it.each([
    ["several players, for half a minute", () => odd(0, NAMES).then(() => odd(30, ["a"])), true],
    ["several players, for less", () => odd(0, NAMES).then(() => odd(29, ["a"])), false],
    ["few players, for longer", () => odd(0, NAMES.slice(1)).then(() => odd(90, ["b"])), false],
  ])("is shown to fail, after %s", async (_, happens, isShown) => {
    await happens();
    expect(test.status()?.state).toBe(isShown ? "garbled" : "closed");
  });

  it("counts from the last answer that made sense", async () => {
    await odd(0, NAMES);
    await test.repeat(1, misses);
    await odd(60, NAMES);
    expect(test.status()?.state).toBe("closed");
  });

  it("opens as any other when it does not respond at all", async () => {
    await odd(0, NAMES);
    await odd(30, NAMES);
    await test.failFive("timeout");
    expect(test.changes).toEqual(["request garbled", "request open"]);
  });
});

describe("refusals", () => {
  const refuse = async (clients: string[], options: { about?: string } = {}) => {
    for (const client of clients) await test.repeat(1, fails("refused", options), { client });
  };

  it("slow the rate down when one opens the breaker", async () => {
    await test.failFive("refused");
    expect(test.slowed()).toBe(1);
  });

  it("slow nothing down when another failure opens it", async () => {
    await refuse(["one"]);
    await test.failFive("error");
    expect(test.slowed()).toBe(0);
  });

  it.each([
    ["five of two networks", ["one", "one", "two", "one", "one"], {}, 1],
    ["four of two networks", ["one", "one", "two", "one"], {}, 0],
    ["any number of one network", Array.from({ length: 50 }, () => "one"), {}, 0],
    ["the same identifier", ["one", "two", "one", "two", "one", "two"], { about: "a" }, 0],
    ["a minute full of them, once", Array.from({ length: 50 }, (_, at) => `${at}`), {}, 1],
  ])("slow the rate down, though others succeed: %s", async (_, clients, options, times) => {
    for (const client of clients) {
      test.clock.advance(1);
      await refuse([client], options);
      await test.repeat(1, succeeds);
    }
    expect(test.slowed()).toBe(times);
    expect(test.changes).toEqual([]);
  });

  it("are forgotten after a minute", async () => {
    await refuse(["one", "two", "three", "four"]);
    test.clock.advance(60);
    await test.repeat(1, succeeds);
    await refuse(["five", "six", "seven", "eight"]);
    expect(test.slowed()).toBe(0);
    await refuse(["nine"]);
    expect(test.slowed()).toBe(1);
  });
});

describe("a streak of failures", () => {
  it("is several when five identifiers came, each of which counts once", () => {
    const streak = createStreak();
    const added = ["a", "b", "a", "c", "d", "d", "d", "e"].map((about) => streak.add(about));
    expect(added).toEqual([false, false, false, false, false, false, false, true]);
    expect(streak.add("a")).toBe(true);
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
});
