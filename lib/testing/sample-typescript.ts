import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { runProgram } from "./run-program.ts";

const packages = path.resolve(import.meta.dirname, "../../node_modules");
const compiler = path.join(packages, "typescript/bin/tsc");
const npx = process.platform === "win32" ? "npx.cmd" : "npx";

/** A strict project that knows Node and nothing else. */
const OPTIONS = [
  ..."--strict --exactOptionalPropertyTypes --target ES2022 --lib ES2022".split(" "),
  ..."--module NodeNext --types node --typeRoots".split(" "),
  path.join(packages, "@types"),
];

/** The generated types by the command without its URL: the document is the same at every URL. */
const generated = new Map<string, Promise<string>>();

/** Does in a folder what the comments of a sample say: install a package, generate the types. */
export async function makeProject(folder: string, code: string): Promise<void> {
  const [, name = ""] = /^\/\/ npm install (\S+)$/m.exec(code) ?? [];
  await mkdir(path.join(folder, "node_modules"));
  await symlink(path.join(packages, name), path.join(folder, "node_modules", name), "junction");
  const [, generator = "", url = "", file = ""] =
    /^\/\/ npx (\S+) (\S+) -o (\S+)$/m.exec(code) ?? [];
  const types = generated.get(generator) ?? generateTypes(generator, url, folder);
  generated.set(generator, types);
  await writeFile(path.join(folder, file), await types);
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

/** The generator needs TypeScript 5, so npx installs it in a folder of its own. */
async function generateTypes(generator: string, url: string, folder: string): Promise<string> {
  const env = { ...process.env, npm_config_yes: "true", npm_config_prefer_offline: "true" };
  const { code, stdout, stderr } = await runProgram(npx, [generator, url], folder, env);
  if (code !== 0) throw new Error(`${generator} failed: ${stderr}`);
  return stdout;
}
