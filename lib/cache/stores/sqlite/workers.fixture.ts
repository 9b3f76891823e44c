import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { endWithTests } from "../../../../testing/child.ts";
import { compiledProgram } from "../../../../testing/compile-program.ts";

/** Tells whether this machine lets a process mount for itself; many containers do not. */
export const canMount = () =>
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

const script = () => compiledProgram("lib/cache/stores/sqlite/worker.fixture.ts");

const run = (program: string, ...args: string[]) =>
  endWithTests(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));

/** Starts `worker.fixture.ts` in a process of its own. */
export const startWorker = (job: string, directory: string, number: number): ChildProcess =>
  run(process.execPath, script(), job, directory, String(number));

/**
 * As `startWorker`, after a line of shell that prepares `$directory`. A file system that it mounts is seen by this
 * process alone and goes with it.
 */
export function startWorkerAfter(
  preparation: string,
  job: string,
  directory: string,
): ChildProcess {
  const command = `directory=$2; ${preparation}; exec "$0" "$1" "$3" "$directory"`;
  const shell = ["-ec", command, process.execPath, script(), directory, job];
  return canMount() ? run("unshare", "-rm", "sh", ...shell) : run("sh", ...shell);
}
