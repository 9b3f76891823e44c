import { describe, expect, it } from "vitest";
import type { Priority } from "./claim.ts";
import { createQueue } from "./queue.ts";

function createNamed(limit: number) {
  const queue = createQueue<{ name: string } & ReturnType<typeof waiter>>(() => limit);
  return {
    queue,
    /** Gives the name of who had to go. */
    add: (name: string, priority: Priority, client: string, untilMs = 100) =>
      queue.add({ name, ...waiter(priority, client, untilMs) })?.name,
    order: () => Array.from({ length: limit }, () => queue.takeNext("background")?.name).join(" "),
  };
}

function waiter(priority: Priority, client: string, untilMs: number) {
  return { priority, client, untilMs };
}

describe("the queue", () => {
  it("serves classes in order of importance and clients in turn", () => {
    const { add, order } = createNamed(8);
    add("b1", "background", "x");
    add("r1", "refresh", "x");
    for (const name of ["a1", "a2", "a3", "a4"]) add(name, "person", "a");
    add("c1", "person", "c");
    add("d1", "person", "d");
    expect(order()).toBe("a1 c1 d1 a2 a3 a4 r1 b1");
  });

  it("keeps the turn of a client that waits again", () => {
    const { queue, add, order } = createNamed(4);
    add("a1", "person", "a");
    add("b1", "person", "b");
    expect(queue.takeNext("person")?.name).toBe("a1");
    add("a2", "person", "a");
    add("b2", "person", "b");
    expect(order().trim()).toBe("b1 a2 b2");
  });

  it("gives one client all places, and one of them to the next", () => {
    const { add, order } = createNamed(3);
    expect(["a1", "a2", "a3"].map((name) => add(name, "person", "a"))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(add("a4", "person", "a")).toBe("a4");
    expect(add("b1", "person", "b")).toBe("a3");
    // Now each has as much as fairness can give.
    expect(add("b2", "person", "b")).toBe("b2");
    expect(add("c1", "person", "c")).toBe("a2");
    expect(add("d1", "person", "d")).toBe("d1");
    expect(order()).toBe("a1 b1 c1");
  });

  it("lets the more important push out the newest of the least important", () => {
    const { add, order } = createNamed(3);
    add("r1", "refresh", "a");
    add("b1", "background", "b");
    add("b2", "background", "c");
    expect(add("b3", "background", "d")).toBe("b3");
    expect(add("p1", "person", "d")).toBe("b2");
    expect(add("p2", "person", "d")).toBe("b1");
    expect(add("p3", "person", "d")).toBe("r1");
    expect(add("r2", "refresh", "e")).toBe("r2");
    expect(order()).toBe("p1 p2 p3");
  });

  it("counts as surely before only who outstays and cannot be overtaken", () => {
    const { queue, add } = createNamed(8);
    add("p1", "person", "a", 50);
    add("p2", "person", "a", 200);
    add("r1", "refresh", "a", 200);
    add("r2", "refresh", "b", 200);
    add("b1", "background", "a", 200);
    expect(queue.surelyBefore({ name: "new", ...waiter("person", "c", 100) })).toBe(0);
    expect(queue.surelyBefore({ name: "new", ...waiter("person", "a", 100) })).toBe(1);
    expect(queue.surelyBefore({ name: "new", ...waiter("refresh", "a", 100) })).toBe(2);
    expect(queue.surelyBefore({ name: "new", ...waiter("background", "z", 100) })).toBe(3);
  });
});
