import { describe, expect, it } from "vitest";
import { createFairQueue, type Caller, type Priority } from "./queue.ts";

function createNamed(limit: number) {
  const queue = createFairQueue<{ name: string; caller: Caller }>();
  return {
    queue,
    /** Gives the names of the waiters that were shed. */
    add(name: string, priority: Priority, client?: string) {
      queue.add({ name, caller: { priority, ...(client === undefined ? {} : { client }) } });
      return queue.shed(limit).map((waiter) => waiter.name);
    },
    order: () => Array.from({ length: queue.size() }, () => queue.take(1)[0]?.name).join(" "),
  };
}

describe("the fair queue", () => {
  it("serves by priority, and within it one waiter of each client at a time", () => {
    const { add, order } = createNamed(8);
    add("b1", "background", "x");
    add("r1", "refresh", "x");
    for (const name of ["a1", "a2", "a3", "a4"]) add(name, "foreground", "a");
    add("c1", "foreground", "c");
    add("d1", "foreground", "d");
    expect(order()).toBe("a1 c1 d1 a2 a3 a4 r1 b1");
  });

  it("takes waiters without a client for clients of their own", () => {
    const { add, order } = createNamed(8);
    for (const name of ["a1", "a2"]) add(name, "foreground", "a");
    for (const name of ["b", "c"]) add(name, "foreground");
    expect(order()).toBe("a1 b c a2");
  });

  it("does not let a client that waits again go first", () => {
    const { queue, add, order } = createNamed(4);
    add("a1", "foreground", "a");
    add("b1", "foreground", "b");
    expect(queue.take(1)[0]?.name).toBe("a1");
    add("a2", "foreground", "a");
    add("b2", "foreground", "b");
    expect(order()).toBe("b1 a2 b2");
  });

  it("serves all clients alike, of which one floods and one keeps retrying", () => {
    const { queue, add } = createNamed(100);
    for (let index = 0; index < 60; index += 1) add(`flood`, "foreground", "flood");
    for (let index = 0; index < 30; index += 1) add(`other`, "foreground", "other");
    const served: (string | undefined)[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      if (!queue.waiters().some(({ name }) => name === "again")) {
        add("again", "foreground", "again");
      }
      served.push(queue.take(1)[0]?.name);
    }
    for (const client of ["flood", "other", "again"]) {
      expect(served.filter((name) => name === client)).toHaveLength(10);
    }
  });

  it("gives one client all places, and one of them to the next", () => {
    const { add, order } = createNamed(3);
    for (const name of ["a1", "a2", "a3"]) expect(add(name, "foreground", "a")).toEqual([]);
    expect(add("a4", "foreground", "a")).toEqual(["a4"]);
    expect(add("b1", "foreground", "b")).toEqual(["a3"]);
    // Now each has as much as fairness can give.
    expect(add("b2", "foreground", "b")).toEqual(["b2"]);
    expect(add("c1", "foreground", "c")).toEqual(["a2"]);
    expect(add("d1", "foreground", "d")).toEqual(["d1"]);
    expect(order()).toBe("a1 b1 c1");
  });

  it("lets the more important push out the newest of the least important", () => {
    const { add, order } = createNamed(3);
    add("r1", "refresh", "a");
    add("b1", "background", "b");
    add("b2", "background", "c");
    expect(add("b3", "background", "d")).toEqual(["b3"]);
    expect(add("p1", "foreground", "d")).toEqual(["b2"]);
    expect(add("p2", "foreground", "d")).toEqual(["b1"]);
    expect(add("p3", "foreground", "d")).toEqual(["r1"]);
    expect(add("r2", "refresh", "e")).toEqual(["r2"]);
    expect(order()).toBe("p1 p2 p3");
  });

  it("sheds all beyond a limit that fell", () => {
    const { queue, add } = createNamed(10);
    for (const name of ["a1", "a2", "a3", "a4"]) add(name, "foreground", "a");
    add("b1", "foreground", "b");
    expect(queue.shed(2.5).map(({ name }) => name)).toEqual(["a2", "a3", "a4"]);
  });
});
