import { setTimeout as sleep } from "node:timers/promises";
import { withTimeLimit } from "../../../time/time-limit.ts";
import { parseRedisUrl, type RedisPlace } from "../../../configuration/configuration.ts";
import type { Channel } from "../store.ts";
import { KEY_PREFIX, type RedisCommands, type RedisTransport } from "./commands.ts";
import {
  addressOf,
  connect,
  connectionClosed,
  type Connection,
  type Node,
  type NodeClient,
} from "./connect.ts";

/** Carries messages between processes; the nodes of a cluster have it where they would have a key of that name. */
export const CHANNEL = `${KEY_PREFIX}:changes`;
/** How often a connection that is in use is looked at: messages may be missed for this long. */
const LOOK_MS = 2_000;
/** A connection that has not responded to a PING by then is dead, though nobody has said so. */
const SILENT_MS = 1_000;
/** The shortest time between two connections that nobody waits for. */
const RENEW_MS = 1_000;
/** So many connections in a row are replaced at once where somebody waits: after that, one in `RENEW_MS`. */
const RENEWALS_AT_ONCE = 5;
/**
 * Some servers close the connection of who subscribes or publishes. So many that are lost so soon are made in a row, and
 * after that one in a minute.
 */
const LOST_BY_MESSAGING = 2;
const MESSAGING_MS = 60_000;
const SOON_MS = 1_000;
/** How long a connection that was replaced may finish what it carries; longer than any command takes. */
const DRAIN_MS = 5_000;
/** How often a read is sent whose connections are lost: what replaces one may be closed by the same server. */
const READ_TRIES = 3;
/** Keys of one command are on two nodes while their slot moves, for milliseconds: see `TRYAGAIN`. */
const MOVING_TRIES = 5;
const MOVING_MS = 15;

/**
 * A Redis or Valkey over TCP, by node-redis: one node, a cluster, or the master that sentinels name.
 *
 * Its connection is replaced when it is lost or does not respond. node-redis does not do that by itself, since neither
 * its reconnection nor its reading of a cluster's topology is limited in time. Until another one takes over, it goes on
 * serving the nodes of a cluster that are not suspected; it finishes what it carries.
 * @param limitMs Longest that one command takes, connecting included.
 */
