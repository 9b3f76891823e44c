import type { RedisPlace } from "../../../configuration/configuration.ts";
import { addressOf, connect, connectionClosed, type Connection, type Place } from "./connect.ts";
import { createPace } from "./pace.ts";

/** The shortest time between two connections that nobody waits for. */
const RENEW_MS = 1_000;
/** So many connections in a row are replaced at once where somebody waits: after that, one in `RENEW_MS`. */
const RENEWALS_AT_ONCE = 5;
/** How long a connection that was replaced may finish its commands; longer than any command takes. */
const DRAIN_MS = 5_000;

export interface ConnectionEvents {
  /** Called when the connection was replaced. */
  onRenewed(): void;
  /** Called when a node of the current connection does not respond, is lost, or is no master any more. */
  onSuspect(connection: Connection, node: string): void;
}

/**
 * The connection to a Redis, which is replaced when a node of it is suspected: when it is lost, does not respond, or has
 * other slots. Until another one takes over, it goes on serving the nodes that are not suspected.
 */
export function createConnections(place: Place, { onRenewed, onSuspect }: ConnectionEvents) {
  let current: Connection | undefined;
  let renewal: Promise<Connection> | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renewals = createPace(RENEWALS_AT_ONCE, RENEW_MS);
  let waiting: NodeJS.Timeout | undefined;
  /** These nodes get another connection before a command, and are not asked for the topology. */
  let suspects = new Set<string>();
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

  const replaceBy = (connection: Connection): Connection => {
    if (closed) {
      connection.close();
      throw connectionClosed();
    }
    if (current !== undefined) setTimeout(current.close, DRAIN_MS).unref();
    current = connection;
    renewals.count();
    suspects = new Set();
    onRenewed();
    return connection;
  };

  const renew = (): Promise<Connection> => {
    clearTimeout(waiting);
    waiting = undefined;
    renewal ??= open()
      .then(replaceBy)
      .finally(() => {
        renewedAt = performance.now();
        renewal = undefined;
      });
    return renewal;
  };

  const suspect = (connection: Connection, name: string) => {
    if (closed || connection !== current) return;
    onSuspect(connection, name);
    suspects.add(name);
    if (renewal !== undefined || waiting !== undefined) return;
    const waitMs = Math.max(0, renewedAt + RENEW_MS - performance.now());
    waiting = setTimeout(() => void renew().catch(() => undefined), waitMs).unref();
  };

  /** The connection, or another one where this one is to be replaced first, unless that was done too often. */
  const get = async (isSuspect: boolean): Promise<Connection> => {
    const isKept = !isSuspect || (renewal === undefined && !renewals.isDue());
    return current !== undefined && isKept ? current : renew();
  };

  return {
    current: () => current,
    isClosed: () => closed,
    /** A connection for commands to one node, whose name is asked for only if any is suspected. */
    toNode: (name: () => string) => get(suspects.size > 0 && suspects.has(name())),
    /** A connection for commands to all nodes. */
    toAll: () => get(suspects.size > 0),
    /** Notes that a node of a connection may be gone, hang, or have other slots. */
    suspect,
    close() {
      closed = true;
      clearTimeout(waiting);
      current?.close();
    },
  };
}
