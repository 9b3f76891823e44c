import path from "node:path";
import { freePort, waitFor } from "../machine/ask.mjs";
import { SERVER } from "../machine/cores.mjs";
import { start, stop, unlessEnded } from "../machine/processes.mjs";
import { root } from "../paths.mjs";
import { serviceEnvironment } from "./servers.mjs";

/**
 * Starts the same build with `next start`: the same handlers, behind Next's router.
 *
 * @param {import("./servers.mjs").Sandbox} sandbox
 */
export async function startNext(sandbox) {
  const port = await freePort();
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const command = [process.execPath, next, "start", "-p", String(port), "-H", "127.0.0.1"];
  const { PORT: _, ...env } = serviceEnvironment(sandbox);
  const child = start(command, { cores: SERVER, env });
  await unlessEnded(child, waitFor(port, "/api/health"));
  return { name: "next start", port, pid: child.pid, stop: () => stop(child) };
}
