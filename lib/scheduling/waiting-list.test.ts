import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import type { Caller, Priority } from "./caller.ts";
import { createWaitingList } from "./waiting-list.ts";

function createNamed(limit: number) {
  const queue = createWaitingList<{ name: string; caller: Caller }>();
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

describe("the waiting list", () => {
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

  it("looks at a flood of one client once, however much of it waits", () => {
    const { queue, add } = createNamed(5_000);
    for (let index = 0; index < 5_000; index += 1) add(`flood`, "foreground", "flood");
    add("other", "foreground", "other");
    let looks = 0;
    const taken = queue.take(2, () => {
      looks += 1;
      return true;
    });
    expect(taken.map(({ name }) => name)).toEqual(["flood", "other"]);
    expect(looks).toBe(4);
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
      if (!queue.inOrder().some(({ waiter: { name } }) => name === "again")) {
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
    expect(queue.shed(2.5).map(({ name }) => name)).toEqual(["a4", "a3", "a2"]);
  });
});

/** A queue on a clock that the test moves; clients `a1` and `a2` are in the network `a`. */
function createTimed() {
  const clock = createTestClock();
  const queue = createWaitingList<{ name: string; caller: Caller; cost?: number }>({ clock });
  const add = (client: string, priority: Priority = "foreground", cost = 1) =>
    queue.add({ name: client, caller: { priority, client, network: client.slice(0, 1) }, cost });
  const serve = (client: string, times: number) => {
    for (let time = 0; time < times; time += 1) {
      add(client);
      queue.take(1);
    }
  };
  const order = () => queue.inOrder().map(({ waiter: { name } }) => name);
  return { clock, queue, add, serve, order };
}

describe("who had least lately", () => {
  it("goes first, however many clients of another network wait", () => {
    const { add, serve, order } = createTimed();
    for (let client = 0; client < 3; client += 1) serve(`a${client}`, 1);
    for (let client = 3; client < 50; client += 1) add(`a${client}`);
    add("b1");
    expect(order().slice(0, 2)).toEqual(["b1", "a3"]);
  });

  it("goes first within a network as well", () => {
    const { add, serve, order } = createTimed();
    serve("a1", 2);
    serve("a2", 1);
    for (const client of ["a1", "a2", "a3"]) add(client);
    expect(order()).toEqual(["a3", "a2", "a1"]);
  });

  it("has had half as much after 20 s, and in the end nothing", () => {
    const { clock, queue, add, serve, order } = createTimed();
    serve("a1", 1);
    clock.advance(20_000);
    add("b1", "foreground", 0.6);
    queue.take(1);
    for (const client of ["b1", "a1"]) add(client);
    expect(order()).toEqual(["a1", "b1"]);
    clock.advance(100_000);
    expect(order()).toEqual(["b1", "a1"]);
  });

  it("is charged for the cost of what it had", () => {
    const { queue, add, order } = createTimed();
    add("a1", "foreground", 1);
    add("b1", "foreground", 0.1);
    queue.take(2);
    for (const client of ["a1", "b1"]) add(client);
    expect(order()).toEqual(["b1", "a1"]);
  });

  it("loses no place to the network that wants most", () => {
    const { queue, add, serve } = createTimed();
    serve("a1", 1);
    for (let client = 1; client <= 5; client += 1) add(`a${client}`);
    for (const client of ["b1", "b1"]) add(client);
    expect(queue.shed(3).map(({ name }) => name)).toEqual(["a1", "a5", "a4", "a3"]);
  });
});

describe("a network that had much", () => {
  const isHeavy = ({ queue }: ReturnType<typeof createTimed>) =>
    queue.inOrder().map((place) => `${place.waiter.name} ${place.isHeavy}`);

  it("comes after all others, but for the background", () => {
    const timed = createTimed();
    timed.serve("b1", 1);
    timed.serve("a1", 3);
    for (const client of ["a1", "a1"]) timed.add(client);
    timed.add("c1", "batch");
    timed.add("d1", "background");
    expect(isHeavy(timed)).toEqual(["a1 false", "c1 false", "a1 true", "d1 false"]);
  });

  it("is not heavy while it is alone", () => {
    const timed = createTimed();
    timed.serve("b1", 1);
    timed.clock.advance(100_000);
    timed.serve("a1", 9);
    timed.add("a1");
    expect(isHeavy(timed)).toEqual(["a1 false"]);
    // Another one that wants something is enough.
    timed.add("b1");
    expect(isHeavy(timed)).toEqual(["b1 false", "a1 true"]);
  });
});

it("takes in the order that it tells, whoever waits", () => {
  const arrival = fc.record({
    client: fc.constantFrom("a1", "a2", "a3", "b1", "b2", "c1", "d1"),
    priority: fc.constantFrom<Priority>("foreground", "batch", "background"),
    cost: fc.constantFrom(0.1, 1),
  });
  const arrivals = fc.array(arrival, { minLength: 1, maxLength: 12 });
  const run = fc.property(arrivals, arrivals, (before, after) => {
    const { clock, queue, add, serve, order } = createTimed();
    for (const { client, priority, cost } of before) add(client, priority, cost);
    queue.take(Infinity);
    // One of two networks at least is another one, so that a network that had much is heavy from the beginning.
    for (const client of ["y1", "z1"]) serve(client, 1);
    clock.advance(3_000);
    for (const { client, priority, cost } of after) add(client, priority, cost);
    const told = order();
    expect(queue.take(Infinity).map(({ name }) => name)).toEqual(told);
  });
  fc.assert(run);
});

it("forgets those who had something long ago, and remembers nobody for ever", () => {
  const { queue, order } = createTimed();
  const addOf = (client: string) =>
    queue.add({ name: client, caller: { priority: "foreground", client } });
  for (let client = 0; client < 3_000; client += 1) {
    addOf(`${client}`);
    queue.take(1);
  }
  for (const client of ["2999", "0", "new"]) addOf(client);
  expect(order()).toEqual(["0", "new", "2999"]);
});
