import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import type { JavaUuid } from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import { startDeadline } from "../providers/deadline.ts";
import { createNameHistory, mergeNames } from "./name-history.ts";

const uuid = "0123456789abcdef0123456789abcdef" as JavaUuid;

function createWorld(names?: () => Promise<NameHistoryEntry[] | null>) {
  let now = 1_000;
  const ledger = createMemoryStore({ maxBytes: 1_000_000 });
  const laby = names === undefined ? undefined : { namesOf: names };
  const history = createNameHistory(ledger, laby, () => now);
  return { history, ledger, at: (ms: number) => void (now = ms) };
}

describe("an observed history", () => {
  it("begins with a name of unknown age and records each change", async () => {
    const { history, at } = createWorld();
    await history.observe(uuid, "First");
    at(2_000);
    await history.observe(uuid, "First");
    at(3_000);
    expect(await history.observe(uuid, "Second")).toEqual([
      { name: "First", changed_at: null },
      { name: "Second", changed_at: 3_000 },
    ]);
  });

  it("records a change of case, and a return to an old name", async () => {
    const { history, at } = createWorld();
    for (const [ms, name] of [
      [1, "a"],
      [2, "A"],
      [3, "a"],
    ] as const) {
      at(ms);
      await history.observe(uuid, name);
    }
    expect(await history.observe(uuid, "a")).toEqual([
      { name: "a", changed_at: null },
      { name: "A", changed_at: 2 },
      { name: "a", changed_at: 3 },
    ]);
  });

  it("counts each player once", async () => {
    const { history } = createWorld();
    await history.observe(uuid, "First");
    await history.observe(uuid, "Second");
    await history.observe("fedcba9876543210fedcba9876543210" as JavaUuid, "Other");
    expect(await history.playersTotal()).toBe(2);
  });

  it("loses no change when two processes observe at the same time", async () => {
    const { history } = createWorld();
    await history.observe(uuid, "First");
    await Promise.all(Array.from({ length: 20 }, () => history.observe(uuid, "Second")));
    expect(await history.observe(uuid, "Second")).toHaveLength(2);
  });

  it("starts again when its entry is unreadable", async () => {
    const { history, ledger } = createWorld();
    await ledger.set(`names:v1:${uuid}`, "{broken");
    expect(await history.observe(uuid, "First")).toEqual([{ name: "First", changed_at: null }]);
  });
});

describe("a reported history", () => {
  it("comes before the observed names, and stays when the source fails later", async () => {
    let silent = false;
    const { history, at } = createWorld(() =>
      silent
        ? Promise.reject(new Error("down"))
        : Promise.resolve([
            { name: "Old", changed_at: null },
            { name: "Now", changed_at: 500 },
          ]),
    );
    await history.reported(uuid, startDeadline(1_000));
    await history.observe(uuid, "Now");
    silent = true;
    at(9_000);
    await history.reported(uuid, startDeadline(1_000));
    expect(await history.observe(uuid, "Next")).toEqual([
      { name: "Old", changed_at: null },
      { name: "Now", changed_at: 500 },
      { name: "Next", changed_at: 9_000 },
    ]);
  });

  it("delays an answer by at most 300 ms", async () => {
    const { history } = createWorld(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const over = vi.fn<() => void>();
    const reported = history.reported(uuid, startDeadline(60_000)).then(over);
    await vi.advanceTimersByTimeAsync(299);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
    await reported;
  });
});

describe("mergeNames", () => {
  it("keeps a return to a reported name", () => {
    const reported = [
      { name: "A", changed_at: null },
      { name: "B", changed_at: 5 },
    ];
    const observed = [
      { name: "B", changed_at: null },
      { name: "A", changed_at: 9 },
    ];
    expect(mergeNames(reported, observed)).toEqual([...reported, { name: "A", changed_at: 9 }]);
  });
});
