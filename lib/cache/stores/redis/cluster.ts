import { setTimeout as sleep } from "node:timers/promises";
import type { RedisNode } from "../../../configuration/configuration.ts";
import { keyIn, slotOf, SLOTS } from "./slots.ts";
import {
  clientOptions,
  commandOptions,
  connectionClosed,
  isRepeatable,
  onSilence,
  type Caller,
  type Package,
  type Connections,
  type ConnectionOptions,
} from "./connections.ts";

type Cluster = ReturnType<typeof createClusterClient>;
type NodeClient = Awaited<ReturnType<Cluster["nodeClient"]>>;

/** The shortest time between two renewals, which is how often the topology is read while a node is missing. */
const RENEW_MS = 1_000;
/** How long connections that were replaced may finish what they carry; longer than any command takes. */
const DRAIN_MS = 5_000;
/** How long a renewal waits for nodes that do not accept connections. */
const WARM_UP_MS = 500;
/** A node that does not send the topology within this time is skipped. */
const DISCOVERY_MS = 1_000;
/** Keys of one command are on two nodes while their slot moves, for milliseconds: see `TRYAGAIN`. */
const TRIES_WHILE_MOVING = 5;
const MOVING_MS = 15;
/** So many keys are on every node of a cluster, unless one has next to no slots. */
const MOST_TAGS = 1_000;

interface Link {
  cluster: Cluster;
  /** The connection on which messages come. */
  subscriber: NodeClient | undefined;
  isSubscribing: boolean;
}

export interface ClusterOptions extends ConnectionOptions {
  /** Called with the addresses of all nodes that take writes, when they may have changed. */
  onNodes(nodes: readonly string[]): void;
}

/**
 * A cluster, by node-redis' own client, which follows slots that move (`MOVED`, `ASK`). It finds out about a node
 * that does not respond only once that is back, so we replace the whole client: when a connection is lost or a
 * command gets no response, another one reads the topology, connects, and takes over.
 */
