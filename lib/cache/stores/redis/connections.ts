import { setTimeout as sleep } from "node:timers/promises";
import { startTimeLimit, withTimeLimit } from "../../../clock.ts";
import type { RedisMaster } from "./commands.ts";
import {
  addressOf,
  connectionClosed,
  connectToCluster,
  connectToNode,
  load,
  type Connection,
  type Node,
  type Package,
  type Place,
} from "./connect.ts";

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

export interface ConnectionsOptions {
  place: Place;
  /** Called with every new connection. */
  onConnect(connection: Connection): void;
}

export interface UseOptions {
  /** Longest that it takes, connecting included. */
  withinMs: number;
  /** Whether it may be done twice. */
  isRead?: boolean;
}

/**
 * The connection to a Redis, which is replaced when it is lost or does not respond. node-redis does not do that by
 * itself, since neither its reconnection nor its reading of a cluster's topology is limited in time. A connection
 * to one node is dropped, and the next command opens another. One to a cluster goes on serving the other nodes until
 * one with the topology of then takes over; it finishes what it carries.
 */
export function createConnections({ place, onConnect }: ConnectionsOptions) {
  let isCluster = place.kind === "cluster";
  let current: Connection | undefined;
  let renewal: Promise<Connection> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  /** Nodes that failed, and are not asked for the topology. */
  let suspects = new Set<string>();
  let idleChecks = 0;
  let closed = false;

  const open = async (): Promise<Connection> => {
    const redis = await load();
    if (closed) throw connectionClosed();
    let connection: Connection | undefined;
    const onLost = (name: string) => connection && suspect(connection, name);
    if (!isCluster) return (connection = await connectToNode(redis, { place, onLost }));
    const known = (current?.masters() ?? []).map(({ address }) => address).concat(place.nodes);
    const trusted = known.filter((address) => !suspects.has(addressOf(address)));
    const roots = trusted.length > 0 ? trusted : place.nodes;
    return (connection = await connectToCluster(redis, { place, onLost, roots }));
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
        drop();
        current = connection;
        suspects = new Set();
        onConnect(connection);
        return connection;
      })
      .finally(() => {
        renewedAt = performance.now();
        renewal = undefined;
      });
    return renewal;
  };

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
    waiting = setTimeout(() => void renew().catch(() => undefined), waitMs).unref();
  };

  /** A node turned out to be one of a cluster. */
  const becomeCluster = () => {
    isCluster = true;
    if (current?.isCluster === false) drop();
  };

  const nodeOf = (key: string) => current?.ownerOf(key)?.name ?? "";

  /** Does something on the node of a key. */
  const use = <Result>(
    key: string,
    work: (redis: Connection["redis"], owner: Node) => Promise<Result>,
    { withinMs, isRead = false }: UseOptions,
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
          await renew();
        }
      }
    };
    return withTimeLimit(withinMs, attempts(), () => {
      isLate = true;
      onLate();
    });
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

  const checks = setInterval(() => {
    if (idleChecks % IDLE_CHECKS === 0) check();
    idleChecks += 1;
  }, CHECK_MS).unref();

  /** The nodes that take writes. */
  const masters = async (withinMs: number): Promise<RedisMaster[]> => {
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

  return {
    current: () => current,
    use,
    masters,
    nodeOf,
    isCluster: () => isCluster,
    becomeCluster,
    /** Says that the connection is in use, though nothing is sent. */
    touch: () => void (idleChecks = 0),
    close() {
      closed = true;
      clearInterval(checks);
      clearTimeout(waiting);
      current?.close();
    },
  };
}

/** Whether a failed command says that its node is gone, or has other slots, or is the master no more. */
function isLost(redis: Package, error: unknown, { kind }: Place): boolean {
  if (!(error instanceof redis.ErrorReply)) return true;
  if (kind === "sentinel" && /(?:^|: -)READONLY\b/.test(error.message)) return true;
  return /^CLUSTERDOWN\b/.test(error.message);
}
