import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UpstreamFailure } from "../failure.ts";
import type { Guard } from "../provider.ts";
import {
  createTestCall,
  createTestClock,
  createTestEnd,
  endOf,
  failed,
} from "./guarded.fixture.ts";
import { createObserver, createRetry, recordedOutcome } from "./guards.ts";

let clock: ReturnType<typeof createTestClock>;
let retry: Guard;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  clock = createTestClock();
  retry = createRetry(() => 0.5);
});

afterEach(() => vi.useRealTimers());

/** A call that fails as given, then succeeds; gives how often it was sent and how it ended. */
async function request(failures: readonly Error[], milliseconds = 4_000, provider = "test") {
  const remaining = [...failures];
  let tries = 0;
  const sent = endOf(
    retry(createTestCall(clock, { milliseconds, provider }), () => {
      tries += 1;
      const failure = remaining.shift();
      return failure === undefined ? Promise.resolve("value") : Promise.reject(failure);
    }),
  );
  await vi.runAllTimersAsync();
  return { tries, end: await sent };
}

describe("a retry", () => {
  it.each<[string, UpstreamFailure]>([
    ["no response began", failed("unavailable")],
    ["502", failed("error", { status: 502 })],
    ["503", failed("error", { status: 503 })],
    ["504", failed("error", { status: 504 })],
  ])("tries once more after %s", async (_, failure) => {
    expect(await request([failure])).toEqual({ tries: 2, end: "value" });
    expect(await request([failure, failure])).toEqual({ tries: 2, end: failure.kind });
  });

  it.each<[string, UpstreamFailure]>([
    ["500", failed("error", { status: 500 })],
    ["503 with Retry-After", failed("error", { status: 503, retryAfterSeconds: 5 })],
    ["a failure without a status", failed("error")],
    ["tls", failed("tls")],
    ["timeout", failed("timeout")],
    ["429", failed("throttled", { status: 429 })],
    ["403", failed("refused", { status: 403 })],
    ["a bad response", failed("bad-response")],
    ["a mismatch", failed("mismatch")],
    ["a soft miss", failed("unknown-here", { status: 503 })],
    ["a spent budget", failed("budget-spent")],
    ["an open breaker", failed("circuit-open")],
  ])("does not request again after %s", async (_, failure) => {
    expect(await request([failure])).toEqual({ tries: 1, end: failure.kind });
  });

  it("hands on a mistake of ours", async () => {
    await expect(
      retry(createTestCall(clock), () => Promise.reject(new TypeError("ours"))),
    ).rejects.toThrow("ours");
  });

  it("needs a second of the deadline", async () => {
    expect(await request([failed("unavailable")], 999)).toEqual({ tries: 1, end: "unavailable" });
    expect(await request([failed("unavailable")], 1_000)).toEqual({ tries: 2, end: "value" });
  });

  it.each([
    [0, 50],
    [0.5, 150],
    [1, 250],
  ])("waits 50 to 250 ms: %s gives %i", async (random, milliseconds) => {
    retry = createRetry(() => random);
    let tries = 0;
    const sent = retry(createTestCall(clock), () => {
      tries += 1;
      return tries === 1 ? Promise.reject(failed("unavailable")) : Promise.resolve("value");
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toBe(2);
    expect(await sent).toBe("value");
  });
});

describe("the retry budget", () => {
  const retried = async (times: number) => {
    let count = 0;
    for (let time = 0; time < times; time += 1) {
      count += (await request([failed("unavailable")])).tries - 1;
    }
    return count;
  };

  it("is three when there are few calls, and one more for each ten", async () => {
    expect(await retried(5)).toBe(3);
    for (let call = 0; call < 5; call += 1) await request([]);
    expect(await retried(1)).toBe(1);
    for (let call = 0; call < 100; call += 1) await request([]);
    expect(await retried(5)).toBe(3);
  });

  it("is each provider's own", async () => {
    await retried(20);
    expect(await request([failed("unavailable")], 4_000, "other")).toEqual({
      tries: 2,
      end: "value",
    });
  });

  it("is a tenth of the calls of an upstream that is down", async () => {
    await retried(3);
    expect(await retried(200)).toBe(20);
  });

  it("holds when many calls fail at one moment", async () => {
    let tries = 0;
    const down = () => {
      tries += 1;
      return Promise.reject(failed("unavailable"));
    };
    const sent = Array.from({ length: 20 }, () => endOf(retry(createTestCall(clock), down)));
    await vi.runAllTimersAsync();
    await Promise.all(sent);
    expect(tries).toBe(20 + 3);
  });
});

const outcomes: [end: "value" | "none" | UpstreamFailure, outcome: string | undefined][] = [
  ["value", "answered"],
  ["none", "answered"],
  [failed("unknown-here"), "answered"],
  [failed("throttled"), "refused"],
  [failed("refused"), "refused"],
  [failed("error"), "failed"],
  [failed("timeout"), "failed"],
  [failed("timeout", { isInconclusive: true }), undefined],
];

it.each(outcomes)("an observer hears %s as %s", async (end, outcome) => {
  const noted: string[] = [];
  const guard = createObserver(({ provider }, ended) => {
    const how = recordedOutcome(ended);
    if (how !== undefined) noted.push(`${provider} ${how}`);
  });
  const { promise, finish } = createTestEnd();
  const call = createTestCall(createTestClock());
  const ended = endOf(guard(call, () => promise));
  finish(end);
  await ended;
  expect(noted).toEqual(outcome === undefined ? [] : [`test ${outcome}`]);
});
