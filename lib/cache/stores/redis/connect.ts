import type * as nodeRedis from "redis";
import { withTimeLimit } from "../../../time/time-limit.ts";
import type { RedisNode, RedisPlace } from "../../../configuration/configuration.ts";
import { hashTagOf } from "./commands.ts";

/** A connection that is not usable by then is given up; shorter than the pause between two probes. */
const CONNECT_MS = 4_000;
/** A node of a cluster that does not send the topology within this time is skipped. */
const DISCOVERY_MS = 1_000;
/** How often a sentinel has to respond, and how long that may take. */
const SENTINEL_PING_MS = 1_000;
const SENTINEL_TIMEOUT_MS = 2_500;
/** How many slots the nodes of a cluster share. */
const SLOTS = 16_384;

type Package = typeof nodeRedis;
type Client = ReturnType<typeof createNodeClient>;
type Cluster = ReturnType<typeof createClusterClient>;

/** A node that takes writes. */
export interface Node extends RedisNode {
  /** Its address in a cluster; "" where there is one node. */
  name: string;
  /** The client that is connected to it by now. */
  client: NodeClient | undefined;
  connect(): Promise<NodeClient>;
}

export type NodeClient = Pick<Client, "isReady" | "sendCommand" | "subscribe" | "publish">;

/** The connections to one node, or to a cluster, as node-redis has opened them. */
export interface Connection {
  /** Takes commands, and sends each to the node of its key. */
  redis: Client | Cluster;
  isCluster: boolean;
  masters(): Node[];
  /** The node that has a key, or would have it; undefined where a cluster has none for its slot. */
  ownerOf(key: string): Node | undefined;
  missingSlots(): number;
  close(): void;
}

/** A Redis in the configuration. With `ca` it has to prove itself by these certificates (PEM), not by those of Node. */
export type Place = RedisPlace & { ca?: string | undefined };

/** Called with the name of a node when a connection to it is lost, or it is no master any more. */
type OnLost = (node: string) => void;

export function connectionClosed(): Error {
  return new Error("The connection to Redis is closed");
}

/** Connects to a cluster, to one node, or to the master that sentinels name. A node of a cluster is its first. */
export async function connect(place: Place, onLost: OnLost): Promise<Connection> {
  // It takes a fifth of a second to load: only those who use it should spend that.
  const redis = await import("redis");
  const node = place.kind === "cluster" ? undefined : await connectToNode(redis, place, onLost);
  return node ?? connectToCluster(redis, place, onLost);
}

