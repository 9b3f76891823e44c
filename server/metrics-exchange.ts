import type { Worker } from "node:cluster";
import { textOf, type MetricsSnapshot, type Metrics } from "../lib/metrics/metrics.ts";

/*
 * Whichever process gets a request for metrics answers for all of them: it asks the leader, which
 * collects the metrics of every member and adds them up. prom-client's own `clusterMetrics` can only be
 * asked by the leader, and rejects after 5 s when one member hangs or is still starting.
 */

/** How long the leader waits for its members; later ones are left out. */
const GATHER_MS = 1_000;
/** How long a member waits for the leader. */
const ASK_MS = 1_500;

/** What is sent between the leader and its members. */
type Message =
  | { metrics: "ask"; id: number }
  | { metrics: "give"; id: number }
  | { metrics: "given"; id: number; snapshot: MetricsSnapshot }
  | { metrics: "gathered"; id: number; text: string };

/** The leader's part: `members` are those that are ready, at any time. */
export function gatherMetrics(members: ReadonlySet<Worker>): {
  /** Has to be called with every message of a member. */
  receive(member: Worker, message: unknown): void;
} {
  const gatherings = new Map<number, (snapshot: MetricsSnapshot) => void>();
  let gatheringsStarted = 0;
  let current: Promise<string> | undefined;

  /** The member that asks can answer too, even before it is ready. */
  const gather = async (asker: Worker) => {
    const id = (gatheringsStarted += 1);
    const asked = [...new Set([asker, ...members])].filter((member) => member.isConnected());
    const snapshots: MetricsSnapshot[] = [];
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, GATHER_MS);
      gatherings.set(id, (snapshot) => {
        if (snapshots.push(snapshot) < asked.length) return;
        clearTimeout(late);
        resolve();
      });
      for (const member of asked) sendTo(member, { metrics: "give", id });
    });
    gatherings.delete(id);
    return textOf(snapshots);
  };

  return {
    receive(member, message) {
      if (!isMessage(message)) return;
      if (message.metrics === "given") gatherings.get(message.id)?.(message.snapshot);
      if (message.metrics !== "ask") return;
      current ??= gather(member).finally(() => (current = undefined));
      const { id } = message;
      void current.then((text) => sendTo(member, { metrics: "gathered", id, text }));
    },
  };
}

/** A member's part: gives its metrics when asked, and asks the leader for those of all. */
export function shareMetrics(metrics: Metrics): void {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;

  process.on("message", (message) => {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.metrics === "gathered") waiting.get(id)?.(message.text);
    if (message.metrics !== "give") return;
    metrics.snapshot().then(
      (snapshot) => send({ metrics: "given", id, snapshot }),
      // Left out, like one that is late.
      () => undefined,
    );
  });

  metrics.gatherThrough(async () => {
    const id = (asked += 1);
    try {
      return await new Promise<string | undefined>((resolve) => {
        const late = setTimeout(() => resolve(undefined), ASK_MS);
        waiting.set(id, (text) => {
          clearTimeout(late);
          resolve(text);
        });
        send({ metrics: "ask", id });
      });
    } finally {
      waiting.delete(id);
    }
  });
}

function sendTo(member: Worker, message: Message): void {
  // A member that has just ended gets nothing; its end is handled in lead.ts.
  if (member.isConnected()) member.send(message, () => undefined);
}

function send(message: Message): void {
  // Without a leader this process is about to end as well.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function isMessage(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "metrics" in message;
}
