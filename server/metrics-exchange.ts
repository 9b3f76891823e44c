import type { Worker } from "node:cluster";
import { textOf, type MetricsSnapshot, type Metrics } from "../lib/metrics/metrics.ts";

/*
 * The process that gets a request for metrics responds for all of them: it sends a message to the leader,
 * which collects the metrics of every member and adds them up. prom-client's own `clusterMetrics` works
 * only in the leader, and rejects after 5 s when one member hangs or is still starting.
 */

/** How long the leader waits for its members; later ones are left out. */
const GATHER_MS = 1_000;
/** How long a member waits for the leader. */
const REQUEST_MS = 1_500;

/** The messages between the leader and its members. */
type Message =
  | { metrics: "request"; id: number }
  | { metrics: "give"; id: number }
  | { metrics: "given"; id: number; snapshot: MetricsSnapshot }
  | { metrics: "gathered"; id: number; text: string };

/** The leader's part. `members` are those that are currently ready. */
export function gatherMetrics(members: ReadonlySet<Worker>): {
  /** Must be called with every message of a member. */
  receive(member: Worker, message: unknown): void;
} {
  const gatherings = new Map<number, (snapshot: MetricsSnapshot) => void>();
  let gatheringsStarted = 0;
  let current: Promise<string> | undefined;

  /** Includes the requesting member, even before it is ready. */
  const gather = async (requester: Worker) => {
    const id = (gatheringsStarted += 1);
    const connected = [...new Set([requester, ...members])].filter((member) =>
      member.isConnected(),
    );
    const snapshots: MetricsSnapshot[] = [];
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, GATHER_MS);
      gatherings.set(id, (snapshot) => {
        if (snapshots.push(snapshot) < connected.length) return;
        clearTimeout(late);
        resolve();
      });
      for (const member of connected) sendTo(member, { metrics: "give", id });
    });
    gatherings.delete(id);
    return textOf(snapshots);
  };

  return {
    receive(member, message) {
      if (!isMessage(message)) return;
      if (message.metrics === "given") gatherings.get(message.id)?.(message.snapshot);
      if (message.metrics !== "request") return;
      current ??= gather(member).finally(() => (current = undefined));
      const { id } = message;
      void current.then((text) => sendTo(member, { metrics: "gathered", id, text }));
    },
  };
}

/** A member's part: sends its metrics on demand, and requests those of all members from the leader. */
export function shareMetrics(metrics: Metrics): void {
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;

  process.on("message", (message) => {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.metrics === "gathered") waiting.get(id)?.(message.text);
    if (message.metrics !== "give") return;
    metrics.snapshot().then(
      (snapshot) => send({ metrics: "given", id, snapshot }),
      // A member without a snapshot is left out, like a late one.
      () => undefined,
    );
  });

  metrics.gatherThrough(async () => {
    const id = (lastId += 1);
    try {
      return await new Promise<string | undefined>((resolve) => {
        const late = setTimeout(() => resolve(undefined), REQUEST_MS);
        waiting.set(id, (text) => {
          clearTimeout(late);
          resolve(text);
        });
        send({ metrics: "request", id });
      });
    } finally {
      waiting.delete(id);
    }
  });
}

function sendTo(member: Worker, message: Message): void {
  // lead.ts handles members that have just ended.
  if (member.isConnected()) member.send(message, () => undefined);
}

function send(message: Message): void {
  // Without a leader, this process is about to end as well.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function isMessage(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "metrics" in message;
}
