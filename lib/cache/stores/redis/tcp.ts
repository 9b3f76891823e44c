import { Redis, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { startTimeLimit, timeoutError } from "../../../clock.ts";
import { createClusterConnections } from "./cluster.ts";
import { createNodeConnections } from "./node.ts";
import {
  createLoader,
  type Caller,
  type Connections,
  type ConnectionOptions,
} from "./connections.ts";

export type TcpRequester = ReturnType<typeof createTcpRequester>;

export interface TcpOptions extends Omit<ConnectionOptions, "load"> {
  /** Longest that one command takes, connecting included. */
  limitMs: number;
  /** Called with the nodes of a cluster that take writes, when they may have changed. */
  onNodes(nodes: readonly string[]): void;
}

/**
 * Sends the commands of the official client over TCP instead of HTTP, to any Redis or Valkey. A node that turns
 * out to be one of a cluster is the first of that cluster.
 */
export function createTcpRequester({ place, ca, limitMs, onNodes }: TcpOptions) {
  const options = { place, ca, load: createLoader() };
  let connections: Connections =
    place.kind === "cluster"
      ? createClusterConnections({ ...options, onNodes })
      : createNodeConnections(options, limitMs);
  let isCluster = place.kind === "cluster";
  let subscription: Parameters<Connections["subscribe"]> | undefined;

  const listen = () => {
    if (subscription === undefined) return;
    const [channel, onMessage] = subscription;
    const on = connections;
    on.subscribe(channel, () => {
      if (on === connections) onMessage();
    });
  };

  const changeToCluster = () => {
    if (isCluster) return;
    isCluster = true;
    // It may still carry other commands of the same moment.
    setTimeout(connections.close, limitMs).unref();
    connections = createClusterConnections({ ...options, onNodes });
    listen();
  };

  /** Sends a command within the time limit. */
  const send = (command: string[], withinMs = limitMs): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const caller: Caller = { isGone: false, onGone: () => undefined };
      // The time limits of node-redis end when a command is sent: a Redis that hangs passes them.
      const callOff = startTimeLimit(withinMs, () => {
        caller.isGone = true;
        reject(timeoutError(withinMs));
        caller.onGone();
      });
      connections
        .send(command, caller)
        .catch((error: unknown) => {
          const isMoved = error instanceof Error && /^MOVED\b/.test(error.message);
          if (place.kind !== "node" || !isMoved) throw error;
          changeToCluster();
          return connections.send(command, caller);
        })
        .then(resolve, reject)
        .finally(callOff);
    });

  return {
    send,
    changeToCluster,
    isCluster: () => isCluster,
    sendToEach: (command: string[]) => connections.sendToEach(command),
    missingSlots: () => connections.missingSlots(),
    nodeFor: (command: readonly unknown[]) => connections.nodeFor(command),
    keyOn: (node: string, prefix: string) => connections.keyOn(node, prefix),
    async request<Result>({ path = [], body }: UpstashRequest): Promise<UpstashResponse<Result>> {
      if (path.length > 0 || !Array.isArray(body))
        throw new Error("Over TCP there are only commands");
      // Anything but a string is sent as JSON, as over HTTP.
      const command = body.map((part: unknown) =>
        typeof part === "string" ? part : JSON.stringify(part),
      );
      // The client knows what its command gives.
      return { result: (await send(command)) as Result };
    },
    /** Calls back for each message, and once after some may have been missed. */
    subscribe(...given: Parameters<Connections["subscribe"]>): void {
      subscription = given;
      listen();
    },
    /** Whether the channel's messages are being received now. */
    isSubscribed: () => connections.isSubscribed(),
    close: () => connections.close(),
  };
}

/** The official client over a requester of our own; its constructor takes no options beside one. */
export class RedisOverRequester extends Redis {
  constructor(requester: TcpRequester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}
