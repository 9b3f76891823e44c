import type { Channel } from "../store.ts";
import { KEY_PREFIX } from "./commands.ts";
import type { Connection, Node, NodeClient } from "./connect.ts";
import { createPace } from "./pace.ts";

/** Carries messages between processes; the nodes of a cluster have it where they would have a key of that name. */
export const CHANNEL = `${KEY_PREFIX}:changes`;
/**
 * Some servers close the connection of a client that subscribes or publishes. This many connections may be lost so soon
 * after that in a row, and then one in a minute.
 */
const MOST_LOST = 2;
const LOST_EVERY_MS = 60_000;
const SOON_MS = 1_000;

export interface MessagesOptions {
  current(): Connection | undefined;
  /** Checks the connection if that is due. */
  check(): void;
  /** Sends a command to a node. */
  use(key: string, work: (redis: unknown, owner: Node) => Promise<unknown>): Promise<unknown>;
}

/** Messages come from the node to which they are sent, so that none is lost where a cluster is split. */
export function createMessages({ current, check, use }: MessagesOptions) {
  let onMessage: (() => void) | undefined;
  /** The clients that were asked for messages, and whether they send them by now. */
  const listeners = new WeakMap<NodeClient, boolean>();
  /** Nodes of the connection that were asked for messages. */
  let asked = new Set<string>();
  let subscribed: { connection: Connection; name: string; at: number } | undefined;
  let hasListened = false;
  const lostBySubscribing = createPace(MOST_LOST, LOST_EVERY_MS);
  const lostByPublishing = createPace(MOST_LOST, LOST_EVERY_MS);

  const subscribe = async (connection: Connection, owner: Node) => {
    const client = await owner.connect();
    if (listeners.has(client)) return;
    subscribed = { connection, name: owner.name, at: performance.now() };
    listeners.set(client, false);
    await client.subscribe(CHANNEL, () => onMessage?.());
    listeners.set(client, true);
    hasListened = true;
    onMessage?.();
  };

  const listen = () => {
    const connection = current();
    const owner = onMessage && connection?.ownerOf(CHANNEL);
    if (connection === undefined || owner === undefined) return;
    if (asked.has(owner.name) || !lostBySubscribing.isDue()) return;
    asked.add(owner.name);
    // This user may not subscribe, or the connection is lost: nothing is received then.
    subscribe(connection, owner).catch(() => undefined);
  };

  const publish = async (_redis: unknown, owner: Node): Promise<unknown> => {
    const client = await owner.connect();
    return client.publish(CHANNEL, "").catch((error: unknown) => {
      lostByPublishing.count();
      throw error;
    });
  };

  const channel: Channel = {
    async send() {
      // Without messages, processes look for changes themselves.
      const maySend = hasListened || lostByPublishing.isDue();
      return maySend ? use(CHANNEL, publish) : 0;
    },
    listen(callback) {
      onMessage = callback;
      listen();
    },
    isListening() {
      // Requests that are served from memory call this, so it is where a dead connection is noticed.
      check();
      const client = current()?.ownerOf(CHANNEL)?.client;
      const isOn = client && listeners.get(client);
      // The slot of the channel has moved.
      if (isOn === undefined) listen();
      return isOn === true && client.isReady;
    },
  };

  return {
    channel,

    /** Subscribes on a connection that was just opened. */
    onRenewed(): void {
      asked = new Set();
      listen();
    },

    /** Counts a connection that was lost soon after a subscription. */
    onLost(connection: Connection, name: string): void {
      if (subscribed?.connection !== connection || subscribed.name !== name) return;
      if (performance.now() < subscribed.at + SOON_MS) lostBySubscribing.count();
      subscribed = undefined;
    },
  };
}
