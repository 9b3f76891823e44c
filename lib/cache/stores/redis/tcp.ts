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

/** How often connections are looked at while they are in use: messages may be missed for this long. */
const CHECK_MS = 2_000;
/** Of so many looks one, while they are idle: some hosts bill each command, others end what is idle for minutes. */
const IDLE_CHECKS = 15;

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

  let idleChecks = 0;
  const checks = setInterval(() => {
    if (idleChecks % IDLE_CHECKS === 0) connections.check();
    idleChecks += 1;
  }, CHECK_MS).unref();

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

  /** Does something with Redis within the time limit. */
  const within = <Result>(
    withinMs: number,
    work: (caller: Caller) => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const caller: Caller = { isGone: false, onGone: () => undefined };
      // The time limits of node-redis end when a command is sent: a Redis that hangs passes them.
      const callOff = startTimeLimit(withinMs, () => {
        caller.isGone = true;
        reject(timeoutError(withinMs));
        caller.onGone();
      });
      work(caller).then(resolve, reject).finally(callOff);
    });

  const send = (command: string[], withinMs = limitMs): Promise<unknown> => {
    idleChecks = 0;
    return within(withinMs, (caller) =>
      connections.send(command, caller).catch((error: unknown) => {
        const isMoved = error instanceof Error && /^MOVED\b/.test(error.message);
        if (place.kind !== "node" || !isMoved) throw error;
        changeToCluster();
        return connections.send(command, caller);
      }),
    );
  };

  return {
    send,
    changeToCluster,
    isCluster: () => isCluster,
    sendToEach: (command: string[]) => connections.sendToEach(command),
    masters: () => within(limitMs, () => connections.masters()),
    sendTo: (node: string, command: string[]) =>
      within(limitMs, () => connections.sendTo(node, command)),
    /** Which node has which slots, as the nodes themselves say, and whether slots are moving. */
    async slots() {
      if (!isCluster) return { text: "", areMoving: false };
      const replies = await within(limitMs, () => connections.sendToEach(["CLUSTER", "NODES"]));
      return readSlots(replies.map(String));
    },
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
    isSubscribed() {
      // Asked for what is served from memory.
      idleChecks = 0;
      return connections.isSubscribed();
    },
    close() {
      clearInterval(checks);
      connections.close();
    },
  };
}

/**
 * A node's line about itself ends in its slots; those that are moving are in brackets
 * (https://redis.io/docs/latest/commands/cluster-nodes/).
 */
function readSlots(replies: readonly string[]) {
  const own = replies.map((reply) => {
    const fields = /^.*\bmyself\b.*$/m.exec(reply)?.[0].split(" ") ?? [];
    return `${fields[0]} ${fields.slice(8).join(" ")}`;
  });
  return { text: own.toSorted().join("\n"), areMoving: own.some((line) => line.includes("[")) };
}

/** The official client over a requester of our own; its constructor takes no options beside one. */
export class RedisOverRequester extends Redis {
  constructor(requester: TcpRequester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}
