import { describe, expect, it } from "vitest";
import { systemClock } from "../time/clock.ts";
import {
  askInOrder,
  forKnown,
  SHARES,
  startBackground,
  startDeadline,
  type Deadline,
} from "./deadline.ts";
import { UpstreamFailure, type FailureKind } from "./failure.ts";

it("lets a client wait for budgets so that a response takes two seconds, all waits together", () => {
  let time = 0;
  const deadline = startDeadline(4_500, undefined, {
    clock: { ...systemClock, monotonic: () => time },
  });
  const calls = 2 * 200;
  expect(deadline.waitMs() + calls).toBeLessThan(2_000);
  const before = deadline.waitMs();
  time += 1_000;
  deadline.excludeWait(1_000);
  expect(deadline.waitMs()).toBe(before - 1_000);
});

it("lets no client wait for what is known, nor for what is loaded in the background", () => {
  const foreground = startDeadline(4_500);
  expect(forKnown(foreground, "known").waitMs()).toBe(0);
  expect(forKnown(foreground, undefined)).toBe(foreground);
  expect(startBackground().waitMs()).toBeGreaterThan(5_000);
});

interface Source<Value> {
  request(deadline: Deadline): Promise<Value | null>;
  authority: boolean;
}

async function requestFrom(sources: readonly Source<string>[], milliseconds = 1_000) {
  const found = await askInOrder(sources, (one, until) => one.request(until), {
    deadline: startDeadline(milliseconds),
    share: SHARES.bedrockAccounts,
    isAuthority: ({ authority }) => authority,
  });
  return found?.value ?? null;
}

type Outcome = `player ${string}` | "player" | null | FailureKind;

function source(outcome: Outcome, authority = false): Source<string> & { queried: number } {
  const made = {
    queried: 0,
    authority,
    async request() {
      made.queried += 1;
      if (outcome === null || outcome.startsWith("player")) return outcome;
      throw new UpstreamFailure(
        outcome as FailureKind,
        { provider: "p", operation: "o" },
        "failed",
      );
    },
  };
  return made;
}

async function outcomeOf(sources: Source<string>[]): Promise<Outcome> {
  try {
    return (await requestFrom(sources)) as Outcome;
  } catch (error) {
    return (error as UpstreamFailure).kind;
  }
}

describe("askInOrder", () => {
  it.each<[string, Outcome[], Outcome]>([
    ["gives the first value", ["player a", "player b"], "player a"],
    ["queries the next one after a failure", ["timeout", "player"], "player"],
    ['queries the next one after "not found"', [null, "player"], "player"],
    [
      "queries the next one after a provider that knows only some players",
      ["unknown-here", "player"],
      "player",
    ],
    ["is not found when all say so", [null, null], null],
    [
      "is not found when one says so and the one before does not know",
      ["unknown-here", null],
      null,
    ],
    ["is not found when one says so and the next does not know", [null, "unknown-here"], null],
    ["is a failure when one failed before", ["throttled", null], "throttled"],
    ["is a failure when one failed after", [null, "refused"], "refused"],
    ["is a failure when the only provider does not know", ["unknown-here"], "unknown-here"],
    [
      "reports the fault rather than the provider that does not know",
      ["unknown-here", "error"],
      "error",
    ],
    ["reports the first of several faults", ["timeout", "error"], "timeout"],
  ])("%s", async (_, outcomes, expected) => {
    expect(await outcomeOf(outcomes.map((outcome) => source(outcome)))).toBe(expected);
  });

  it('stops when an authority answers "not found"', async () => {
    const second = source("player");
    expect(await outcomeOf([source(null, true), second])).toBe(null);
    expect(second.queried).toBe(0);
  });

  it("is not found when an authority says so after another one failed", async () => {
    expect(await outcomeOf([source("throttled", true), source(null, true)])).toBe(null);
  });

  it('is a failure when only a mirror says "not found" after an authority failed', async () => {
    expect(await outcomeOf([source("throttled", true), source(null)])).toBe("throttled");
  });

  it("reports the fault that can be retried first", async () => {
    const failing = (kind: FailureKind, retryAfterSeconds: number): Source<string> => ({
      authority: true,
      request: () => {
        const call = { provider: "p", operation: "o" };
        return Promise.reject(new UpstreamFailure(kind, call, "failed", { retryAfterSeconds }));
      },
    });
    const sources = [failing("circuit-open", 300), failing("throttled", 5)];
    await expect(requestFrom(sources)).rejects.toMatchObject({
      kind: "throttled",
      retryAfterSeconds: 5,
    });
  });

  it("leaves a third of the time to the providers after it", async () => {
    const given: number[] = [];
    const noting = (): Source<string> => ({
      authority: false,
      async request(deadline: Deadline) {
        given.push(deadline.remainingMs());
        return null;
      },
    });
    await requestFrom([noting(), noting(), noting()], 6_000);
    expect(given.map((ms) => Math.round(ms / 1_000))).toEqual([4, 4, 6]);
  });

  it("throws an error of our own code", async () => {
    const broken: Source<string> = {
      authority: false,
      request: () => Promise.reject(new TypeError("oops")),
    };
    await expect(requestFrom([broken, source("player")])).rejects.toThrow("oops");
  });
});
