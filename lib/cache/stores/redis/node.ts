import type { RedisNode, RedisPlace } from "../../../configuration/configuration.ts";
import { timeoutError } from "../../../clock.ts";
import {
  clientOptions,
  CONNECT_MS,
  connectionClosed,
  isRepeatable,
  onSilence,
  type Caller,
  type Package,
  type Connections,
  type ConnectionOptions,
} from "./connections.ts";

type Client = ReturnType<typeof createNodeClient>;

interface Connection {
  ready: Promise<Client>;
  client: Client | undefined;
  subscribed: boolean;
  isDropped: boolean;
  /** What closes its sockets. */
  ends: (() => void)[];
}

/** Who waits for a response as long as it takes. */
const patient = (): Caller => ({ isGone: false, onGone: () => undefined });

/** How often a sentinel has to respond, and how long that may take. */
const SENTINEL_PING_MS = 1_000;
const SENTINEL_TIMEOUT_MS = 2_500;

/**
 * One node, or the master that sentinels name: one connection for all commands and messages. The first command
 * connects; after a connection is lost, so does the next one, which asks the sentinels anew. node-redis sends
 * the commands of one moment together.
 */
export function createNodeConnections(
  { place, ca, load }: ConnectionOptions,
  limitMs: number,
): Connections {
  let current: Connection | undefined;
  let subscription: { channel: string; onMessage: () => void } | undefined;
  let closed = false;

  const drop = (connection: Connection) => {
    if (current === connection) current = undefined;
    connection.isDropped = true;
    for (const end of connection.ends.splice(0)) end();
  };

  const connect = (redis: Package): Connection => {
    const connection: Connection = {
      ready: Promise.resolve().then(() => open(redis, connection)),
      client: undefined,
      subscribed: false,
      isDropped: false,
      ends: [],
    };
    // node-redis limits the time until the socket is open, but not the time of the log-in after it.
    const giveUp = setTimeout(() => drop(connection), CONNECT_MS).unref();
    connection.ready
      .then(() => subscribeOn(connection))
      .catch(() => drop(connection))
      .finally(() => clearTimeout(giveUp));
    return connection;
  };

  const open = async (redis: Package, connection: Connection): Promise<Client> => {
    /** Ends with the connection, which may be over already. */
    const ends = (end: () => void) => {
      if (connection.isDropped) end();
      else connection.ends.push(end);
    };
    const [first] = place.nodes;
    const node =
      place.kind === "sentinel"
        ? await findMaster(redis, { place, ca, ends, onChange: () => drop(connection) })
        : first;
    if (connection.isDropped) throw connectionClosed();
    const client = createNodeClient(redis, place, node, ca);
    ends(() => void (client.isOpen && client.destroy()));
    client.on("error", () => drop(connection));
    connection.client = client;
    await client.connect();
    return client;
  };

  /** What was sent while there was no connection is missed: that counts as a message. */
  const subscribeOn = async (connection: Connection) => {
    if (subscription === undefined) return;
    const { channel, onMessage } = subscription;
    try {
      await connection.client?.subscribe(channel, onMessage);
      connection.subscribed = true;
      onMessage();
    } catch {
      // Not permitted to this user, or the connection is lost: nothing is received.
    }
  };

  const send = async (command: string[], caller: Caller): Promise<unknown> => {
    const redis = await load();
    for (let attempt = 1; ; attempt += 1) {
      if (closed) throw connectionClosed();
      const connection = (current ??= connect(redis));
      caller.onGone = () => {
        // Responses come in order: later requests get theirs later.
        if (connection.client?.isReady) drop(connection);
      };
      let client: Client | undefined;
      try {
        client = await connection.ready;
        // In the queue of node-redis it would be carried out: that queue is sent along with the log-in.
        return caller.isGone ? undefined : await client.sendCommand(command);
      } catch (error) {
        // A master that is a replica by now.
        if (place.kind === "sentinel" && isReadOnly(error)) drop(connection);
        // The connection was dropped because of another command.
        if (error instanceof redis.DisconnectsClientError) {
          throw closed ? connectionClosed() : timeoutError(limitMs);
        }
        const wasOpen = client !== undefined;
        if (!wasOpen || attempt > 1 || !isRepeatable(redis, command, error)) throw error;
        drop(connection);
      }
    }
  };

  return {
    send,
    sendToEach: async (command) => [await send(command, patient())],
    masters: async () => [""],
    sendTo: (_node, command) => send(command, patient()),
    missingSlots: () => 0,
    nodeFor: () => "",
    keyOn: (_node, prefix) => prefix,
    check() {
      const connection = current;
      if (!connection?.client) return;
      onSilence(connection.client, () => {
        drop(connection);
        // Messages come on the next one.
        send(["PING"], patient()).catch(() => undefined);
      });
    },
    subscribe(channel, onMessage) {
      subscription = { channel, onMessage };
      if (current?.client?.isReady) void subscribeOn(current);
    },
    isSubscribed: () => current?.subscribed === true,
    close() {
      closed = true;
      if (current !== undefined) drop(current);
    },
  };
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && /(?:^|: -)READONLY\b/.test(error.message);
}

function createNodeClient(
  { createClient }: Package,
  place: RedisPlace,
  node: RedisNode,
  ca: string | undefined,
) {
  const options = clientOptions(place, ca);
  return createClient({
    ...options,
    ...place.login,
    database: place.database,
    // With version 3 one connection takes commands and receives messages.
    RESP: 3,
    socket: { ...options.socket, ...node },
  });
}

interface MasterOptions extends Omit<ConnectionOptions, "load"> {
  /** Registers what closes the connections to the sentinels. */
  ends: (end: () => void) => void;
  /** Called when another node becomes the master. */
  onChange: () => void;
}

/**
 * Asks the sentinels for the master. Their client only names it: a command that it takes waits for the next
 * master, and is then carried out although its caller has given up.
 */
async function findMaster(
  { createSentinel }: Package,
  { place, ca, ends, onChange }: MasterOptions,
): Promise<RedisNode> {
  const options = clientOptions(place, ca);
  const client = createSentinel({
    name: place.sentinel?.name ?? "",
    sentinelRootNodes: place.nodes,
    RESP: 3,
    // The next probe tries again.
    maxCommandRediscovers: 0,
    nodeClientOptions: { ...options, ...place.login },
    sentinelClientOptions: {
      ...options,
      ...place.sentinel?.login,
      pingInterval: SENTINEL_PING_MS,
      socket: { ...options.socket, socketTimeout: SENTINEL_TIMEOUT_MS },
    },
  });
  /** It says why a sentinel, of which there are others, gave no answer. */
  let why: unknown;
  client.on("error", (error: unknown) => (why = error));
  ends(() => void client.destroy().catch(() => undefined));
  try {
    await client.connect();
  } catch (error) {
    throw why instanceof Error ? why : error;
  }
  const master = client.getMasterNode();
  if (master === undefined) throw new Error("The sentinels name no master");
  client.on("topology-change", ({ type }: { type: string }) => {
    if (type === "MASTER_CHANGE") onChange();
  });
  return master;
}
