import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Starts `worker.fixture.ts` in processes of its own; for tests. */
export interface Workers {
  start(job: string, directory: string, number: number | string): ChildProcess;
  /**
   * As `start`, after a line of shell that prepares `$directory`. What it mounts is seen by this
   * process alone and goes with it.
   */
  startAfter(preparation: string, job: string, directory: string): ChildProcess;
  remove(): void;
}

/** Whether this machine lets a process mount for itself; many containers do not. */
export const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/**
 * Compiles the fixture, as the server is compiled, to a folder under node_modules, where it finds
 * the packages; takes a quarter of a second.
 */
export function compileWorkers(): Workers {
  const lib = resolve(import.meta.dirname, "../../..");
  const modules = resolve(lib, "../node_modules");
  const cache = join(modules, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "store-workers-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const compiler = join(modules, "typescript", "bin", "tsc");
  const options = "--ignoreConfig --noCheck --module nodenext --target es2023 --types node";
  const fixture = join(import.meta.dirname, "worker.fixture.ts");
  const paths = ["--rewriteRelativeImportExtensions", "--rootDir", lib, "--outDir", folder];
  execFileSync(process.execPath, [compiler, ...options.split(" "), ...paths, fixture]);
  const script = join(folder, "cache/stores/sqlite/worker.fixture.js");
  return {
    start: (job, directory, number) =>
      spawn(process.execPath, [script, job, directory, String(number)], {
        stdio: ["ignore", "pipe", "inherit"],
      }),
    startAfter(preparation, job, directory) {
      const command = `directory=$2; ${preparation}; exec "$0" "$1" "$3" "$directory"`;
      const shell = ["sh", "-ec", command, process.execPath, script, directory, job];
      const [program = "", ...rest] = canMount ? ["unshare", "-rm", ...shell] : shell;
      return spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
