import { startTimeLimit } from "../../../clock.ts";
import type { RedisPlace } from "../../../configuration/configuration.ts";

/** Takes a fifth of a second to load, which only those who use it should spend. */
const loadPackage = () => import("redis");
export type Package = Awaited<ReturnType<typeof loadPackage>>;

/** A connection that is not usable by then is given up; shorter than the pause between two probes. */
export const CONNECT_MS = 4_000;

/** A connection that has not responded to a PING by then is dead, though nobody has said so. */
const SILENT_MS = 1_000;

/** Loads node-redis once. A failure to load is forgotten, so that the next command tries again. */
export function createLoader(): () => Promise<Package> {
  let loading: Promise<Package> | undefined;
  return () =>
    (loading ??= loadPackage().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** Who waits for the response to a command. */
export interface Caller {
  /** It gave up. Without a caller, a command is not sent. */
  isGone: boolean;
  /** Called when it gives up: the connection that took its command may hang. */
  onGone: () => void;
}

export interface ConnectionOptions {
  place: RedisPlace;
  /** Certificates in PEM that servers have to prove themselves by, in place of those of Node. */
  ca?: string | undefined;
  load: () => Promise<Package>;
}

/** The connections to a Redis: to one node, to a cluster, or to the master that sentinels name. */
export interface Connections {
  /** Connects when it has to. What rejects may have been carried out, unless it is the refusal of a Redis. */
  send(command: string[], caller: Caller): Promise<unknown>;
  /** Sends a command to each node that takes writes. */
  sendToEach(command: string[]): Promise<unknown[]>;
  /** The nodes that take writes, in words; one where there are no several. */
  masters(): Promise<string[]>;
  /** Sends a command to one of them. */
  sendTo(node: string, command: string[]): Promise<unknown>;
  /** How many slots of a cluster have no node. */
  missingSlots(): number;
  /** The node that a command goes to now, in words; one and the same where there is one node. */
  nodeFor(command: readonly unknown[]): string;
  /** A key on a node, beginning with `prefix`; undefined where it has no slots any more. */
  keyOn(node: string, prefix: string): string | undefined;
  /** Replaces connections that died without a word: while they are idle, nothing else shows it. */
  check(): void;
  /** Calls back for each message, and once after some may have been missed. */
  subscribe(channel: string, onMessage: () => void): void;
  /** Whether messages are being received now. */
  isSubscribed(): boolean;
  close(): void;
}

export function connectionClosed(): Error {
  return new Error("The connection to Redis is closed");
}

/**
 * Whether a command that failed with its connection may be sent on another: a Redis closes connections that are
 * idle, which is no outage. On one that was closed before, it was not sent; a read may be sent twice.
 */
export function isRepeatable(redis: Package, [name = ""]: readonly string[], error: unknown) {
  if (error instanceof redis.ErrorReply) return false;
  return error instanceof redis.ClientClosedError || /^(get|pttl)$/i.test(name);
}

/**
 * Calls back when a connection does not respond. The `pingInterval` of node-redis waits for ever, and its
 * `socketTimeout` also ends a connection whose response has come while this process was busy.
 */
export function onSilence(
  client: { isReady: boolean; sendCommand(command: string[]): Promise<unknown> },
  callback: () => void,
): void {
  if (!client.isReady) return;
  const callOff = startTimeLimit(SILENT_MS, callback);
  client
    .sendCommand(["PING"])
    .catch(() => undefined)
    .finally(callOff);
}

/** No signal for each command: it costs as much as the command, and is off when that is sent; see `tcp.ts`. */
export const commandOptions = { timeout: 0 };

/** What every connection of node-redis is opened with, by the options of the place. */
export function clientOptions({ tls }: Pick<RedisPlace, "tls">, ca: string | undefined) {
  return {
    disableClientInfo: true,
    disableOfflineQueue: true,
    commandOptions,
    // Not every Redis knows this command, and none of ours announces its maintenance.
    maintNotifications: "disabled" as const,
    // After a failure, nothing is sent until a probe, which reconnects.
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: false as const,
      ...(tls && { tls: true as const, ...(ca !== undefined && { ca }) }),
    },
  };
}
