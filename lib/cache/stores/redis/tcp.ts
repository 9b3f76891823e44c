import { Redis, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { startTimeLimit, timeoutError } from "../../../clock.ts";

/** A connection that is not usable by then is given up; shorter than the pause between two probes. */
const CONNECT_MS = 4_000;

/** Takes a fifth of a second to load, which only those who use it should spend. */
const loadPackage = () => import("redis");
type Package = Awaited<ReturnType<typeof loadPackage>>;

type Client = ReturnType<typeof createPlainClient>;

interface Connection {
  client: Client;
  ready: Promise<unknown>;
  subscribed: boolean;
}

export type TcpRequester = ReturnType<typeof createTcpRequester>;

/**
 * Sends the commands of the official client over TCP instead of HTTP, to any Redis or Valkey at `redis://`
 * or `rediss://`: one connection for all commands. The first command connects; after a connection is lost,
 * so does the next one. node-redis sends the commands of one moment together.
 */
export function createTcpRequester(url: string, limitMs: number) {
  let loading: Promise<Package> | undefined;
  let current: Connection | undefined;
  let subscription: { channel: string; onMessage: () => void } | undefined;
  let closed = false;

  const drop = (connection: Connection) => {
    if (current === connection) current = undefined;
    if (connection.client.isOpen) connection.client.destroy();
  };

  /** A failure to load is forgotten, so that the next command tries again. */
  const load = () =>
    (loading ??= loadPackage().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

  const connect = (redis: Package): Connection => {
    const client = createPlainClient(redis, url);
    const connection = { client, ready: client.connect(), subscribed: false };
    // node-redis limits the time until the socket is open, but not the time of the log-in after it.
    const giveUp = setTimeout(() => drop(connection), CONNECT_MS).unref();
    client.on("error", () => drop(connection));
    connection.ready
      .then(() => subscribeOn(connection))
      .catch(() => drop(connection))
      .finally(() => clearTimeout(giveUp));
    return connection;
  };

  /** What was sent while there was no connection is missed: that counts as a message. */
  const subscribeOn = async (connection: Connection) => {
    if (subscription === undefined) return;
    const { channel, onMessage } = subscription;
    try {
      await connection.client.subscribe(channel, onMessage);
      connection.subscribed = true;
      onMessage();
    } catch {
      // Not permitted to this user, or the connection is lost: nothing is received.
    }
  };

  const send = async (command: string[]): Promise<unknown> => {
    const redis = await load();
    if (closed) throw connectionClosed();
    const connection = (current ??= connect(redis));
    const { client, ready } = connection;
    return new Promise((resolve, reject) => {
      let late = false;
      // The time limits of node-redis end when a command is sent: a Redis that hangs passes them.
      const callOff = startTimeLimit(limitMs, () => {
        late = true;
        reject(timeoutError(limitMs));
        // Responses come in order: later requests get theirs later.
        if (client.isReady) drop(connection);
      });
      ready
        // Without a caller, a command is not carried out. In the queue of node-redis it would be: that
        // queue is sent along with the log-in.
        .then(() => (late ? undefined : client.sendCommand(command)))
        .catch((error: unknown) => {
          // The connection was dropped because of another command.
          if (!(error instanceof redis.DisconnectsClientError)) throw error;
          throw closed ? connectionClosed() : timeoutError(limitMs);
        })
        .then(resolve, reject)
        .finally(callOff);
    });
  };

  return {
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
    /** Subscribes every connection; calls back for each message, and once after some may have been missed. */
    subscribe(channel: string, onMessage: () => void): void {
      subscription = { channel, onMessage };
      if (current?.client.isReady) void subscribeOn(current);
    },
    /** Whether the connection that is open now receives the channel's messages. */
    isSubscribed: () => current?.subscribed === true,
    close(): void {
      closed = true;
      if (current !== undefined) drop(current);
    },
  };
}

function connectionClosed(): Error {
  return new Error("The connection to Redis is closed");
}

/** The official client over a requester of our own; its constructor takes no options beside one. */
export class RedisOverRequester extends Redis {
  constructor(requester: TcpRequester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}

function createPlainClient({ createClient }: Package, url: string) {
  return createClient({
    url,
    // With version 3 one connection takes commands and receives messages.
    RESP: 3,
    disableClientInfo: true,
    disableOfflineQueue: true,
    // After a failure, nothing is sent until a probe, which reconnects.
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });
}
