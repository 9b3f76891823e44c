import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const modules = path.join(root, "node_modules");
const OPTIONS = "--ignoreConfig --noCheck --module nodenext --target es2023 --types node";

/**
 * Compiles a file, and what it imports, for a process of its own; as the server is compiled, to a
 * temporary folder in which it finds the packages. Takes a quarter of a second.
 */
export function compileProgram(file: string): { script: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "nametag-program-"));
  symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  const compiler = path.join(modules, "typescript", "bin", "tsc");
  const paths = ["--rewriteRelativeImportExtensions", "--rootDir", root, "--outDir", folder];
  execFileSync(process.execPath, [compiler, ...OPTIONS.split(" "), ...paths, file]);
  const script = path.join(folder, path.relative(root, file).replace(/\.ts$/, ".js"));
  return { script, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
