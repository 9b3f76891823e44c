import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const modules = path.join(root, "node_modules");
const OPTIONS = "--ignoreConfig --noCheck --module nodenext --target es2023 --types node";

/** The programs that tests start in a process or thread of its own. */
const PROGRAMS = [
  "lib/cache/stores/sqlite/worker.fixture.ts",
  "lib/upstream-budget/worker.fixture.ts",
  "server/data.ts",
  "server/doctor.ts",
  "server/draw-worker.ts",
] as const;

/** Beside the folder of this process in that of the run, with which it goes. */
const shared = path.join(tmpdir(), "..", "programs");

/**
 * The script of a program, compiled as the server is, in a folder in which it finds the packages. The first test of a
 * run that needs one compiles all of them, which takes as long as one.
 */
export function compiledProgram(file: (typeof PROGRAMS)[number]): string {
  if (!existsSync(shared)) {
    const own = compileAll();
    try {
      renameSync(own, shared);
    } catch {
      // Another process was faster.
      rmSync(own, { recursive: true });
    }
  }
  return path.join(shared, file.replace(/\.ts$/, ".js"));
}

function compileAll(): string {
  const folder = mkdtempSync(`${shared}-`);
  symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  const compiler = path.join(modules, "typescript", "bin", "tsc");
  const paths = ["--rewriteRelativeImportExtensions", "--rootDir", root, "--outDir", folder];
  const files = PROGRAMS.map((file) => path.join(root, file));
  execFileSync(process.execPath, [compiler, ...OPTIONS.split(" "), ...paths, ...files]);
  return folder;
}