/** @returns undefined for a node of a cluster */
async function connectToNode(
  redis: Package,
  place: Place,
  onLost: OnLost,
): Promise<Connection | undefined> {
  const sentinels = place.kind === "sentinel" ? createSentinelClient(redis, place) : undefined;
  let client: Client | undefined;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    sentinels?.destroy().catch(() => undefined);
    if (client?.isOpen) client.destroy();
  };

  /** The client of sentinels only names the master: it would carry out a command whose caller has given up. */
  const askForMaster = async (asked: NonNullable<typeof sentinels>): Promise<RedisNode> => {
    await connectToAny(asked);
    const master = asked.getMasterNode();
    if (master === undefined) throw new Error("The sentinels name no master");
    asked.on("topology-change", ({ type }: { type: string }) => {
      if (type === "MASTER_CHANGE") onLost("");
    });
    return master;
  };

  const open = async () => {
    const address = sentinels === undefined ? place.nodes[0] : await askForMaster(sentinels);
    if (isClosed) throw connectionClosed();
    const opened = (client = createNodeClient(redis, place, address));
    opened.on("error", () => onLost(""));
    await opened.connect();
    const { mode } = Object(await opened.sendCommand(["HELLO"])) as { mode?: string };
    return { opened, address, mode };
  };

  try {
    // node-redis limits the time until the socket is open, but not the time of the log-in after it.
    const { opened, address, mode } = await withTimeLimit(CONNECT_MS, open());
    if (mode === "cluster") {
      close();
      return undefined;
    }
    const node = { ...address, name: "", client: opened, connect: async () => opened };
    return {
      redis: opened,
      isCluster: false,
      masters: () => [node],
      ownerOf: () => node,
      missingSlots: () => 0,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function connectToCluster(redis: Package, place: Place, onLost: OnLost): Promise<Connection> {
  const cluster = createClusterClient(redis, place);
  cluster.on("node-error", (_error: unknown, node: RedisNode) => onLost(addressOf(node)));
  try {
    await connectToAny(cluster);
    if (cluster.masters.length === 0) throw new Error("CLUSTERDOWN No node has slots");
  } catch (error) {
    cluster.destroy();
    throw error;
  }

  const nodeOf = (master: Cluster["masters"][number]): Node => ({
    name: addressOf(master),
    host: master.host,
    port: master.port,
    client: master.client,
    connect: () => cluster.nodeClient(master),
  });
  return {
    redis: cluster,
    isCluster: true,
    masters: () => cluster.masters.map(nodeOf),
    ownerOf(key) {
      const master = cluster.slots[slotOf(key)]?.master;
      return master && nodeOf(master);
    },
    // The list has holes, which are left out.
    missingSlots: () => SLOTS - cluster.slots.filter(Boolean).length,
    close: () => cluster.destroy(),
  };
}

/** Connects to one of several nodes. Why each of them did not respond is an event; one of these reasons is thrown. */
async function connectToAny(client: {
  on(event: "error", listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
}): Promise<void> {
  let why: unknown;
  client.on("error", (error: unknown) => (why = error));
  try {
    await client.connect();
  } catch (error) {
    throw why instanceof Error ? why : error;
  }
}

/** The options of every client of node-redis. */
function clientOptions({ tls, ca }: Place, login: RedisPlace["login"] = {}, socket: object = {}) {
  return {
    ...login,
    disableClientInfo: true,
    disableOfflineQueue: true,
    // No signal for each command: it costs as much as the command, and is off when that is sent; see `tcp.ts`.
    commandOptions: { timeout: 0 },
    // Not every Redis knows this command, and none of ours announces its maintenance.
    maintNotifications: "disabled" as const,
    // With version 3 one connection takes commands and receives messages.
    RESP: 3 as const,
    // After a failure, nothing is sent until a probe, which reconnects.
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: false as const,
      ...(tls && { tls: true as const, ...(ca !== undefined && { ca }) }),
      ...socket,
    },
  };
}

/** Makes something when it is first needed. */
function once<Made>(make: (redis: Package) => Made): (redis: Package) => Made {
  let made: Made | undefined;
  return (redis) => (made ??= make(redis));
}

/*
 * These are never connected: each `create…` makes classes with all commands, for which the event loop stands still for
 * 20 ms and more. Their duplicates share the classes.
 */
const nodeModel = once(({ createClient }) => createClient({ RESP: 3 }));
const sentinelModel = once(({ createSentinel }) =>
  createSentinel({ RESP: 3, name: "", sentinelRootNodes: [] }),
);
const clusterModel = once(({ createCluster }) => createCluster({ RESP: 3, rootNodes: [] }));

const createNodeClient = (redis: Package, place: Place, address: RedisNode) =>
  nodeModel(redis).duplicate({
    ...clientOptions(place, place.login, address),
    database: place.database,
  });

const createSentinelClient = (redis: Package, place: Place) =>
  sentinelModel(redis).duplicate({
    name: place.sentinel?.name ?? "",
    sentinelRootNodes: place.nodes,
    // The next probe tries again.
    maxCommandRediscovers: 0,
    nodeClientOptions: clientOptions(place, place.login),
    sentinelClientOptions: {
      ...clientOptions(place, place.sentinel?.login, { socketTimeout: SENTINEL_TIMEOUT_MS }),
      pingInterval: SENTINEL_PING_MS,
    },
  });

const createClusterClient = (redis: Package, place: Place) =>
  clusterModel(redis).duplicate({
    commandOptions: { timeout: 0 },
    defaults: clientOptions(place, place.login),
    rootNodes: place.nodes.map((node) => ({
      socket: { ...node, connectTimeout: DISCOVERY_MS, socketTimeout: DISCOVERY_MS },
    })),
    // Nodes are connected to when they are used: one that is gone would keep the others from being known.
    minimizeConnections: true,
    // A node of which the others know no address does not know its own.
    nodeAddressMap: (address) => {
      const [, port] = /^:(\d+)$/.exec(address) ?? [];
      return port === undefined ? undefined : { host: place.nodes[0].host, port: Number(port) };
    },
  });

export function addressOf({ host, port }: RedisNode): string {
  return `${host}:${port}`;
}

/** The slot of a key on a cluster: CRC16 (XMODEM) of its hash tag or, without one, of all of it. */
export function slotOf(key: string): number {
  let crc = 0;
  for (const byte of Buffer.from(hashTagOf(key))) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff) % SLOTS;
}