export function openTcp(
  { url, ca }: { url: string; ca?: string },
  limitMs: number,
): RedisTransport {
  const place = { ...parseRedisUrl(url), ca };
  let current: Connection | undefined;
  let renewal: Promise<Connection> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renewals = createPace(RENEWALS_AT_ONCE, RENEW_MS);
  let waiting: NodeJS.Timeout | undefined;
  /** Nodes that failed: they get another connection before a command, and are not asked for the topology. */
  let suspects = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const open = async (): Promise<Connection> => {
    let connection: Connection | undefined;
    const onLost = (name: string) => connection && suspect(connection, name);
    if (current?.isCluster !== true) return (connection = await connect(place, onLost));
    const known = [...current.masters(), ...place.nodes];
    const trusted = known.filter((node) => !suspects.has(addressOf(node)));
    const nodes = (trusted.length > 0 ? trusted : known) as RedisPlace["nodes"];
    return (connection = await connect({ ...place, kind: "cluster", nodes }, onLost));
  };

  /** Replaces the connection. */
  const renew = (): Promise<Connection> => {
    clearTimeout(waiting);
    waiting = undefined;
    renewal ??= open()
      .then((connection) => {
        if (closed) {
          connection.close();
          throw connectionClosed();
        }
        if (current !== undefined) setTimeout(current.close, DRAIN_MS).unref();
        current = connection;
        renewals.count();
        suspects = new Set();
        asked = new Set();
        void listen();
        return connection;
      })
      .finally(() => {
        renewedAt = performance.now();
        renewal = undefined;
      });
    return renewal;
  };

  /** A node of a connection may be gone, hang, or have other slots. */
  const suspect = (connection: Connection, name: string) => {
    if (closed || connection !== current) return;
    noteLost(connection, name);
    suspects.add(name);
    if (renewal !== undefined || waiting !== undefined) return;
    const waitMs = Math.max(0, renewedAt + RENEW_MS - performance.now());
    waiting = setTimeout(() => void renew().catch(() => undefined), waitMs).unref();
  };

  const nodeOf = (key: string) => current?.ownerOf(key)?.name ?? "";

  /** The connection, or another one where this one is to be replaced first, unless that was done too often. */
  const connected = async (isSuspect: boolean): Promise<Connection> => {
    const isKept = !isSuspect || (renewal === undefined && !renewals.isDue());
    return current !== undefined && isKept ? current : renew();
  };

  /** Does something on the node of a key; a read may be done more than once. */
  const use = <Result>(
    key: string,
    work: (redis: Connection["redis"], owner: Node) => Promise<Result>,
    { withinMs, isRead = false }: { withinMs: number; isRead?: boolean },
  ): Promise<Result> => {
    look();
    let isLate = false;
    let lose = () => {};

    const tries = async (): Promise<Result> => {
      for (let count = 1; ; count += 1) {
        if (closed) throw connectionClosed();
        const connection = await connected(suspects.size > 0 && suspects.has(nodeOf(key)));
        // In the queue of node-redis it would be carried out although nobody waits for it.
        if (isLate) throw connectionClosed();
        const owner = connection.ownerOf(key);
        lose = () => suspect(connection, owner?.name ?? "");
        try {
          if (owner === undefined) throw new Error("CLUSTERDOWN No node has the slot of a key");
          return await work(connection.redis, owner);
        } catch (error) {
          const { isLost, isReply, isMoving } = await judge(error, place);
          if (isLost) lose();
          const most = isMoving ? MOVING_TRIES : isRead && !isReply ? READ_TRIES : 1;
          if (count >= most) throw error;
          if (isMoving) await sleep(count * MOVING_MS);
        }
      }
    };
    return withTimeLimit(withinMs, tries(), () => {
      isLate = true;
      lose();
    });
  };

  /** The nodes that take writes. */
  const masters: RedisTransport["masters"] = async (withinMs = limitMs) => {
    const connection = await withTimeLimit(withinMs, connected(suspects.size > 0));
    return connection.masters().map((node) => ({
      name: node.name,
      async send(command) {
        const sent = node.connect().then((client) => client.sendCommand(command));
        try {
          return await withTimeLimit(withinMs, sent);
        } catch (error) {
          if ((await judge(error, place)).isLost) suspect(connection, node.name);
          throw error;
        }
      },
    }));
  };

  /**
   * Replaces connections that died without a word. The `pingInterval` of node-redis waits for ever, and its
   * `socketTimeout` also ends a connection whose response has come while this process was busy.
   */
  const look = () => {
    if (current === undefined || performance.now() < lookedAt + LOOK_MS) return;
    lookedAt = performance.now();
    const ping = async () =>
      Promise.all((await masters(SILENT_MS)).map((node) => node.send(["PING"])));
    ping().catch(() => undefined);
  };

  const commands = async (withinMs = limitMs): Promise<RedisCommands> => {
    const [read, write] = [{ withinMs, isRead: true }, { withinMs }];
    return {
      get: (key) => use(key, (redis) => redis.get(key), read),
      set: (key, value, { px, nx } = {}) => {
        const expiration = px !== undefined && { expiration: { type: "PX", value: px } as const };
        const condition = nx && { condition: "NX" as const };
        return use(key, (redis) => redis.set(key, value, { ...expiration, ...condition }), write);
      },
      del: (key) => use(key, (redis) => redis.del(key), write),
      pttl: (key) => use(key, (redis) => redis.pTTL(key), read),
      eval: (script, keys, values) =>
        use(keys[0] ?? "", (redis) => redis.eval(script, { keys, arguments: values }), write),
      evalsha: (digest, keys, values) =>
        use(keys[0] ?? "", (redis) => redis.evalSha(digest, { keys, arguments: values }), write),
    };
  };

  let onMessage: (() => void) | undefined;
  /** What was asked for messages, and whether it sends them by now. */
  const listeners = new WeakMap<NodeClient, boolean>();
  /** Nodes of the connection that were asked for messages. */
  let asked = new Set<string>();
  let subscribed: { connection: Connection; name: string; at: number } | undefined;
  let hasListened = false;
  const lostBySubscribing = createPace(LOST_BY_MESSAGING, MESSAGING_MS);
  const lostByPublishing = createPace(LOST_BY_MESSAGING, MESSAGING_MS);

  /** Counts a connection that was lost soon after a subscription. */
  const noteLost = (connection: Connection, name: string) => {
    if (subscribed?.connection !== connection || subscribed.name !== name) return;
    if (performance.now() < subscribed.at + SOON_MS) lostBySubscribing.count();
    subscribed = undefined;
  };

  /** Messages come from the node to which they are sent, so that none is lost where a cluster is split. */
  const listen = async () => {
    const connection = current;
    const owner = onMessage && connection?.ownerOf(CHANNEL);
    if (owner === undefined || asked.has(owner.name) || !lostBySubscribing.isDue()) return;
    asked.add(owner.name);
    try {
      const client = await owner.connect();
      if (connection === undefined || listeners.has(client)) return;
      subscribed = { connection, name: owner.name, at: performance.now() };
      listeners.set(client, false);
      await client.subscribe(CHANNEL, () => onMessage?.());
      listeners.set(client, true);
      hasListened = true;
      onMessage?.();
    } catch {
      // Not permitted to this user, or the connection is lost: nothing is received.
    }
  };

  const send = async () => {
    // Without messages, processes look for changes themselves.
    if (!hasListened && !lostByPublishing.isDue()) return 0;
    const publish = async (_: unknown, owner: Node) =>
      (await owner.connect()).publish(CHANNEL, "").catch((error: unknown) => {
        lostByPublishing.count();
        throw error;
      });
    return use(CHANNEL, publish, { withinMs: limitMs });
  };

  const channel: Channel = {
    send,
    listen(callback) {
      onMessage = callback;
      void listen();
    },
    isListening() {
      // Asked for what is served from memory.
      look();
      const client = current?.ownerOf(CHANNEL)?.client;
      const isOn = client && listeners.get(client);
      // The slot of the channel has moved.
      if (isOn === undefined) void listen();
      return isOn === true && client.isReady;
    },
  };

  return {
    kind: place.kind,
    description: describe(place),
    commands,
    nodeOf,
    masters,
    missingSlots: () => current?.missingSlots() ?? 0,
    canFailOver: () => place.kind === "sentinel" || current?.isCluster === true,
    channel,
    close() {
      closed = true;
      clearTimeout(waiting);
      current?.close();
    },
  };
}

