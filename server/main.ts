import cluster from "node:cluster";
import { reasonOf, START_MS, StartError } from "./failed-start.ts";
import { lead, type MemberMessage } from "./lead.ts";
import { endOnSignal } from "./shutdown.ts";

/**
 * Starts the service on one process or on `WEB_CONCURRENCY`, and returns its URL; also runs in each process
 * that a leader starts. If it cannot start, this process ends with 1, after one sentence on standard error,
 * or to the leader.
 */
export async function main(): Promise<string> {
  const processes = Number(process.env["WEB_CONCURRENCY"] ?? "1");
  try {
    const port = await (processes > 1 && cluster.isPrimary ? lead(processes) : serveHere());
    if (cluster.isWorker) process.send?.({ port } satisfies MemberMessage);
    return `http://localhost:${port}`;
  } catch (error) {
    const message: MemberMessage = { failed: reasonOf(error) };
    if (cluster.isWorker) await new Promise((sent) => process.send?.(message, sent));
    else console.error(message.failed);
    process.exit(1);
  }
}

async function serveHere(): Promise<number> {
  endOnSignal();
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const seconds = START_MS / 1_000;
    const error = new StartError(`Nametag was not ready within ${seconds} s; its log says why.`);
    late = setTimeout(() => reject(error), START_MS);
  });
  // Imported here, so that a module that cannot be loaded is a failed start like any other.
  const started = import("./serve.ts").then(({ serve }) => serve());
  return Promise.race([started, tooLate]).finally(() => clearTimeout(late));
}
