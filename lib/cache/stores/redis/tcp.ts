import { setTimeout as sleep } from "node:timers/promises";
import { parseRedisUrl, type RedisPlace } from "../../../configuration/configuration.ts";
import { withTimeLimit } from "../../../time/time-limit.ts";
import type { RedisCommands, RedisTransport } from "./commands.ts";
import { connectionClosed, type Connection, type Node } from "./connect.ts";
import { createConnections } from "./connections.ts";
import { createMessages } from "./messages.ts";

/** How often a connection that is in use is checked: messages may be missed for this long. */
const CHECK_INTERVAL_MS = 2_000;
/** A connection that has not responded to a PING by then is dead, though nobody has said so. */
const SILENT_MS = 1_000;
/** How often a read is sent whose connections are lost: the same server may close the next one as well. */
const READ_TRIES = 3;
/** Keys of one command are on two nodes while their slot moves, for milliseconds: see `TRYAGAIN`. */
const MOVING_TRIES = 5;
const MOVING_MS = 15;

interface UseOptions {
  withinMs: number;
  /** A read may be done more than once. */
  isRead?: boolean;
}

/**
 * A Redis or Valkey over TCP, by node-redis: one node, a cluster, or the master that sentinels name.
 *
 * Its connection is replaced when it is lost or does not respond. node-redis does not do that by itself, since neither
 * its reconnection nor its reading of a cluster's topology is limited in time.
 * @param limitMs Longest that one command takes, connecting included.
 */
export function openTcp(
  { url, ca }: { url: string; ca?: string },
  limitMs: number,
): RedisTransport {
  const place = { ...parseRedisUrl(url), ca };
  let checkedAt = Number.NEGATIVE_INFINITY;

  const connections = createConnections(place, {
    onRenewed: () => messages.onRenewed(),
    onSuspect: (connection, node) => messages.onLost(connection, node),
  });
  const { current } = connections;
  const nodeOf = (key: string) => current()?.ownerOf(key)?.name ?? "";

  const use: Use = <Result>(
    key: string,
    work: (redis: Connection["redis"], owner: Node) => Promise<Result>,
    { withinMs, isRead = false }: UseOptions,
  ): Promise<Result> => {
    check();
    let isLate = false;
    let suspect = () => {};

    const pickConnection = async () => {
      if (connections.isClosed()) throw connectionClosed();
      const connection = await connections.toNode(() => nodeOf(key));
      // In the queue of node-redis it would be carried out although nobody waits for it.
      if (isLate) throw connectionClosed();
      const owner = connection.ownerOf(key);
      suspect = () => connections.suspect(connection, owner?.name ?? "");
      return { redis: connection.redis, owner };
    };
    const tryUntilDone = async (): Promise<Result> => {
      for (let count = 1; ; count += 1) {
        const { redis, owner } = await pickConnection();
        try {
          if (owner === undefined) throw new Error("CLUSTERDOWN No node has the slot of a key");
          return await work(redis, owner);
        } catch (error) {
          const { isLost, isMoving, isReply } = await judge(error, place);
          if (isLost) suspect();
          if (count >= triesAfter({ isMoving, isReply }, isRead)) throw error;
          if (isMoving) await sleep(count * MOVING_MS);
        }
      }
    };
    return withTimeLimit(withinMs, tryUntilDone(), () => {
      isLate = true;
      suspect();
    });
  };

  /** The nodes that take writes. */
  const masters: RedisTransport["masters"] = async (withinMs = limitMs) => {
    const connection = await withTimeLimit(withinMs, connections.toAll());
    return connection.masters().map((node) => ({
      name: node.name,
      async send(command) {
        const sent = node.connect().then((client) => client.sendCommand(command));
        try {
          return await withTimeLimit(withinMs, sent);
        } catch (error) {
          if ((await judge(error, place)).isLost) connections.suspect(connection, node.name);
          throw error;
        }
      },
    }));
  };

  /**
   * Replaces connections that died without a word. The `pingInterval` of node-redis waits for ever, and its
   * `socketTimeout` also ends a connection whose response has come while this process was busy.
   */
  const check = () => {
    if (current() === undefined || performance.now() < checkedAt + CHECK_INTERVAL_MS) return;
    checkedAt = performance.now();
    const ping = async () =>
      Promise.all((await masters(SILENT_MS)).map((node) => node.send(["PING"])));
    ping().catch(() => undefined);
  };

  const messages = createMessages({
    current,
    check,
    use: (key, work) => use(key, work, { withinMs: limitMs }),
  });

  return {
    kind: place.kind,
    description: describe(place),
    commands: async (withinMs = limitMs) => commandsBy(use, withinMs),
    nodeOf,
    masters,
    missingSlots: () => current()?.missingSlots() ?? 0,
    canFailOver: () => place.kind === "sentinel" || current()?.isCluster === true,
    channel: messages.channel,
    close: connections.close,
  };
}

/** Does something on the node of a key. */
type Use = <Result>(
  key: string,
  work: (redis: Connection["redis"], owner: Node) => Promise<Result>,
  options: UseOptions,
) => Promise<Result>;

function commandsBy(use: Use, withinMs: number): RedisCommands {
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
}

/** An error of a command says this about its connection. */
interface Judgement {
  /** A Redis has sent the error. */
  isReply: boolean;
  /** The node is gone, or has other slots, or is the master no more. */
  isLost: boolean;
  /** The slot of its keys moves to another node. */
  isMoving: boolean;
}

async function judge(error: unknown, { kind }: RedisPlace): Promise<Judgement> {
  const { ErrorReply } = await import("redis");
  const isReply = error instanceof ErrorReply;
  const message = error instanceof Error ? error.message : String(error);
  const isMaster = kind !== "sentinel" || !/(?:^|: -)READONLY\b/.test(message);
  return {
    isReply,
    isLost: !isReply || !isMaster || /^CLUSTERDOWN\b/.test(message),
    isMoving: /^TRYAGAIN\b/.test(message),
  };
}

/** How often a command may be sent that has failed like this. */
function triesAfter(
  { isMoving, isReply }: Pick<Judgement, "isMoving" | "isReply">,
  isRead: boolean,
): number {
  if (isMoving) return MOVING_TRIES;
  return isRead && !isReply ? READ_TRIES : 1;
}

function describe({ kind, nodes, sentinel }: RedisPlace): string {
  const hosts = nodes
    .map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`)
    .join(", ");
  if (kind === "sentinel") return `Redis, as ${sentinel?.name} of the sentinels at ${hosts}`;
  return `${kind === "cluster" ? "Redis Cluster" : "Redis"} at ${hosts}`;
}