/** Lets something happen so many times in a row, and after that once in so many milliseconds. */
function createPace(times: number, everyMs: number) {
  let counted = 0;
  let countedAt = performance.now();
  const left = () => Math.max(0, counted - (performance.now() - countedAt) / everyMs);
  return {
    isDue: () => left() <= times - 1,
    count() {
      counted = left() + 1;
      countedAt = performance.now();
    },
  };
}

/** What a failed command says of its connection. */
async function judge(error: unknown, { kind }: RedisPlace) {
  const { ErrorReply } = await import("redis");
  const isReply = error instanceof ErrorReply;
  const message = error instanceof Error ? error.message : String(error);
  const isMaster = kind !== "sentinel" || !/(?:^|: -)READONLY\b/.test(message);
  return {
    isReply,
    /** Its node is gone, or has other slots, or is the master no more. */
    isLost: !isReply || !isMaster || /^CLUSTERDOWN\b/.test(message),
    isMoving: /^TRYAGAIN\b/.test(message),
  };
}

function describe({ kind, nodes, sentinel }: RedisPlace): string {
  const hosts = nodes
    .map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`)
    .join(", ");
  if (kind === "sentinel") return `Redis, as ${sentinel?.name} of the sentinels at ${hosts}`;
  return `${kind === "cluster" ? "Redis Cluster" : "Redis"} at ${hosts}`;
}
