import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../../sandbox/faults/fault.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { systemClock } from "../../time/clock.ts";
import type { JavaUuid } from "../../contract/identifiers.ts";
import { createAll } from "../../../testing/providers.ts";
import { startDeadline } from "../deadline.ts";
import { createUpstream } from "./request.ts";
import { createBreakers } from "./breaker.ts";
import { createMemoryStore } from "../../cache/stores/memory.ts";
import { createBudget } from "../../upstream-budget/budget.ts";
import { createStoreTokens } from "../../upstream-budget/token-bucket.ts";
import { createTestClock } from "../../../testing/test-clock.ts";
import { createTestCall, endOf } from "./guarded.fixture.ts";
import { createBudgetGuard, createRetry } from "./guards.ts";

/** Players of whom there is no end. */
const uuidOf = (player: number) =>
  `e0000000000040008000${player.toString(16).padStart(12, "0")}` as JavaUuid;
const ROUTE = "mojang-session.profile";

let sandbox: Sandbox;
let upstream: ReturnType<typeof createUpstream>;
let breakers: ReturnType<typeof createBreakers>;
let laterMs: number;
let player: number;
let changes: string[];

beforeAll(async () => {
  sandbox = await startSandbox();
});

beforeEach(() => {
  laterMs = 0;
  player = 0;
  changes = [];
  breakers = createBreakers({
    clock: { ...systemClock, monotonic: () => laterMs },
    onChange: ({ provider, operation, state }) => changes.push(`${provider} ${operation} ${state}`),
  });
  upstream = createUpstream({
    userAgent: "Nametag/test",
    guards: [breakers.guard, createRetry(() => 0)],
    // A busy machine must not hide what is tested here.
    stallMs: Infinity,
  });
});

afterEach(async () => {
  sandbox.control.reset();
  await upstream.close();
});

afterAll(() => sandbox.close());

/** Requests the profile of another player each time; gives how that ended. */
function request(milliseconds = 3_000): Promise<string> {
  player += 1;
  return requestOf(player, milliseconds);
}

function requestOf(number: number, milliseconds = 3_000): Promise<string> {
  const { session } = createAll(upstream.send, sandbox.environment);
  return endOf(session.sessionOf(uuidOf(number), startDeadline(milliseconds)));
}

/** Several, one second after the other. */
async function requestTimes(times: number): Promise<string[]> {
  const ends: string[] = [];
  for (let time = 0; time < times; time += 1) {
    if (time > 0) laterMs += 1_000;
    ends.push(await request());
  }
  return ends;
}

function arm(fault: Fault, times?: number): void {
  sandbox.control.fault({ route: ROUTE, fault, ...(times === undefined ? {} : { times }) });
}

const calls = () => sandbox.control.count();
const status = () => breakers.states()[0];

