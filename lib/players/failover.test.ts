import { describe, expect, it } from "vitest";
import { startDeadline, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure, type FailureKind } from "../providers/failure.ts";
import { askWithFailover, type Source } from "./failover.ts";

type Outcome = `player ${string}` | "player" | null | FailureKind;

function source(outcome: Outcome, authority = false): Source<string> & { asked: number } {
  const made = {
    asked: 0,
    authority,
    async ask() {
      made.asked += 1;
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
    return (await askWithFailover(sources, startDeadline(1_000))) as Outcome;
  } catch (error) {
    return (error as UpstreamFailure).kind;
  }
}

describe("askWithFailover", () => {
  it.each<[string, Outcome[], Outcome]>([
    ["gives the first value", ["player a", "player b"], "player a"],
    ["asks on after a failure", ["timeout", "player"], "player"],
    ["asks on after a miss", [null, "player"], "player"],
    ["asks on after a provider that knows only some players", ["unknown-here", "player"], "player"],
    ["says missing when all say so", [null, null], null],
    ["says missing when one says so and another knows nothing", ["unknown-here", null], null],
    ["says missing when one says so and the next knows nothing", [null, "unknown-here"], null],
    ["never says missing when one failed before", ["throttled", null], "throttled"],
    ["never says missing when one failed after", [null, "refused"], "refused"],
    ["never says missing when nobody knows more", ["unknown-here"], "unknown-here"],
    ["names the fault rather than ignorance", ["unknown-here", "error"], "error"],
    ["names the first of several faults", ["timeout", "error"], "timeout"],
  ])("%s", async (_, outcomes, expected) => {
    expect(await outcomeOf(outcomes.map((outcome) => source(outcome)))).toBe(expected);
  });

  it("asks nobody else when an authority says missing", async () => {
    const second = source("player");
    expect(await outcomeOf([source(null, true), second])).toBe(null);
    expect(second.asked).toBe(0);
  });

  it("believes an authority that says missing after another one failed", async () => {
    expect(await outcomeOf([source("throttled", true), source(null, true)])).toBe(null);
  });

  it("does not believe a mirror that says missing after an authority failed", async () => {
    expect(await outcomeOf([source("throttled", true), source(null)])).toBe("throttled");
  });

  it("names the fault that is over first", async () => {
    const failing = (kind: FailureKind, retryAfterSeconds: number): Source<string> => ({
      authority: true,
      ask: () => {
        const call = { provider: "p", operation: "o" };
        return Promise.reject(new UpstreamFailure(kind, call, "failed", { retryAfterSeconds }));
      },
    });
    const sources = [failing("circuit-open", 300), failing("throttled", 5)];
    await expect(askWithFailover(sources, startDeadline(1_000))).rejects.toMatchObject({
      kind: "throttled",
      retryAfterSeconds: 5,
    });
  });

  it("leaves time for those who come after", async () => {
    const given: number[] = [];
    const noting = (): Source<string> => ({
      authority: false,
      async ask(deadline: Deadline) {
        given.push(deadline.remainingMs());
        return null;
      },
    });
    await askWithFailover([noting(), noting(), noting()], startDeadline(6_000));
    expect(given.map((ms) => Math.round(ms / 1_000))).toEqual([3, 3, 6]);
  });

  it("does not take a fault of ours for an answer", async () => {
    const broken: Source<string> = {
      authority: false,
      ask: () => Promise.reject(new TypeError("oops")),
    };
    await expect(askWithFailover([broken, source("player")], startDeadline(1_000))).rejects.toThrow(
      "oops",
    );
  });
});
