import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestClock } from "../../../../testing/promises/fault-matrix/clock.ts";
import { ageRedis } from "../../../../testing/redis.ts";
import { aroundTests } from "../../../../testing/opened.ts";
import type { ClusterNode } from "../../../../testing/redis-cluster.ts";
import { createRedisStore, openRedisClient, RedisError, type RedisAddress } from "../redis.ts";
import { compareAndSet } from "../store.fixture.ts";
import { beside } from "../store.ts";
import { testStore } from "../conformance.fixture.ts";
import { open as openClient, startGate } from "./client.fixture.ts";
import { slotOf } from "./connect.ts";
import { openRedisCluster, useRedisCluster } from "../../../../testing/use-redis.ts";

/** One node, which knows no address of its own. */
const single = useRedisCluster({ masters: 1, options: { "cluster-announce-ip": "" } });
/** Three masters, and a node without slots. */
const cluster = useRedisCluster({ empty: 1 });

/** Most tests are about replies, not about time: the machine may be busy with others. */
interface OpenOptions {
  name?: string;
  pauseMs?: number;
  limitMs?: number;
}

function open(
  address: RedisAddress,
  { name = randomUUID(), pauseMs = 100, limitMs = 5_000 }: OpenOptions = {},
) {
  const client = openClient(address, { limitMs, pauseMs });
  return { ...client, name, store: createRedisStore(client, name) };
}

const shared = aroundTests(async () =>
  openRedisClient({ url: cluster.url }, { limitMs: 5_000, pauseMs: 100 }),
);

testStore(
  "Redis on a cluster",
  async () => {
    const name = randomUUID();
    return {
      store: createRedisStore(shared(), name),
      advance: async (ms) => {
        await Promise.all(cluster.nodes.map(({ url }) => ageRedis(url, ms)));
      },
      reopen: async () => open({ url: cluster.url }, { name }).store,
    };
  },
  { exactClock: false },
);

/** The node of three that has the slot of a key at first. */
const homeOf = (slot: number) => Math.floor((slot * 3) / 16_384);

/** The name of a key in Redis. */
const fullName = (name: string, key: string) => `nametag:1:${name}:${key}`;

/** Keys on each of three nodes, in order. */
function keyOnEach(name: string): [string, string, string] {
  const on = (node: number) => {
    for (let index = 0; ; index += 1) {
      if (homeOf(slotOf(fullName(name, `key ${index}`))) === node) return `key ${index}`;
    }
  };
  return [on(0), on(1), on(2)];
}

describe("a cluster", () => {
  it("has keys of one store on all nodes, and what is beside a key on the same node", async () => {
    const { store, name } = open({ url: cluster.url });
    const keys = Array.from({ length: 30 }, (_, index) => `key:${index}`);
    for (const key of keys) {
      await store.transact([
        { set: key, to: "1" },
        { set: beside(key, "lease"), to: "mine" },
      ]);
    }
    const found = await Promise.all(
      cluster.nodes
        .slice(0, 3)
        .map(async (node) => (await node.ask("KEYS", `*${name}*`)) as string[]),
    );
    expect(found.flat()).toHaveLength(60);
    for (const here of found) {
      expect(here.length).toBeGreaterThan(0);
      for (const key of keys.filter((one) => here.includes(fullName(name, one)))) {
        expect(here).toContain(fullName(name, `lease@{${fullName(name, key)}}`));
      }
    }
  });

  it("is known by one of its nodes, without a second setting", async () => {
    const { store, name } = open({ url: cluster.nodes[1]?.url ?? "" });
    const keys = Array.from({ length: 30 }, (_, index) => `key:${index}`);
    await Promise.all(keys.map((key) => store.set(key, key)));
    expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(keys);
    const other = open({ url: cluster.url }, { name });
    expect(await Promise.all(keys.map((key) => other.store.get(key)))).toEqual(keys);
  });

  it("gets a script that a node has dropped, or never saw, again", async () => {
    const { store } = open({ url: cluster.url });
    const take = (key: string) => compareAndSet(store, key, undefined, "1");
    expect(await Promise.all(["a", "b", "c", "d", "e"].map(take))).toEqual(Array(5).fill(true));
    await Promise.all(cluster.nodes.map((node) => node.ask("SCRIPT", "FLUSH")));
    expect(await Promise.all(["f", "g", "h", "i", "j"].map(take))).toEqual(Array(5).fill(true));
  });

  it("carries messages between processes that know it by different nodes", async () => {
    const channels = cluster.nodes.slice(0, 3).map(({ url }) => {
      const client = open({ url });
      return client.channel ?? expect.fail("there is no channel");
    });
    const heard = channels.map((channel) => {
      let count = 0;
      channel.listen(() => (count += 1));
      return () => count;
    });
    await expect.poll(() => channels.map((one) => one.isListening())).toEqual([true, true, true]);
    const before = heard.map((count) => count());
    await channels[0]?.send();
    await expect
      .poll(() => heard.map((count, index) => count() - (before[index] ?? 0)))
      .toEqual([1, 1, 1]);
  });

  it("of one node, which knows no address of its own, is a cluster", async () => {
    const { store } = open({ url: single.url });
    await store.set("a", "1");
    expect(await store.get("a")).toBe("1");
  });

  it("closes at once, also while it does not respond", async () => {
    const { store, close } = open({ url: "redis+cluster://192.0.2.1:6379" });
    const read = store.get("a");
    await close();
    await expect(read).rejects.toThrow("closed");
  });
});

