import { setTimeout as sleep } from "node:timers/promises";
import { startTimeLimit, withTimeLimit } from "../../../clock.ts";
import { parseRedisUrl, type RedisPlace } from "../../../configuration/configuration.ts";
import type { Channel } from "../store.ts";
import {
  KEY_PREFIX,
  type RedisCommands,
  type RedisMaster,
  type RedisTransport,
} from "./commands.ts";
import {
  addressOf,
  connectionClosed,
  connectToCluster,
  connectToNode,
  load,
  type Connection,
  type Node,
  type NodeClient,
  type Package,
} from "./connect.ts";
import { inspectRedis, START_MS } from "./inspect.ts";

/** How often connections are looked at while they are in use: messages may be missed for this long. */
const CHECK_MS = 2_000;
/** Of so many looks one, while they are idle: some hosts bill each command, others end what is idle for minutes. */
const IDLE_CHECKS = 15;
/** A connection that has not responded to a PING by then is dead, though nobody has said so. */
const SILENT_MS = 1_000;
/** The shortest time between two connections that nobody waits for. */
const RENEW_MS = 1_000;
/** How long a connection that was replaced may finish what it carries; longer than any command takes. */
const DRAIN_MS = 5_000;
/** Keys of one command are on two nodes while their slot moves, for milliseconds: see `TRYAGAIN`. */
const TRIES_WHILE_MOVING = 5;
const MOVING_MS = 15;
/** Carries messages between processes; the nodes of a cluster have it where they would have a key of that name. */
export const CHANNEL = `${KEY_PREFIX}:changes`;
/** So many keys are on every node of a cluster, unless one has next to no slots. */
const MOST_TAGS = 1_000;

export interface TcpOptions {
  /** Longest that one command takes, connecting included. */
  limitMs: number;
  /** Called with the names of the nodes that take writes, when they may have changed. */
  onNodes(names: readonly string[]): void;
}

/**
 * A Redis or Valkey over TCP, by node-redis: one node, a cluster, or the master that sentinels name. A node that
 * turns out to be one of a cluster is the first of that cluster.
 *
 * node-redis does not reconnect by itself, since neither its reconnection nor its reading of a cluster's topology is
 * limited in time: what is lost, or does not respond, is replaced by a connection of ours. That of one node is dropped,
 * and the next command opens another. That to a cluster goes on serving the other nodes until one with the topology
 * of then takes over; it finishes what it carries.
 */
