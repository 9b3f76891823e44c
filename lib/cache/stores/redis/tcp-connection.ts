import { startTimeLimit, timeoutError } from "./time-limit.ts";

/** A connection that is not there by then is given up; shorter than the pause between two probes. */
const CONNECT_MS = 4_000;

/** Takes a fifth of a second to load, which only those who use it should spend. */
const loadPackage = () => import("redis");

type Package = Awaited<ReturnType<typeof loadPackage>>;
type Client = ReturnType<typeof createPlainClient>;

interface Connection {
  client: Client;
  ready: Promise<unknown>;
  /** Why it was given up, for everything that was under way on it. */
  lost?: Error;
}

/** Sends commands to a Redis over TCP, one connection for all. */
export interface TcpConnection {
  /**
   * What Redis answers to a command. Rejects when there is no answer within `limitMs`, be it that the
   * connection is not there yet or that nothing comes back on it.
   */
  send(command: string[], limitMs: number): Promise<unknown>;
  close(): void;
}

/** Connects with the first command, and again with the first one after a connection is lost. */
export function openTcpConnection(url: string): TcpConnection {
  // Begun early; when that fails, the first command tries again and says why.
  loadPackage().catch(() => undefined);
  let connection: Connection | undefined;
  let closed = false;

  const drop = (dead: Connection, reason?: Error) => {
    if (reason !== undefined) dead.lost ??= reason;
    if (connection === dead) connection = undefined;
    if (dead.client.isOpen) dead.client.destroy();
  };

  const connect = (redis: Package): Connection => {
    const client = createPlainClient(redis, url);
    const opened: Connection = { client, ready: client.connect() };
    client.on("error", () => drop(opened));
    const giveUp = setTimeout(() => drop(opened, timeoutError(CONNECT_MS)), CONNECT_MS);
    opened.ready.catch(() => drop(opened)).finally(() => clearTimeout(giveUp));
    return opened;
  };

  return {
    async send(command, limitMs) {
      const redis = await loadPackage();
      if (closed) throw new Error("The connection to Redis is closed");
      const current = (connection ??= connect(redis));
      let late = false;
      const answer = current.ready.then(() => {
        // Nobody waits for it any more, and it would be carried out all the same.
        if (late) throw timeoutError(limitMs);
        return current.client.sendCommand(command);
      });
      return new Promise((resolve, reject) => {
        const callOff = startTimeLimit(limitMs, () => {
          late = true;
          // Answers come in order: nothing that was sent since will come sooner.
          if (current.client.isReady) drop(current, timeoutError(limitMs));
          reject(timeoutError(limitMs));
        });
        answer
          .catch((error: unknown) => {
            throw current.lost ?? error;
          })
          .then(resolve, reject)
          .finally(callOff);
      });
    },

    close() {
      closed = true;
      if (connection !== undefined) drop(connection);
    },
  };
}

function createPlainClient({ createClient }: Package, url: string) {
  return createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });
}