export function createClusterConnections({
  place,
  ca,
  load,
  onNodes,
}: ClusterOptions): Connections {
  let current: Link | undefined;
  let renewal: Promise<Link> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  /** Addresses that are not asked for the topology, since they failed. */
  let suspects = new Set<string>();
  let subscription: { channel: string; onMessage: () => void } | undefined;
  let closed = false;

  const open = async (): Promise<Link> => {
    const redis = await load();
    if (closed) throw connectionClosed();
    const known = [...(current?.cluster.masters ?? []), ...place.nodes];
    const trusted = known.filter((node) => !suspects.has(addressOf(node)));
    const roots = trusted.length > 0 ? trusted : place.nodes;
    const cluster = createClusterClient(redis, { place, ca }, roots);
    let why: unknown;
    cluster.on("error", (error: unknown) => (why = error));
    cluster.on("node-error", (_error: unknown, node: RedisNode) => {
      if (current?.cluster === cluster) suspect(addressOf(node));
    });
    try {
      await cluster.connect();
      if (cluster.masters.length === 0) throw new Error("CLUSTERDOWN No node has slots");
    } catch (error) {
      cluster.destroy();
      throw why instanceof Error ? why : error;
    }
    const connected = cluster.masters.map((node) => cluster.nodeClient(node));
    await Promise.race([Promise.allSettled(connected), sleep(WARM_UP_MS)]);
    return { cluster, subscriber: undefined, isSubscribing: false };
  };

  /** Replaces the client by one with the topology of now. */
  const renew = (): Promise<Link> =>
    (renewal ??= open()
      .then((link) => {
        if (closed) {
          link.cluster.destroy();
          throw connectionClosed();
        }
        const { cluster } = current ?? {};
        if (cluster) setTimeout(() => cluster.destroy(), DRAIN_MS).unref();
        current = link;
        suspects = new Set();
        subscribeOn(link);
        onNodes(link.cluster.masters.map(addressOf));
        return link;
      })
      .finally(() => {
        renewedAt = performance.now();
        renewal = undefined;
      }));

  /** A node may be gone, hang, or have other slots. */
  const suspect = (address: string) => {
    suspects.add(address);
    if (closed || renewal !== undefined || waiting !== undefined) return;
    const waitMs = Math.max(0, renewedAt + RENEW_MS - performance.now());
    waiting = setTimeout(() => {
      waiting = undefined;
      void renew().catch(() => undefined);
    }, waitMs).unref();
  };

  const ownerOf = ({ cluster }: Link, key: string) => cluster.slots[slotOf(key)]?.master;

  /** Messages come from the node to which they are sent, so that none is lost where a cluster is split. */
  const subscribeOn = (link: Link) => {
    if (subscription === undefined || link.isSubscribing) return;
    const { channel, onMessage } = subscription;
    const subscribe = async () => {
      const owner = ownerOf(link, channel);
      if (owner === undefined) return;
      const client = await link.cluster.nodeClient(owner);
      await client.subscribe(channel, onMessage);
      link.subscriber = client;
      onMessage();
    };
    link.isSubscribing = true;
    subscribe()
      // Not permitted to this user, or the connection is lost: nothing is received.
      .catch(() => undefined)
      .finally(() => (link.isSubscribing = false));
  };

  const sendOnce = async (link: Link, command: string[]): Promise<unknown> => {
    const key = keyIn(command);
    if (key === undefined) return link.cluster.sendCommand(undefined, false, command);
    const owner = ownerOf(link, key);
    if (owner === undefined) throw new Error("CLUSTERDOWN No node has the slot of a key");
    // node-redis sends messages to any node.
    if (command[0]?.toLowerCase() !== "publish") {
      return link.cluster.sendCommand(key, false, command);
    }
    return (await link.cluster.nodeClient(owner)).sendCommand(command);
  };

  const nodeFor = (command: readonly unknown[]) => {
    const key = keyIn(command);
    const owner = current && key !== undefined ? ownerOf(current, key) : undefined;
    return owner === undefined ? "" : addressOf(owner);
  };

  const send = async (command: string[], caller: Caller): Promise<unknown> => {
    const redis = await load();
    let isRepeated = false;
    for (let attempt = 1; ; attempt += 1) {
      if (closed) throw connectionClosed();
      // A connection that is being replaced may hang.
      const isReplaced = renewal !== undefined && suspects.has(nodeFor(command));
      const link = current === undefined || isReplaced ? await renew() : current;
      if (caller.isGone) return undefined;
      const address = nodeFor(command);
      caller.onGone = () => suspect(address);
      try {
        return await sendOnce(link, command);
      } catch (error) {
        if (attempt < TRIES_WHILE_MOVING && /^TRYAGAIN\b/.test(messageOf(error))) {
          await sleep(attempt * MOVING_MS);
          continue;
        }
        if (!(error instanceof redis.ErrorReply) || /^CLUSTERDOWN\b/.test(error.message)) {
          suspect(address);
        }
        if (!isRepeatable(redis, command, error) || isRepeated || closed) throw error;
        if (link !== current) continue;
        // What began before may be closed by the same server by now: only one that begins now says more.
        if (renewal !== undefined) {
          await renewal.catch(() => undefined);
          continue;
        }
        isRepeated = true;
        await renewalSoon();
      }
    }
  };

  /** Resolves when the renewal that was just asked for is over. */
  const renewalSoon = async () => {
    clearTimeout(waiting);
    waiting = undefined;
    await renew();
  };

  return {
    send,
    async sendToEach(command) {
      const { cluster } = current ?? (await renew());
      return Promise.all(
        cluster.masters.map(async (node) => (await cluster.nodeClient(node)).sendCommand(command)),
      );
    },
    async masters() {
      const { cluster } = current ?? (await renew());
      return cluster.masters.map(addressOf);
    },
    async sendTo(address, command) {
      const { cluster } = current ?? (await renew());
      const node = cluster.masters.find((master) => addressOf(master) === address);
      if (node === undefined) throw new Error(`${address} is no master of the cluster any more`);
      try {
        return await (await cluster.nodeClient(node)).sendCommand(command);
      } catch (error) {
        suspect(address);
        throw error;
      }
    },
    missingSlots: () =>
      Array.from({ length: SLOTS }, (_, slot) => current?.cluster.slots[slot]).filter(
        (shard) => shard === undefined,
      ).length,
    nodeFor,
    keyOn(node, prefix) {
      const candidates = Array.from({ length: MOST_TAGS }, (_, tag) => `${prefix}:${tag}`);
      return candidates.find((key) => nodeFor(["get", key]) === node);
    },
    check() {
      for (const node of current?.cluster.masters ?? []) {
        const { client } = node;
        if (client !== undefined) onSilence(client, () => suspect(addressOf(node)));
      }
    },
    subscribe(channel, onMessage) {
      subscription = { channel, onMessage };
      if (current !== undefined) subscribeOn(current);
    },
    isSubscribed() {
      if (current === undefined || subscription === undefined) return false;
      const owner = ownerOf(current, subscription.channel);
      const { subscriber } = current;
      if (subscriber !== undefined && subscriber === owner?.client) return subscriber.isReady;
      // The slot of the channel has moved.
      subscribeOn(current);
      return false;
    },
    close() {
      closed = true;
      clearTimeout(waiting);
      current?.cluster.destroy();
    },
  };
}

function createClusterClient(
  { createCluster }: Package,
  { place, ca }: Pick<ConnectionOptions, "place" | "ca">,
  roots: readonly RedisNode[],
) {
  const [first = { host: "" }] = roots;
  return createCluster({
    RESP: 3,
    commandOptions,
    defaults: { ...clientOptions(place, ca), ...place.login },
    rootNodes: roots.map(({ host, port }) => ({
      socket: { host, port, connectTimeout: DISCOVERY_MS, socketTimeout: DISCOVERY_MS },
    })),
    // Otherwise a node that is gone would keep the others from being known.
    minimizeConnections: true,
    // A node of which the others know no address does not know its own.
    nodeAddressMap: (address) => {
      const [, port] = /^:(\d+)$/.exec(address) ?? [];
      return port === undefined ? undefined : { host: first.host, port: Number(port) };
    },
  });
}

function addressOf({ host, port }: RedisNode): string {
  return `${host}:${port}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
