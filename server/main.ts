import cluster from "node:cluster";
import { lead } from "./lead.ts";
import { serve } from "./serve.ts";

/** Starts the service, on one process or on `WEB_CONCURRENCY`; gives the address it answers at. */
export async function main(): Promise<string> {
  const processes = Number(process.env["WEB_CONCURRENCY"] ?? "1");
  const port = processes > 1 && cluster.isPrimary ? await lead(processes) : await serve();
  return `http://localhost:${port}`;
}