describe("while slots move", () => {
  /** A key on the first node, beside which others can be, and how to move its slot to another node. */
  async function openMoving(index: number) {
    const client = open({ url: cluster.url });
    const [key] = keyOnEach(client.name);
    await client.store.set(key, "1");
    const [from, to] = [cluster.nodes[0], cluster.nodes[index]] as [ClusterNode, ClusterNode];
    const slot = slotOf(fullName(client.name, key));
    const move = (between: () => Promise<void>) => cluster.moveSlot(slot, from, to, between);
    return { ...client, key, near: beside(key, "near"), move };
  }

  it("every read and write is answered, by the old node or the new one", async () => {
    const { store, key, near, move, changes } = await openMoving(1);
    await move(async () => {
      expect(await store.get(key)).toBe("1");
      // Absent on the old node, which sends this one on.
      await store.set(near, "2");
      expect(await store.get(near)).toBe("2");
    });
    expect([await store.get(key), await store.get(near)]).toEqual(["1", "2"]);
    expect(changes).toEqual([]);
  });

  it("a transaction whose keys are on two nodes waits, or is refused without an outage", async () => {
    const { store, key, near, move, changes, health } = await openMoving(2);
    const both = () =>
      store.transact([
        { check: key, is: "1" },
        { set: near, to: "mine" },
      ]);
    let waits: ReturnType<typeof both> | undefined;
    await move(async () => {
      await expect(both()).rejects.toThrow("TRYAGAIN");
      waits = both();
    });
    expect(await waits).toEqual({ done: true, sums: [] });
    expect([changes, health()]).toEqual([[], { ok: true }]);
  });

  it("to a node that had none so far, that is no outage", async () => {
    const { store, key, near, move, changes } = await openMoving(3);
    await move(async () => {
      expect(await store.get(key)).toBe("1");
      await expect(store.get(near)).rejects.toThrow("Cannot find node");
    });
    expect(await store.get(key)).toBe("1");
    expect(changes).toEqual([]);
  });
});

/** Waits until a replica has what its master has by now: a master acknowledges a write before that. */
async function replicated(master: ClusterNode): Promise<void> {
  const offsets = async () => {
    const info = String(await master.ask("INFO", "replication"));
    const [, of = "0"] = /master_repl_offset:(\d+)/.exec(info) ?? [];
    const [, ofReplica = "-1"] = /slave0:.*\boffset=(\d+)/.exec(info) ?? [];
    return { of: Number(of), ofReplica: Number(ofReplica) };
  };
  const { of: wanted } = await offsets();
  await expect.poll(async () => (await offsets()).ofReplica).toBeGreaterThanOrEqual(wanted);
}

