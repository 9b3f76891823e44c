import { connect, createServer, type Socket } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, listen } from "./local-server.ts";
import { askRedis, startRedis, untilEach, type TestRedis } from "./redis.ts";

/** A master that is silent for so long is replaced by its replica; without one, it is only waited for. */
const FAILOVER_MS = 1_500;
const PATIENT_MS = 15_000;
const MEET_MS = 3_000;
const SLOTS = 16_384;

/** A node of a cluster for tests. */
export interface ClusterNode extends TestRedis {
  port: number;
  /** Sends a command to this node. */
  ask(...command: string[]): Promise<unknown>;
}

export type TestCluster = Awaited<ReturnType<typeof startRedisCluster>>;

export interface ClusterOptions {
  masters?: number;
  /** Of each master. */
  replicas?: number;
  /** For the command line of each node. */
  options?: readonly string[] | ((index: number) => readonly string[]);
  /** Nodes that know the others, but have no slots. */
  empty?: number;
}

/** Starts a Redis Cluster of real processes on the loopback address; its masters come first. */
export async function startRedisCluster({
  masters = 3,
  replicas = 0,
  options = [],
  empty = 0,
}: ClusterOptions = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-cluster-"));
  const count = masters * (1 + replicas) + empty;
  const buses = await Promise.all(Array.from({ length: count }, startBus));
  const nodes = await Promise.all(
    buses.map((bus, index) =>
      startNode(directory, bus, index, [
        "--cluster-node-timeout",
        `${replicas > 0 ? FAILOVER_MS : PATIENT_MS}`,
        ...(typeof options === "function" ? options(index) : options),
      ]),
    ),
  );

  const [first] = nodes as [ClusterNode];
  await Promise.all(
    nodes.map((node, index) => node.ask("CLUSTER", "SET-CONFIG-EPOCH", `${index + 1}`)),
  );
  for (const [index, node] of nodes.slice(0, masters).entries()) {
    const at = (share: number) => Math.floor((share * SLOTS) / masters);
    await node.ask("CLUSTER", "ADDSLOTSRANGE", `${at(index)}`, `${at(index + 1) - 1}`);
  }
  const idOf = async (node: ClusterNode) => String(await node.ask("CLUSTER", "MYID"));
  const all = (text: string) => async (node: ClusterNode) =>
    String(await node.ask("CLUSTER", "INFO")).includes(text);
  // On a busy machine, nodes give up on each other before they have met.
  for (let met = false; !met;) {
    await Promise.all(
      nodes.map((node, index) =>
        first.ask("CLUSTER", "MEET", "127.0.0.1", `${node.port}`, `${buses[index]?.port}`),
      ),
    );
    met = await untilEach(nodes, all(`cluster_known_nodes:${count}\r`), MEET_MS).then(
      () => true,
      () => false,
    );
  }
  for (let index = masters; index < count - empty; index += 1) {
    const master = nodes[index % masters] as ClusterNode;
    await untilEach([nodes[index] as ClusterNode], async (node) =>
      node.ask("CLUSTER", "REPLICATE", await idOf(master)).then(
        () => true,
        () => false,
      ),
    );
  }
  if (masters > 0) await untilEach(nodes, all("cluster_state:ok"));
  await untilEach(nodes.slice(masters, count - empty), async (node) =>
    String(await node.ask("INFO", "replication")).includes("master_link_status:up"),
  );

  return {
    nodes,
    /** Names three nodes, as an operator would. */
    url: `redis+cluster://${nodes
      .slice(0, 3)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join()}`,
    /** Resolves when every node that answers has each slot served by a node that is there. */
    isWhole: (among: readonly ClusterNode[] = nodes) => untilEach(among, all("cluster_state:ok")),
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
    split(index: number) {
      for (const [other, bus] of buses.entries()) {
        if (other === index) bus.refuseAll(true);
        else bus.refuse(sourceOf(index));
      }
    },
    /** Ends all splits. */
    heal() {
      for (const bus of buses) {
        bus.refuseAll(false);
        bus.refuse(undefined);
      }
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      for (const bus of buses) bus.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Each node calls the others from an address of its own, so that it can be told apart. */
const sourceOf = (index: number) => `127.0.1.${index + 1}`;

type Bus = Awaited<ReturnType<typeof startBus>>;

/** Passes on what the nodes of a cluster tell one of them, unless they are split. */
async function startBus() {
  const target = await freePort();
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused: string | undefined;
  const isRefused = (socket: Socket) => isCut || socket.remoteAddress === refused;

  const server = createServer((socket) => {
    if (isRefused(socket)) return void socket.destroy();
    sockets.add(socket);
    const inner = connect(target, "127.0.0.1");
    const end = () => {
      sockets.delete(socket);
      socket.destroy();
      inner.destroy();
    };
    for (const one of [socket, inner]) one.on("error", end).on("close", end);
    socket.pipe(inner).pipe(socket);
  });
  const cut = () => {
    for (const socket of sockets) if (isRefused(socket)) socket.destroy();
  };
  return {
    target,
    port: await listen(server),
    refuseAll(all: boolean) {
      isCut = all;
      cut();
    },
    refuse(source: string | undefined) {
      refused = source;
      cut();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function startNode(
  directory: string,
  bus: Bus,
  index: number,
  options: readonly string[],
): Promise<ClusterNode> {
  const settings = {
    "cluster-enabled": "yes",
    dir: directory,
    "cluster-config-file": `nodes-${index}.conf`,
    // A replica may take over however old its data is.
    "cluster-replica-validity-factor": 0,
    "cluster-port": bus.target,
    "cluster-announce-bus-port": bus.port,
    "cluster-announce-ip": "127.0.0.1",
    "bind-source-addr": sourceOf(index),
    "protected-mode": "no",
    "repl-diskless-sync-delay": 0,
  };
  const fixed = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const redis = await startRedis([...fixed, ...options]);
  const port = Number(new URL(redis.url).port);
  return { ...redis, port, ask: (...command) => askRedis(redis.url, command) };
}
