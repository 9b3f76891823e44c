import { execFile } from "node:child_process";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const client = path.join(root, "clients/typescript");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");
/** What the client's package holds, of which nothing may be left beside its sources. */
const built = path.join(root, "node_modules/.cache/nametag-client");
const TYPES = "dist/index.d.ts";

/** A strict project that knows Node and nothing else. */
const OPTIONS = [
  ..."--strict --exactOptionalPropertyTypes --target ES2022 --lib ES2022".split(" "),
  ..."--module NodeNext --types node --typeRoots".split(" "),
  path.join(root, "node_modules/@types"),
];

let building: Promise<void> | undefined;

/** Makes a folder a project that has installed the client. */
export async function makeProject(folder: string): Promise<void> {
  building ??= buildClient();
  await building;
  const packages = path.join(folder, "node_modules");
  await mkdir(packages);
  await symlink(built, path.join(packages, "nametag-client"), "junction");
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
}

/**
 * Checks the types of a file, but not again those of the packages that it uses; writes the
 * JavaScript beside it, and runs that.
 */
export function compileAndRun(file: string): string[][] {
  return [
    [process.execPath, compiler, ...OPTIONS, "--skipLibCheck", file],
    [process.execPath, file.replace(/\.ts$/, ".js")],
  ];
}

async function buildClient(): Promise<void> {
  await rm(built, { recursive: true, force: true });
  await run(process.execPath, [compiler, "-p", client, "--outDir", path.join(built, "dist")]);
  await cp(path.join(client, "package.json"), path.join(built, "package.json"));
  // Once for all samples: its types need nothing that their projects do not have.
  const all = [...OPTIONS, "--ignoreConfig", "--noEmit", path.join(built, TYPES)];
  await run(process.execPath, [compiler, ...all]);
}