describe("the breaker before a real upstream", () => {
  it.each<[string, Fault, string, number]>([
    ["500", { kind: "status", status: 500 }, "error", 5],
    ["responses torn off by a reset", { kind: "reset-mid-body" }, "incomplete", 5],
    // Three of them are tried twice: that is all the retry budget has.
    ["dropped connections", { kind: "drop" }, "unavailable", 8],
    ["503", { kind: "status", status: 503 }, "error", 8],
    ["403", { kind: "status", status: 403 }, "refused", 5],
    ["401", { kind: "status", status: 401 }, "refused", 5],
  ])("opens when five players got %s", async (_, fault, kind, requests) => {
    arm(fault);
    expect(await requestTimes(5)).toEqual(Array.from({ length: 5 }, () => kind));
    expect(await request()).toBe("circuit-open");
    expect(calls()).toBe(requests);
  });

  it.each<[string, Fault, string]>([
    ["500", { kind: "status", status: 500 }, "error"],
    ["half a response", { kind: "truncate" }, "incomplete"],
    ["a connection that drops", { kind: "drop" }, "unavailable"],
    ["403", { kind: "status", status: 403 }, "refused"],
  ])("stays closed when one player always gets %s", async (_, fault, kind) => {
    arm(fault);
    for (let time = 0; time < 12; time += 1) {
      laterMs += 1_000;
      expect(await requestOf(1)).toBe(kind);
    }
    sandbox.control.clearFaults();
    expect(await requestOf(2)).toBe("value");
  });

  it("stays closed however many players get web pages", async () => {
    arm({ kind: "wrong-type" }, 12);
    for (let time = 0; time < 12; time += 1) {
      expect(await request()).toBe("bad-response");
      laterMs += 60_000;
    }
    expect(status()?.state).toBe("garbled");
    expect(await request()).toBe("value");
    expect(changes.map((change) => change.split(" ").at(-1))).toEqual(["garbled", "closed"]);
  });

  it("opens after timeouts, and then fails at once", async () => {
    arm({ kind: "hang" });
    const sent = Array.from({ length: 5 }, () => request(1_100));
    laterMs += 3_000;
    expect(new Set(await Promise.all(sent))).toEqual(new Set(["timeout"]));
    expect(calls()).toBe(5);
    const before = calls();
    expect(await request()).toBe("circuit-open");
    expect(calls()).toBe(before);
  });

  it("comes back when the provider does", async () => {
    arm({ kind: "status", status: 500 }, 7);
    await requestTimes(5);
    for (const [waitMs, ends] of [
      [999, "circuit-open"],
      [1, "error"],
      [1_999, "circuit-open"],
      [1, "error"],
      [3_999, "circuit-open"],
      [1, "value"],
      [0, "value"],
    ] as const) {
      laterMs += waitMs;
      expect(await request()).toBe(ends);
    }
    expect(calls()).toBe(9);
    expect(changes).toEqual(["mojang-session profile open", "mojang-session profile closed"]);
  });

  it("comes back although the first to ask gets an answer that makes no sense", async () => {
    arm({ kind: "drop" });
    await requestTimes(5);
    sandbox.control.clearFaults();
    arm({ kind: "not-json" }, 1);
    laterMs += 1_000;
    expect(await request()).toBe("bad-response");
    laterMs += 2_000;
    expect(await requestTimes(3)).toEqual(["value", "value", "value"]);
    expect(status()?.state).toBe("closed");
  });
});

it("a wait for a token counts against all that its lookup may wait", async () => {
  const clock = createTestClock();
  const tokens = createStoreTokens(createMemoryStore({ maxBytes: 10_000, clock }), { clock });
  const allowances = { test: { rate: 1, burst: 1 } };
  const guard = createBudgetGuard(createBudget({ tokens, allowances, factor: 1, clock }));
  const call = createTestCall(clock);
  const before = call.deadline.waitMs();
  expect(await guard(call, async () => "first")).toBe("first");
  const sentAt = guard(call, async () => String(clock.monotonic()));
  await clock.pass(1_500);
  expect(call.deadline.waitMs()).toBe(before - Number(await sentAt));
});

describe("the retry before a real upstream", () => {
  it.each<[string, Fault]>([
    ["a dropped connection", { kind: "drop" }],
    ["503", { kind: "status", status: 503 }],
  ])("hides %s, and the breaker sees a success", async (_, fault) => {
    arm(fault, 1);
    expect(await request()).toBe("value");
    expect(calls()).toBe(2);
    expect(status()?.state).toBe("closed");
  });

  it.each<[string, Fault]>([
    ["a response torn off by a reset", { kind: "reset-mid-body" }],
    ["503 with Retry-After", { kind: "status", status: 503, headers: { "retry-after": "7" } }],
    ["500", { kind: "status", status: 500 }],
  ])("does not repeat %s", async (_, fault) => {
    arm(fault, 1);
    expect(await request()).toMatch(/^(incomplete|error)$/);
    expect(calls()).toBe(1);
    expect(status()?.state).toBe("closed");
  });
});
