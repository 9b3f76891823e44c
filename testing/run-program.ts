import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type SampleLanguageId, sampleLanguages } from "../site/docs/samples/languages.ts";
import { onPath } from "../scripts/find-programs.mjs";
import { endWithTests } from "./child.ts";

/** How a program ended. */
export interface Ended {
  /** 0 when it succeeded. */
  code: number;
  stdout: string;
  stderr: string;
}

const RUN_MS = 60_000;

/** Runs a program to its end, by default with the environment of this process. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<Ended> {
  const options = { cwd, timeout: RUN_MS, env };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      // A program that could not be started, or was killed, has no exit code.
      if (child.exitCode === null) return reject(error ?? new Error(`${program} was ended`));
      resolve({ code: child.exitCode, stdout, stderr });
    });
    endWithTests(child);
  });
}

/** Tells whether a program is on the path. */
export const isInstalled = (program: string) => onPath([program]) !== undefined;

/** Writes files by their names into a temporary folder, which is removed when `use` has ended. */
export async function withFiles<Result>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-run-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The result of running a sample as its readers would. */
export interface Outcome extends Ended {
  /** The files it saved, by name. */
  files: ReadonlyMap<string, Buffer>;
}

interface Runtime {
  /** Programs that must be on the path. */
  programs: readonly string[];
  /** Its samples run where the programs are: even in CI, they may be missing. */
  isOptional?: true;
  /** Adds the other files that the sample needs to its folder. */
  prepare?: (folder: string, code: string) => Promise<void>;
  /** The commands that run the sample; they stop at the first failure. */
  commands: (file: string) => string[][];
}

const node = process.execPath;
// Each sample runs once: optimizing it would take longer than running it.
const java = ["java", "-Dfile.encoding=UTF-8", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const runtimes: ReadonlyMap<SampleLanguageId, Runtime> = new Map<SampleLanguageId, Runtime>([
  ["curl", { programs: ["sh", "curl"], commands: (file) => [["sh", file]] }],
  ["javascript", { programs: [node], commands: (file) => [[node, file]] }],
  ["typescript", { programs: [node], prepare: makeProject, commands: compileAndRun }],
  ["python", { programs: ["python3"], commands: (file) => [["python3", file]] }],
  ["java", { programs: ["java"], commands: (file) => [[...java, file]] }],
  [
    "csharp",
    { programs: ["mcs", "mono"], isOptional: true, prepare: addEntry, commands: compileWithMono },
  ],
  ["go", { programs: ["go"], commands: (file) => [["go", "run", file]] }],
  ["php", { programs: ["php"], commands: (file) => [["php", file]] }],
]);

/**
 * The languages whose samples can run here; with `ci` all that are not optional, so that a missing program is a
 * failure.
 */
export function runnableLanguages(ci: boolean): SampleLanguageId[] {
  return [...runtimes]
    .filter(
      ([, { programs, isOptional = false }]) => (ci && !isOptional) || programs.every(isInstalled),
    )
    .map(([language]) => language);
}

/** Runs a sample in a temporary folder. */
export async function runSample(language: SampleLanguageId, code: string): Promise<Outcome> {
  const runtime = runtimes.get(language);
  const fileName = sampleLanguages.find(({ id }) => id === language)?.fileName;
  if (runtime === undefined || fileName === undefined) throw new Error(`${language} does not run`);
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-sample-"));
  try {
    const [home, work] = [path.join(folder, "home"), path.join(folder, "work")];
    await mkdir(home);
    await mkdir(work);
    const file = path.join(home, fileName);
    await writeFile(file, code);
    await runtime.prepare?.(home, code);
    let ended = { code: 0, stdout: "", stderr: "" };
    for (const [program = "", ...rest] of runtime.commands(file)) {
      if (ended.code === 0) ended = await runProgram(program, rest, work);
    }
    const saved = (await readdir(work)).map(
      async (name) => [name, await readFile(path.join(work, name))] as const,
    );
    return { ...ended, files: new Map(await Promise.all(saved)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const packages = path.resolve(import.meta.dirname, "../node_modules");
const compiler = path.join(packages, "typescript/bin/tsc");
const npx = process.platform === "win32" ? "npx.cmd" : "npx";

/** A strict project with only the types of Node. */
const OPTIONS = [
  ..."--strict --exactOptionalPropertyTypes --target ES2022 --lib ES2022".split(" "),
  ..."--module NodeNext --types node --typeRoots".split(" "),
  path.join(packages, "@types"),
];

/** The generated types by the command without its URL: the document is the same everywhere. */
const generated = new Map<string, Promise<string>>();

/** Follows the comments of a sample: installs a package and generates types. */
async function makeProject(folder: string, code: string): Promise<void> {
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
 * Type-checks a file, but not the packages that it uses, writes the JavaScript beside it, and runs that.
 */
function compileAndRun(file: string): string[][] {
  return [
    [process.execPath, compiler, ...OPTIONS, "--skipLibCheck", file],
    [process.execPath, file.replace(/\.ts$/, ".js")],
  ];
}

/** Mono's compiler starts no asynchronous `Main`, as that of .NET does. */
const ENTRY = `public static class Entry
{
    public static int Main() { return Program.Main().GetAwaiter().GetResult(); }
}
`;

function addEntry(folder: string): Promise<void> {
  return writeFile(path.join(folder, "Entry.cs"), ENTRY);
}

function compileWithMono(file: string): string[][] {
  const [entry, built] = ["Entry.cs", "Program.exe"].map((name) =>
    path.join(path.dirname(file), name),
  );
  const options = ["-main:Entry", "-r:System.Net.Http", `-out:${built}`];
  return [
    ["mcs", ...options, file, String(entry)],
    ["mono", String(built)],
  ];
}

/** The generator needs TypeScript 5, so npx installs it in a folder of its own. */
async function generateTypes(generator: string, url: string, folder: string): Promise<string> {
  const env = { ...process.env, npm_config_yes: "true", npm_config_prefer_offline: "true" };
  const { code, stdout, stderr } = await runProgram(npx, [generator, url], folder, env);
  if (code !== 0) throw new Error(`${generator} failed: ${stderr}`);
  return stdout;
}
