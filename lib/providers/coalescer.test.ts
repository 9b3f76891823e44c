import { describe, expect, it } from "vitest";
import { createCoalescer } from "./coalescer.ts";
import { startDeadline, type Caller } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";

const call = { provider: "test", operation: "name" };
const SOON = 5_000;

/** A coalescer whose calls leave one at a time, when the test says so. */
function createWorld({ most = 3, mostWaiting = 100 } = {}) {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  let failure: Error | undefined;
  const ask = createCoalescer<string, string>({
    call,
    most,
    pace: () => ({ scarce: false, mostWaiting }),
    async send(take) {
      await new Promise<void>((resolve) => gates.push(resolve));
      if (failure !== undefined) throw failure;
      const keys = take();
      batches.push([...keys]);
      return (key) => (key.startsWith("no") ? null : key.toUpperCase());
    },
    single: (key) => Promise.resolve(`${key} single`),
  });
  return {
    batches,
    ask: (key: string, caller: Caller = { priority: "foreground" }, ms = SOON) =>
      ask(key, startDeadline(ms, caller)),
    fail: (error: Error) => void (failure = error),
    /** Lets the next call leave. */
    async leave() {
      await expect.poll(() => gates.length).toBeGreaterThan(0);
      gates.shift()?.();
    },
  };
}

describe("keys that wait", () => {
  it("leave together when the turn comes, and each gets its own answer", async () => {
    const { ask, leave, batches } = createWorld();
    const answers = ["a", "nobody", "b", "c"].map((key) => ask(key));
    await leave();
    await leave();
    expect(await Promise.all(answers)).toEqual(["A", null, "B", "C"]);
    expect(batches).toEqual([["a", "nobody", "b"], ["c"]]);
  });

  it("go by priority: foreground, then refresh, then background", async () => {
    const { ask, leave, batches } = createWorld();
    const answers = [
      ask("background", { priority: "background" }),
      ask("refresh", { priority: "refresh" }),
      ask("foreground one"),
      ask("foreground two"),
    ];
    await leave();
    await leave();
    await Promise.all(answers.slice(1));
    expect(batches).toEqual([["foreground one", "foreground two", "refresh"], ["background"]]);
  });

  it("go in turn over clients", async () => {
    const { ask, leave, batches } = createWorld();
    const many = ["a1", "a2", "a3", "a4"].map((key) =>
      ask(key, { priority: "foreground", client: "a" }),
    );
    const one = ask("b1", { priority: "foreground", client: "b" });
    await leave();
    expect(await one).toBe("B1");
    expect(batches).toEqual([["a1", "b1", "a2"]]);
    await leave();
    await Promise.all(many);
  });

  it("are refused when there are too many, those of the greediest client first", async () => {
    const { ask, leave } = createWorld({ mostWaiting: 3 });
    const greedy = ["a1", "a2", "a3"].map((key) =>
      ask(key, { priority: "foreground", client: "a" }),
    );
    const modest = ask("b1", { priority: "foreground", client: "b" });
    await expect(greedy[2]).rejects.toMatchObject({ kind: "budget-spent", retryAfterSeconds: 5 });
    await leave();
    expect(await Promise.all([greedy[0], greedy[1], modest])).toEqual(["A1", "A2", "B1"]);
  });

  it("have deadlines of their own", async () => {
    const { ask, leave, batches } = createWorld();
    const hurried = ask("hurried", { priority: "foreground" }, 20);
    const patient = ask("patient");
    await expect(hurried).rejects.toMatchObject({ kind: "budget-spent" });
    await leave();
    expect(await patient).toBe("PATIENT");
    expect(batches).toEqual([["patient"]]);
  });

  it("all hear why they cannot be asked for", async () => {
    const { ask, leave, fail } = createWorld();
    fail(new UpstreamFailure("circuit-open", call, "later"));
    const answers = [ask("a"), ask("b")].map((asked) => asked.catch((error: unknown) => error));
    await leave();
    expect(await Promise.all(answers)).toEqual([
      expect.objectContaining({ kind: "circuit-open" }),
      expect.objectContaining({ kind: "circuit-open" }),
    ]);
  });
});
