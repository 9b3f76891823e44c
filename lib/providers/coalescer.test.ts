import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../time/clock.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import { batchingFor, createCoalescer, type BulkHost } from "./coalescer.ts";
import { startDeadline, type Caller } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { Guard } from "./provider.ts";
import { createUpstream } from "./upstream/request.ts";
import { listen } from "../../testing/local-server.ts";
import { createTestClock } from "../../testing/test-clock.ts";

const call = { provider: "test", operation: "name" };
const SOON = 5_000;

let serverUrl: string;
const server = createServer((request, response) => {
  request
    .resume()
    .on("end", () => response.setHeader("content-type", "application/json").end("{}"));
});
beforeAll(async () => {
  serverUrl = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A coalescer whose calls leave one at a time, when the test says so. Keys with a sign go alone. */
function createWorld({ most = 3, tokens = 100, clock = systemClock } = {}) {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  let failure: Error | undefined;
  const gated: Guard = async (_call, send) => {
    await new Promise<void>((resolve) => gates.push(resolve));
    const failed = failure;
    failure = undefined;
    if (failed !== undefined) throw failed;
    return send();
  };
  const upstream = createUpstream({ userAgent: "Nametag/test", guards: [gated] });
  onTestFinished(() => upstream.close());
  const valueOf = (key: string) => (key.startsWith("no") ? null : key.toUpperCase());
  const host: BulkHost<string, string> = {
    upstream: (sent) => upstream.send({ ...sent, provider: call.provider }),
    call,
    capacity: () => ({ tokens, rate: 0.2, burst: 2, pausedForSeconds: 0 }),
    clock,
    single(key) {
      batches.push([key]);
      return { url: serverUrl, about: null, read: () => valueOf(key) };
    },
    bulk(keys) {
      batches.push([...keys]);
      return { url: serverUrl, about: null, read: () => valueOf };
    },
  };
  const together = createCoalescer([host], { most, isAlone: (key) => key.includes("-") });
  return {
    batches,
    request: (key: string, caller: Caller = { priority: "foreground" }, ms = SOON, waitMs = ms) =>
      together(key, startDeadline(ms, caller, { waitMs, clock })),
    /** The next call that leaves does not. */
    fail: (error: Error) => void (failure = error),
    /** Lets the next call leave. */
    async leave() {
      await expect.poll(() => gates.length).toBeGreaterThan(0);
      gates.shift()?.();
    },
  };
}

describe("keys that wait", () => {
  it("leave in one call when it gets a token, and each gets its own value", async () => {
    const { request, leave, batches } = createWorld();
    const results = ["a", "no one", "b", "c"].map((key) => request(key));
    await leave();
    await leave();
    expect(await Promise.all(results)).toEqual(["A", null, "B", "C"]);
    expect(batches).toEqual([["a", "no one", "b"], ["c"]]);
  });

  it("go by priority: foreground, then refresh, then background", async () => {
    const { request, leave, batches } = createWorld();
    const results = [
      request("background", { priority: "background" }),
      request("refresh", { priority: "refresh" }),
      request("foreground one"),
      request("foreground two"),
    ];
    await leave();
    await leave();
    await Promise.all(results);
    expect(batches).toEqual([["foreground one", "foreground two", "refresh"], ["background"]]);
  });

  it("are taken from one client after the other", async () => {
    const { request, leave, batches } = createWorld();
    const many = ["a1", "a2", "a3", "a4"].map((key) =>
      request(key, { priority: "foreground", client: "a" }),
    );
    const one = request("b1", { priority: "foreground", client: "b" });
    await leave();
    expect(await one).toBe("B1");
    expect(batches).toEqual([["a1", "b1", "a2"]]);
    await leave();
    await Promise.all(many);
  });

  it("are refused when there are too many, those of the client with the most of them first", async () => {
    const { request, leave } = createWorld({ tokens: 1 });
    const greedy = ["a1", "a2", "a3"].map((key) =>
      request(key, { priority: "foreground", client: "a" }),
    );
    const modest = request("b1", { priority: "foreground", client: "b" });
    await expect(greedy[2]).rejects.toMatchObject({ kind: "budget-spent", retryAfterSeconds: 5 });
    await leave();
    expect(await Promise.all([greedy[0], greedy[1], modest])).toEqual(["A1", "A2", "B1"]);
  });

  it("have deadlines of their own", async () => {
    const { request, leave, batches } = createWorld();
    const hurried = request("hurried", { priority: "foreground" }, 20);
    const patient = request("patient");
    await expect(hurried).rejects.toMatchObject({ kind: "budget-spent" });
    await leave();
    expect(await patient).toBe("PATIENT");
    expect(batches).toEqual([["patient"]]);
  });

  it("all fail with the reason for which their call could not be sent", async () => {
    const { request, leave, fail } = createWorld();
    fail(new UpstreamFailure("circuit-open", call, "later"));
    const results = [request("a"), request("b")].map((pending) =>
      pending.catch((error: unknown) => error),
    );
    await leave();
    expect(await Promise.all(results)).toEqual([
      expect.objectContaining({ kind: "circuit-open" }),
      expect.objectContaining({ kind: "circuit-open" }),
    ]);
  });
});

describe("keys that go alone", () => {
  const of = (client: string): Caller => ({ priority: "foreground", client });

  it("wait with the others: the next call is that of a newcomer", async () => {
    const { request, leave, batches } = createWorld();
    const first = ["a1", "a2", "a3"].map((key) => request(key, of("a")));
    await leave();
    await Promise.all(first);
    const keys = ["a4", "a5"].map((key) => request(key, of("a")));
    const newcomer = request("b-1", of("b"));
    await leave();
    expect(await newcomer).toBe("B-1");
    await leave();
    await Promise.all(keys);
    expect(batches.slice(1)).toEqual([["b-1"], ["a4", "a5"]]);
  });

  it("have one call of ten at most while others wait", async () => {
    const { request, leave, batches } = createWorld({ most: 1 });
    const alone = Array.from({ length: 3 }, (_, at) => request(`a-${at}`, of(`a${at}`)));
    const others = Array.from({ length: 20 }, (_, at) => request(`b${at}`, of(`b${at}`)));
    for (let call = 0; call < 23; call += 1) await leave();
    await Promise.all([...alone, ...others]);
    const places = batches.flatMap(([key = ""], at) => (key.includes("-") ? [at] : []));
    expect(places).toEqual([0, 10, 20]);
  });
});

it("a call that gets no token ends only the keys whose time is over", async () => {
  const clock = createTestClock();
  const { request, leave, fail, batches } = createWorld({ clock });
  fail(new UpstreamFailure("budget-spent", call, "no token"));
  const old = request("old", undefined, SOON, 1_000);
  await clock.pass(990);
  const recent = request("recent", undefined, SOON, 1_000);
  await leave();
  await expect(old).rejects.toMatchObject({ kind: "budget-spent" });
  await clock.pass(100);
  await leave();
  expect(await recent).toBe("RECENT");
  expect(batches).toEqual([["recent"]]);
});

const hostOf = (name: string, capacity: Partial<Capacity> = {}) => ({
  name,
  capacity: () => ({ tokens: 0, rate: 0.5, burst: 20, pausedForSeconds: 0, ...capacity }),
});

function batching(...hosts: ReturnType<typeof hostOf>[]) {
  const { hosts: order, ...rest } = batchingFor(hosts, 10);
  return { order: order.map(({ name }) => name).join(), ...rest };
}

describe("how the next call is filled", () => {
  it.each([
    ["has plenty", { tokens: 10 }, 0, 110],
    ["has half of that", { tokens: 5 }, 700, 60],
    ["is empty", { tokens: 0 }, 1_400, 10],
    ["owes", { tokens: -2 }, 1_400, 10],
    ["has very much", { tokens: 30_000, rate: 800, burst: 30_000 }, 0, 5_000],
    ["is paused", { tokens: 1, pausedForSeconds: 60 }, 0, 10],
    ["is empty and fast", { tokens: 0, rate: 112 }, 10, 2_240],
  ])("of a host that %s", (_, capacity, gatherMs, mostWaiting) => {
    expect(batching(hostOf("one", capacity))).toMatchObject({ gatherMs, mostWaiting });
  });

  it("goes to the first host while it has a token, and then to whichever has one first", () => {
    const other = { rate: 0.3, burst: 10 };
    expect(batching(hostOf("a", { tokens: 1 }), hostOf("b", { ...other, tokens: 9 })).order).toBe(
      "a,b",
    );
    expect(batching(hostOf("a"), hostOf("b", { ...other, tokens: 9 })).order).toBe("b,a");
    expect(
      batching(hostOf("a", { tokens: 0.2 }), hostOf("b", { ...other, tokens: 0.9 })).order,
    ).toBe("b,a");
    expect(
      batching(hostOf("a", { tokens: 9, pausedForSeconds: 5 }), hostOf("b", other)).order,
    ).toBe("b,a");
  });

  it.each([
    ["one", [{ tokens: 0.6 }], 800],
    ["two, of which neither has a whole token", [{ tokens: 0.6 }, { tokens: 0.6 }], 800],
    ["two with enough", [{ tokens: 1 }, { tokens: 1.2 }], 0],
    ["two, of which one is paused", [{ tokens: 1 }, { tokens: 0, pausedForSeconds: 9 }], 0],
    ["one that is too slow for any key to wait", [{ tokens: 0, rate: 0.1 }], 0],
    ["one that is paused", [{ pausedForSeconds: 9 }], 0],
  ])("leaves as evenly as tokens come: %s", (_, capacities, tokenMs) => {
    const hosts = capacities.map((capacity, at) => hostOf(`${at}`, capacity));
    expect(batching(...hosts).tokenMs).toBeCloseTo(tokenMs);
  });

  it("adds up the rates of all hosts", () => {
    const both = [
      hostOf("a", { tokens: 3 }),
      hostOf("b", { rate: 0.3, burst: 10, tokens: 2 }),
    ] as const;
    expect(batching(...both)).toMatchObject({ mostWaiting: 60, retrySeconds: 2 });
    expect(
      batching(hostOf("a", { pausedForSeconds: 9 }), hostOf("b", { pausedForSeconds: 7 })),
    ).toMatchObject({ retrySeconds: 7 });
  });
});
