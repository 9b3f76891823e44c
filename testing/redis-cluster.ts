import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { freePort } from "./local-server.ts";
import { askRedis, startRedis, untilEach, type TestRedis } from "./redis.ts";

/** A master that is silent for so long is replaced by its replica; without one, it is only waited for. */
const FAILOVER_MS = 2_000;
const PATIENT_MS = 15_000;
const MEET_MS = 10_000;
const SLOTS = 16_384;

/** A node of a cluster for tests. */
export interface ClusterNode extends TestRedis {
  port: number;
  /** It listens here for the other nodes. */
  busPort: number;
  /** Sends a command to this node. */
  ask(...command: string[]): Promise<unknown>;
}

export type TestCluster = Awaited<ReturnType<typeof startRedisCluster>>;

type Settings = Readonly<Record<string, string | number>>;

export interface ClusterOptions {
  masters?: number;
  /** The number of replicas of each master. */
  replicas?: number;
  /** The settings of each node, as in redis.conf. */
  options?: Settings | ((index: number) => Settings);
  /** Nodes that know the others, but have no slots. */
  empty?: number;
}

/** Starts a Redis Cluster of real processes on the loopback address; its masters come first. */
export async function startRedisCluster({
  masters = 3,
  replicas = 0,
  options = {},
  empty = 0,
}: ClusterOptions = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-cluster-"));
  const count = masters * (1 + replicas) + empty;
  const bus = await startBus(count);
  const nodes = await Promise.all(
    bus.ports.map((port, index) =>
      startNode(index, {
        dir: directory,
        "cluster-announce-bus-port": port,
        "cluster-node-timeout": replicas > 0 ? FAILOVER_MS : PATIENT_MS,
        ...(typeof options === "function" ? options(index) : options),
      }),
    ),
  );

  bus.reach(nodes.map(({ busPort }) => busPort));

  const close = async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await bus.close();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await join(nodes, bus.ports, { masters, replicas: masters * replicas });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    nodes,
    /** Names three nodes, as an operator would. */
    url: `redis+cluster://${nodes
      .slice(0, 3)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join()}`,
    /** Resolves when every node that answers has each slot served by a node that is there. */
    isWhole: (among: readonly ClusterNode[] = nodes) => untilEach(among, says("cluster_state:ok")),
    /** Moves a slot with its keys from one node to another; `between` runs while it is on both. */
    async moveSlot(
      slot: number,
      from: ClusterNode,
      to: ClusterNode,
      between: () => Promise<void> = async () => undefined,
    ) {
      const [fromId, toId] = [await idOf(from), await idOf(to)];
      await to.ask("CLUSTER", "SETSLOT", `${slot}`, "IMPORTING", fromId);
      await from.ask("CLUSTER", "SETSLOT", `${slot}`, "MIGRATING", toId);
      await between();
      for (;;) {
        const keys = (await from.ask("CLUSTER", "GETKEYSINSLOT", `${slot}`, "100")) as string[];
        if (keys.length === 0) break;
        const where = ["127.0.0.1", `${to.port}`, "", "0", "5000", "REPLACE", "KEYS"];
        await from.ask("MIGRATE", ...where, ...keys);
      }
      for (const node of [to, from]) {
        await node.ask("CLUSTER", "SETSLOT", `${slot}`, "NODE", toId);
      }
    },
    /** Cuts a node off from the others; clients still reach it. */
    split: (index: number) => bus.cutOff(index),
    /** Ends the split. */
    heal: () => bus.cutOff(undefined),
    close,
  };
}

/** Gives nodes their parts: masters come first, then their replicas, then those without slots. */
async function join(
  nodes: readonly ClusterNode[],
  busPorts: readonly number[],
  { masters, replicas }: { masters: number; replicas: number },
): Promise<void> {
  const [first] = nodes as [ClusterNode];
  for (const [index, node] of nodes.entries()) {
    await node.ask("CLUSTER", "SET-CONFIG-EPOCH", `${index + 1}`);
    const at = (share: number) => Math.floor((share * SLOTS) / masters);
    if (index >= masters) continue;
    await node.ask("CLUSTER", "ADDSLOTSRANGE", `${at(index)}`, `${at(index + 1) - 1}`);
  }
  const meet = async () => {
    for (const [index, { port }] of nodes.entries()) {
      await first.ask("CLUSTER", "MEET", "127.0.0.1", `${port}`, `${busPorts[index]}`);
    }
    await untilEach(nodes, says(`cluster_known_nodes:${nodes.length}\r`), MEET_MS);
  };
  // On a busy machine, nodes give up on each other before they have met.
  await meet().catch(meet).catch(meet);
  const others = nodes.slice(masters, masters + replicas);
  for (const [index, replica] of others.entries()) {
    const id = await idOf(nodes[index % masters] as ClusterNode);
    await untilEach(
      [replica],
      async (node) => (await node.ask("CLUSTER", "REPLICATE", id)) === "OK",
    );
  }
  if (masters > 0) await untilEach(nodes, says("cluster_state:ok"));
  await untilEach(others, async (node) =>
    String(await node.ask("INFO", "replication")).includes("master_link_status:up"),
  );
}

const idOf = async (node: ClusterNode) => String(await node.ask("CLUSTER", "MYID"));

const says = (text: string) => async (node: ClusterNode) =>
  String(await node.ask("CLUSTER", "INFO")).includes(text);

/** Each node calls the others from an address of its own, so that it can be told apart. */
const sourceOf = (index: number) => `127.0.1.${index + 1}`;

/** The messages between the nodes of a cluster pass through it, so that the cluster can be split. */
async function startBus(count: number) {
  const sources = Array.from({ length: count }, (_, index) => sourceOf(index));
  const worker = new Worker(new URL("./cluster-bus.mjs", import.meta.url), {
    workerData: { sources },
  });
  const [ports] = (await once(worker, "message")) as [number[]];
  return {
    /** The nodes find each other at these. */
    ports,
    /** Says where they listen for each other, once that is known. */
    reach: (targets: readonly number[]) => worker.postMessage({ targets }),
    /** Cuts a node off from all others; undefined ends that. */
    cutOff: (alone: number | undefined) => worker.postMessage({ alone }),
    close: () => worker.terminate(),
  };
}

async function startNode(index: number, own: Settings): Promise<ClusterNode> {
  const settings: Settings = {
    "cluster-enabled": "yes",
    "cluster-config-file": `nodes-${index}.conf`,
    // A replica may take over however old its data is.
    "cluster-replica-validity-factor": 0,
    "cluster-announce-ip": "127.0.0.1",
    "bind-source-addr": sourceOf(index),
    "protected-mode": "no",
    "repl-diskless-sync-delay": 0,
    ...own,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  let busPort = 0;
  const redis = await startRedis(async () => {
    busPort = await freePort();
    return [...options, "--cluster-port", `${busPort}`];
  });
  const port = Number(new URL(redis.url).port);
  return { ...redis, port, busPort, ask: (...command) => askRedis(redis.url, command) };
}
