import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import { HEAP_GROWING_PERCENT } from "../lib/process/memory.ts";
import { hasAddressSpace, limitWebAssembly } from "./address-space.ts";
import { startFailure, START_MS, StartError } from "./failed-start.ts";
import { lead, type MemberMessage } from "./lead.ts";
import type { ServeOptions } from "./serve.ts";
import { endOnSignal } from "./shutdown.ts";

/**
 * Starts the service on one process or on `WEB_CONCURRENCY`, and returns its URL; also runs in each process
 * that a leader starts. If it cannot start, this process ends with 1, after one sentence on standard error,
 * or to the leader.
 * @param options For the service on one process.
 */
export async function main(options?: ServeOptions): Promise<string> {
  const processes = Number(process.env["WEB_CONCURRENCY"] ?? "1");
  try {
    // With too little address space for this process, one of its own gets another option of Node.
    const leads = cluster.isPrimary && (processes > 1 || !hasAddressSpace());
    const port = await (leads ? lead(processes) : serveHere(options));
    if (cluster.isWorker) process.send?.({ port } satisfies MemberMessage);
    return `http://localhost:${port}`;
  } catch (error) {
    const message: MemberMessage = { failed: startFailure(error) };
    if (cluster.isWorker) await new Promise((sent) => process.send?.(message, sent));
    else console.error(message.failed);
    process.exit(1);
  }
}

async function serveHere(options?: ServeOptions): Promise<number> {
  endOnSignal();
  limitHeaps();
  limitWebAssembly();
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const seconds = START_MS / 1_000;
    const error = new StartError(`Nametag was not ready within ${seconds} s; its log says why.`);
    late = setTimeout(() => reject(error), START_MS);
  });
  // Imported here, so that a module that cannot be loaded is a failed start like any other.
  const started = import("./serve.ts").then(({ serve }) => serve(options));
  return Promise.race([started, tooLate]).finally(() => clearTimeout(late));
}

function limitHeaps(): void {
  /*
   * By itself V8 collects a heap with a low limit when it has grown by a third, which took an eighth of a page's
   * processor time, and one without a limit when it has quadrupled.
   */
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // The limit of `npm start` is for this thread, which has it. In others it would replace their own.
  setFlagsFromString("--max-semi-space-size=0");
}
