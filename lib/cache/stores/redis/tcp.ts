import { parseRedisUrl, type RedisPlace } from "../../../configuration/configuration.ts";
import type { Channel } from "../store.ts";
import { KEY_PREFIX, type RedisCommands, type RedisTransport } from "./commands.ts";
import type { NodeClient } from "./connect.ts";
import { createConnections } from "./connections.ts";
import { inspectRedis, START_MS } from "./inspect.ts";

/** Carries messages between processes; the nodes of a cluster have it where they would have a key of that name. */
export const CHANNEL = `${KEY_PREFIX}:changes`;

/**
 * A Redis or Valkey over TCP, by node-redis: one node, a cluster, or the master that sentinels name. A node that
 * turns out to be one of a cluster is the first of that cluster.
 * @param limitMs Longest that one command takes, connecting included.
 */
export function openTcp(
  { url, ca }: { url: string; ca?: string },
  limitMs: number,
): RedisTransport {
  const place = { ...parseRedisUrl(url), ca };
  const description = describe(place);
  const connections = createConnections({
    place,
    onConnect: () => void listen(),
  });

  const commandsWithin = (withinMs: number): RedisCommands => {
    const { use } = connections;
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
  const commands = Promise.resolve(commandsWithin(limitMs));

  let onMessage: (() => void) | undefined;
  let listener: { client: NodeClient; isOn: boolean } | undefined;

  /** Messages come from the node to which they are sent, so that none is lost where a cluster is split. */
  const listen = async () => {
    const owner = onMessage && connections.current()?.ownerOf(CHANNEL);
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
    send: () =>
      connections.use(CHANNEL, async (_, owner) => (await owner.connect()).publish(CHANNEL, ""), {
        withinMs: limitMs,
      }),
    listen(callback) {
      onMessage = callback;
      void listen();
    },
    isListening() {
      // Asked for what is served from memory.
      connections.touch();
      const client = connections.current()?.ownerOf(CHANNEL)?.client;
      if (client !== undefined && client === listener?.client) {
        return listener.isOn && client.isReady;
      }
      // The slot of the channel has moved.
      void listen();
      return false;
    },
  };

  return {
    description,
    redis: () => commands,
    direct: () => commands,
    nodeOf: connections.nodeOf,
    masters: () => connections.masters(limitMs),
    isCluster: connections.isCluster,
    canFailOver: () => place.kind === "sentinel" || connections.isCluster(),
    channel,
    inspect: () =>
      inspectRedis(place, description, {
        masters: () => connections.masters(START_MS),
        commands: commandsWithin(START_MS),
        becomeCluster: connections.becomeCluster,
        missingSlots: () => connections.current()?.missingSlots() ?? 0,
      }),
    close: connections.close,
  };
}

function describe({ kind, nodes, sentinel }: RedisPlace): string {
  const hosts = nodes.map(({ host, port }) =>
    host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
  );
  if (kind === "cluster") return `Redis Cluster at ${hosts.join(", ")}`;
  if (kind === "node") return `Redis at ${hosts.join(", ")}`;
  return `Redis, as ${sentinel?.name} of the sentinels at ${hosts.join(", ")}`;
}
