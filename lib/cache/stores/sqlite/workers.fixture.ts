import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { endWithTests } from "../../../../testing/child.ts";
import { compileProgram } from "../../../../testing/compile-program.ts";

/** Starts `worker.fixture.ts` in processes of its own; for tests. */
export interface Workers {
  start(job: string, directory: string, number: number | string): ChildProcess;
  /**
   * As `start`, after a line of shell that prepares `$directory`. A file system that it mounts is seen by this
   * process alone and goes with it.
   */
  startAfter(preparation: string, job: string, directory: string): ChildProcess;
  remove(): void;
}

/** Tells whether this machine lets a process mount for itself; many containers do not. */
export const canMount = () =>
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

export function compileWorkers(): Workers {
  const { script, remove } = compileProgram(join(import.meta.dirname, "worker.fixture.ts"));
  const run = (program: string, ...args: string[]) =>
    endWithTests(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));
  return {
    start: (job, directory, number) =>
      run(process.execPath, script, job, directory, String(number)),
    startAfter(preparation, job, directory) {
      const command = `directory=$2; ${preparation}; exec "$0" "$1" "$3" "$directory"`;
      const shell = ["-ec", command, process.execPath, script, directory, job];
      return canMount() ? run("unshare", "-rm", "sh", ...shell) : run("sh", ...shell);
    },
    remove,
  };
}