describe("a node that fails", () => {
  /** Each test takes a master of its own, whose replica is three places further. */
  const replicating = useRedisCluster({ masters: 3, replicas: 1 });
  const failing = (index: number) =>
    [replicating.nodes[index], replicating.nodes[index + 3]] as [ClusterNode, ClusterNode];

  it("is replaced on demand without a failed command", async () => {
    // None may fail, however long a busy machine takes to find the new master.
    const { store, name, changes } = open({ url: replicating.url }, { limitMs: 20_000 });
    const keys = keyOnEach(name);
    for (const key of keys) await store.set(key, "1");
    const [, replica] = failing(0);
    let abandonedAt = 0;
    for (let timesAfter = 0; timesAfter < 20;) {
      if (String(await replica.ask("ROLE")).startsWith("master")) timesAfter += 1;
      else if (performance.now() > abandonedAt) {
        // Redis abandons a failover that takes longer than 5 s, as it may on a busy machine, and says nothing.
        await replica.ask("CLUSTER", "FAILOVER");
        abandonedAt = performance.now() + 6_000;
      }
      expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(["1", "1", "1"]);
    }
    expect(changes).toEqual([]);
  });

  it.each<[string, 1 | 2, "kill" | "pause"]>([
    ["is killed", 1, "kill"],
    ["hangs", 2, "pause"],
  ])("and %s costs only its own keys, until its replica takes over", async (_, index, how) => {
    const client = openClient({ url: replicating.url }, { limitMs: 500 });
    const name = randomUUID();
    const store = createRedisStore(client, name);
    const keys = keyOnEach(name);
    for (const key of keys) {
      await expect.poll(() => store.set(key, "1").catch(String)).toBeUndefined();
    }
    const messages = client.channel;
    messages?.listen(() => undefined);
    const [master, replica] = failing(index);
    await replicated(master);
    await master[how]();
    await expect(store.get(keys[index])).rejects.toBeInstanceOf(RedisError);
    expect(client.health()).toEqual({ ok: false });
    // The others refuse everything while no node has these slots, and no longer.
    await replicating.isWhole([replica]);
    for (const key of keys) {
      await expect.poll(() => store.get(key).catch(String)).toBe("1");
    }
    await expect.poll(() => client.health()).toEqual({ ok: true });
    await expect.poll(() => messages?.isListening()).toBe(true);
  });

  it("serves the keys of other nodes meanwhile, where the cluster allows it", async () => {
    const options = { "cluster-require-full-coverage": "no" };
    const opened = await openRedisCluster({ masters: 3, options });
    const { store, name, health } = open({ url: opened.url });
    const [lost, one, other] = keyOnEach(name);
    for (const key of [lost, one, other]) await store.set(key, "1");
    await opened.nodes[0]?.kill();
    await expect(store.get(lost)).rejects.toBeInstanceOf(RedisError);
    for (let times = 0; times < 20; times += 1) {
      expect([await store.get(one), await store.get(other)]).toEqual(["1", "1"]);
    }
    expect(health()).toEqual({ ok: false });
    await opened.nodes[0]?.restart();
    await expect.poll(() => store.get(lost).catch(String)).toBe(undefined);
    await expect.poll(() => health()).toEqual({ ok: true });
  });

  it("that closes idle connections costs no command", async () => {
    const { store, name, changes, inspected } = open({ url: cluster.url });
    await inspected;
    const keys = keyOnEach(name);
    for (const key of keys) await store.set(key, "1");
    const clock = createTestClock();
    onTestFinished(clock.restore);
    for (let times = 0; times < 3; times += 1) {
      clock.advance(2_000);
      const kill = "CLIENT KILL TYPE normal".split(" ");
      await Promise.all(cluster.nodes.map((node) => node.ask(...kill)));
      expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(["1", "1", "1"]);
    }
    expect(changes).toEqual([]);
  });

  it("that closes a connection again, which was opened in place of a closed one, costs no read", async () => {
    const [node] = single.nodes as [ClusterNode];
    const gate = await startGate(() => node.port);
    await node.ask("CONFIG", "SET", "cluster-announce-port", `${gate.port}`);
    const url = `redis+cluster://127.0.0.1:${gate.port}`;
    const { store, changes, inspected } = open({ url });
    await inspected;
    await store.set("a", "1");
    const clock = createTestClock();
    onTestFinished(clock.restore);
    // The client connects anew at once, and waits until it may.
    clock.advance(1_000);
    const letIn = gate.hold();
    gate.cut();
    await gate.isTried();
    const read = store.get("a");
    await new Promise((resolve) => setImmediate(resolve));
    gate.cutOn("GET");
    letIn();
    expect([await read, changes]).toEqual(["1", []]);
  });
});
