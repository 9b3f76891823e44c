import cluster, { type Worker } from "node:cluster";
import type { MetricsSnapshot, Metrics } from "../lib/metrics/metrics.ts";

/*
 * The process that gets a request for metrics adds up those of all: the leader passes its message on to the
 * other members, and their snapshots back. prom-client's own `clusterMetrics` works only in the leader, and
 * rejects after 5 s when one member hangs or is still starting.
 */

/** How long a member waits for the others; later ones are left out. */
const GATHER_MS = 1_000;

/** The messages of one gathering: `id` is its number in the process of the worker `by`. */
type Message = { id: number; by: number } & (
  | { metrics: "wanted" }
  /** From the leader: how many others will send theirs. */
  | { metrics: "expected"; members: number }
  | { metrics: "snapshot"; snapshot: MetricsSnapshot }
);

/** The leader's part, for every message of a member. `ready` are the members that currently serve. */
export function relayMetrics(ready: ReadonlySet<Worker>, sender: Worker, message: unknown): void {
  if (!isMessage(message)) return;
  if (message.metrics === "snapshot") return sendTo(cluster.workers?.[message.by], message);
  const others = [...ready].filter((member) => member !== sender && member.isConnected());
  sendTo(sender, { ...message, metrics: "expected", members: others.length });
  for (const member of others) sendTo(member, message);
}

/** A member's part: sends its metrics on demand, and gathers those of all members through the leader. */
export function shareMetrics(metrics: Metrics): void {
  const by = cluster.worker?.id ?? 0;
  let lastId = 0;
  let current: Promise<MetricsSnapshot[]> | undefined;
  let receive: (message: Message) => void = () => undefined;

  const gather = async () => {
    const id = (lastId += 1);
    const snapshots = [await metrics.snapshot()];
    await new Promise<void>((resolve) => {
      let expected = Infinity;
      receive = (message) => {
        if (message.id !== id) return;
        if (message.metrics === "expected") expected = 1 + message.members;
        if (message.metrics === "snapshot") snapshots.push(message.snapshot);
        if (snapshots.length === expected) resolve();
      };
      setTimeout(resolve, GATHER_MS).unref();
      send({ metrics: "wanted", id, by });
    });
    return snapshots;
  };
  metrics.gatherThrough(() => (current ??= gather().finally(() => (current = undefined))));

  process.on("message", (message) => {
    if (!isMessage(message)) return;
    if (message.metrics !== "wanted") return receive(message);
    metrics.snapshot().then(
      (snapshot) => send({ ...message, metrics: "snapshot", snapshot }),
      // A member without a snapshot is left out, like a late one.
      () => undefined,
    );
  });
}

function sendTo(member: Worker | undefined, message: Message): void {
  // lead.ts handles members that have just ended.
  if (member?.isConnected()) member.send(message, () => undefined);
}

function send(message: Message): void {
  // Without a leader, this process is about to end as well.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function isMessage(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "metrics" in message;
}