export function openTcp(
  { url, ca }: { url: string; ca?: string },
  { limitMs, onNodes }: TcpOptions,
): RedisTransport {
  const place = parseRedisUrl(url);
  const description = describe(place);
  let isCluster = place.kind === "cluster";
  let current: Connection | undefined;
  let renewal: Promise<Connection> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  /** Nodes that failed, and are not asked for the topology. */
  let suspects = new Set<string>();
  let closed = false;

  const open = async (): Promise<Connection> => {
    const redis = await load();
    if (closed) throw connectionClosed();
    let connection: Connection | undefined;
    const onLost = (name: string) => connection && suspect(connection, name);
    if (!isCluster) return (connection = await connectToNode(redis, { place, ca, onLost }));
    const known = (current?.masters() ?? []).map(({ address }) => address).concat(place.nodes);
    const trusted = known.filter((address) => !suspects.has(addressOf(address)));
    const roots = trusted.length > 0 ? trusted : place.nodes;
    return (connection = await connectToCluster(redis, { place, ca, onLost, roots }));
  };

  /** Replaces the connection. */
  const renew = (): Promise<Connection> =>
    (renewal ??= open()
      .then((connection) => {
        if (closed) {
          connection.close();
          throw connectionClosed();
        }
        drop();
        current = connection;
        suspects = new Set();
        void listen();
        onNodes(connection.masters().map(({ name }) => name));
        return connection;
      })
      .finally(() => {
        renewedAt = performance.now();
        renewal = undefined;
      }));

  const drop = () => {
    if (current !== undefined) setTimeout(current.close, DRAIN_MS).unref();
    current = undefined;
  };

  /** A node of a connection may be gone, hang, or have other slots. */
  const suspect = (connection: Connection, name: string) => {
    if (closed || connection !== current) return;
    suspects.add(name);
    if (!connection.isCluster) drop();
    if (renewal !== undefined || waiting !== undefined) return;
    const waitMs = Math.max(0, renewedAt + RENEW_MS - performance.now());
    waiting = setTimeout(() => void renewNow().catch(() => undefined), waitMs).unref();
  };

  const renewNow = () => {
    clearTimeout(waiting);
    waiting = undefined;
    return renew();
  };

  const becomeCluster = () => {
    isCluster = true;
    if (current?.isCluster === false) drop();
  };

  const nodeOf = (key: string) => current?.ownerOf(key)?.name ?? "";

  /** Does something on the node of a key within the time limit. A read may be done twice. */
  const use = <Result>(
    key: string,
    work: (redis: Connection["redis"], owner: Node) => Promise<Result>,
    { withinMs = limitMs, isRead = false } = {},
  ): Promise<Result> => {
    idleChecks = 0;
    let isLate = false;
    let onLate = () => {};

    const attempts = async (): Promise<Result> => {
      const redis = await load();
      let isRepeated = false;
      for (let attempt = 1; ; attempt += 1) {
        if (closed) throw connectionClosed();
        // A connection that is being replaced may hang.
        const isReplaced = renewal !== undefined && suspects.has(nodeOf(key));
        const connection = current === undefined || isReplaced ? await renew() : current;
        // In the queue of node-redis it would be carried out although nobody waits for it.
        if (isLate) throw connectionClosed();
        const owner = connection.ownerOf(key);
        onLate = () => suspect(connection, owner?.name ?? "");
        try {
          if (owner === undefined) throw new Error("CLUSTERDOWN No node has the slot of a key");
          return await work(connection.redis, owner);
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          if (attempt < TRIES_WHILE_MOVING && /^TRYAGAIN\b/.test(message)) {
            await sleep(attempt * MOVING_MS);
            continue;
          }
          if (place.kind === "node" && !connection.isCluster && /^MOVED\b/.test(message)) {
            becomeCluster();
            continue;
          }
          const isOld = connection !== current;
          if (isLost(redis, error, place)) suspect(connection, owner?.name ?? "");
          const isRepeatable =
            error instanceof redis.ClientClosedError ||
            (isRead && !(error instanceof redis.ErrorReply));
          if (!isRepeatable || isRepeated || closed) throw error;
          // What began before may be closed by the same server by now: only one that begins now says more.
          if (isOld) continue;
          if (renewal !== undefined) {
            await renewal.catch(() => undefined);
            continue;
          }
          isRepeated = true;
          await renewNow();
        }
      }
    };
    return withTimeLimit(withinMs, attempts(), () => {
      isLate = true;
      onLate();
    });
  };

  const commandsWithin = (withinMs: number): RedisCommands => {
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
  const commands = commandsWithin(limitMs);

  const masters = async (withinMs = limitMs): Promise<RedisMaster[]> => {
    const redis = await load();
    const connection = current ?? (await withTimeLimit(withinMs, renew()));
    return connection.masters().map((node) => ({
      name: node.name,
      async send(command) {
        const sent = node.connect().then((client) => client.sendCommand(command));
        try {
          return await withTimeLimit(withinMs, sent);
        } catch (error) {
          if (isLost(redis, error, place)) suspect(connection, node.name);
          throw error;
        }
      },
    }));
  };

  let onMessage: (() => void) | undefined;
  let listener: { client: NodeClient; isOn: boolean } | undefined;

  /** Messages come from the node to which they are sent, so that none is lost where a cluster is split. */
  const listen = async () => {
    const owner = onMessage && current?.ownerOf(CHANNEL);
    if (onMessage === undefined || owner === undefined) return;
    try {
      const client = await owner.connect();
      if (client === listener?.client) return;
      const own = { client, isOn: false };
      listener = own;
      await client.subscribe(CHANNEL, () => {
        if (listener === own) onMessage?.();
      });
      own.isOn = true;
      onMessage();
    } catch {
      // Not permitted to this user, or the connection is lost: nothing is received.
    }
  };

  const channel: Channel = {
    send: () => use(CHANNEL, async (_, owner) => (await owner.connect()).publish(CHANNEL, "")),
    listen(callback) {
      onMessage = callback;
      void listen();
    },
    isListening() {
      // Asked for what is served from memory.
      idleChecks = 0;
      const client = current?.ownerOf(CHANNEL)?.client;
      if (client !== undefined && client === listener?.client) {
        return listener.isOn && client.isReady;
      }
      // The slot of the channel has moved.
      void listen();
      return false;
    },
  };

  /** Replaces connections that died without a word: while they are idle, nothing else shows it. */
  const check = () => {
    const connection = current;
    for (const { name, client } of connection?.masters() ?? []) {
      if (connection === undefined || !client?.isReady) continue;
      // The `pingInterval` of node-redis waits for ever, and its `socketTimeout` also ends a connection whose
      // response has come while this process was busy.
      const callOff = startTimeLimit(SILENT_MS, () => suspect(connection, name));
      client
        .sendCommand(["PING"])
        .catch(() => undefined)
        .finally(callOff);
    }
  };

  let idleChecks = 0;
  const checks = setInterval(() => {
    if (idleChecks % IDLE_CHECKS === 0) check();
    idleChecks += 1;
  }, CHECK_MS).unref();

  return {
    description,
    redis: commands,
    direct: commands,
    nodeOf,
    keyOn(node, prefix) {
      const candidates = Array.from({ length: MOST_TAGS }, (_, tag) => `${prefix}:${tag}`);
      return node === "" ? prefix : candidates.find((key) => nodeOf(key) === node);
    },
    masters: () => masters(),
    isCluster: () => isCluster,
    canFailOver: () => place.kind === "sentinel" || isCluster,
    channel,
    inspect: () =>
      inspectRedis(place, description, {
        masters: () => masters(START_MS),
        commands: commandsWithin(START_MS),
        becomeCluster,
        missingSlots: () => current?.missingSlots() ?? 0,
      }),
    close() {
      closed = true;
      clearInterval(checks);
      clearTimeout(waiting);
      current?.close();
    },
  };
}

/** Whether a failed command says that its node is gone, or has other slots, or is the master no more. */
function isLost(redis: Package, error: unknown, { kind }: RedisPlace): boolean {
  if (!(error instanceof redis.ErrorReply)) return true;
  if (kind === "sentinel" && /(?:^|: -)READONLY\b/.test(error.message)) return true;
  return /^CLUSTERDOWN\b/.test(error.message);
}

function describe({ kind, nodes, sentinel }: RedisPlace): string {
  const hosts = nodes.map(({ host, port }) =>
    host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
  );
  if (kind === "cluster") return `Redis Cluster at ${hosts.join(", ")}`;
  if (kind === "node") return `Redis at ${hosts.join(", ")}`;
  return `Redis, as ${sentinel?.name} of the sentinels at ${hosts.join(", ")}`;
}
