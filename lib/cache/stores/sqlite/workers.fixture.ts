import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Starts `worker.fixture.ts` in processes of its own; for tests. */
export interface Workers {
  start(job: string, directory: string, number: number | string): ChildProcess;
  /** As `start`, under a limit of so many bytes for any one file. */
  startLimited(maxFileBytes: number, job: string, directory: string): ChildProcess;
  remove(): void;
}

/**
 * Compiles the fixture, as the server is compiled, to a folder under node_modules, where it finds
 * the packages; takes a quarter of a second.
 */
export function compileWorkers(): Workers {
  const stores = resolve(import.meta.dirname, "..");
  const modules = resolve(stores, "../../../node_modules");
  const cache = join(modules, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "store-workers-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const compiler = join(modules, "typescript", "bin", "tsc");
  const options = "--ignoreConfig --noCheck --module nodenext --target es2023 --types node";
  const fixture = join(stores, "sqlite", "worker.fixture.ts");
  const paths = ["--rewriteRelativeImportExtensions", "--rootDir", stores, "--outDir", folder];
  execFileSync(process.execPath, [compiler, ...options.split(" "), ...paths, fixture]);
  const script = join(folder, "sqlite", "worker.fixture.js");
  return {
    start: (job, directory, number) =>
      spawn(process.execPath, [script, job, directory, String(number)], {
        stdio: ["ignore", "pipe", "inherit"],
      }),
    startLimited(maxFileBytes, job, directory) {
      // POSIX counts in blocks of 512 bytes.
      const command = `ulimit -f ${Math.floor(maxFileBytes / 512)}; exec "$0" "$@"`;
      return spawn("sh", ["-c", command, process.execPath, script, job, directory], {
        stdio: ["ignore", "pipe", "inherit"],
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
