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
  /** The command that compiles the sample, once. */
  compile?: (file: string) => string[];
  /** The command that runs it. */
  run: (file: string) => string[];
}

const node = process.execPath;
const beside = (file: string, name: string) => path.join(path.dirname(file), name);
// Optimizing a sample would take longer than running it.
const briefly = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const java = ["java", "-Dfile.encoding=UTF-8", ...briefly];
const javac = ["javac", "-encoding", "UTF-8", ...briefly.map((option) => `-J${option}`)];

const runtimes: ReadonlyMap<SampleLanguageId, Runtime> = new Map<SampleLanguageId, Runtime>([
  ["curl", { programs: ["sh", "curl"], run: (file) => ["sh", file] }],
  ["javascript", { programs: [node], run: (file) => [node, file] }],
  [
    "typescript",
    {
      programs: [node],
      prepare: makeProject,
      // The packages that it uses are not checked.
      compile: (file) => [node, compiler, ...OPTIONS, "--skipLibCheck", file],
      run: (file) => [node, file.replace(/\.ts$/, ".js")],
    },
  ],
  ["python", { programs: ["python3"], run: (file) => ["python3", file] }],
  [
    "java",
    {
      programs: ["java", "javac"],
      compile: (file) => [...javac, file],
      run: (file) => [...java, "-cp", path.dirname(file), path.basename(file, ".java")],
    },
  ],
  [
    "csharp",
    {
      programs: ["mcs", "mono"],
      isOptional: true,
      prepare: (folder) => writeFile(path.join(folder, "Entry.cs"), ENTRY),
      compile: (file) => [
        "mcs",
        "-main:Entry",
        "-r:System.Net.Http",
        `-out:${beside(file, "Program.exe")}`,
        file,
        beside(file, "Entry.cs"),
      ],
      run: (file) => ["mono", beside(file, "Program.exe")],
    },
  ],
  [
    "go",
    {
      programs: ["go"],
      compile: (file) => ["go", "build", "-o", beside(file, "program"), file],
      run: (file) => [beside(file, "program")],
    },
  ],
  ["php", { programs: ["php"], run: (file) => ["php", file] }],
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

/**
 * Compiles a sample in a temporary folder; `use` runs it as often as it likes. Running one that does not compile gives
 * what the compiler says.
 */
export async function withSample<Result>(
  language: SampleLanguageId,
  code: string,
  use: (run: () => Promise<Outcome>) => Promise<Result>,
): Promise<Result> {
  const runtime = runtimes.get(language);
  const fileName = sampleLanguages.find(({ id }) => id === language)?.fileName;
  if (runtime === undefined || fileName === undefined) throw new Error(`${language} does not run`);
  return withFiles({ [fileName]: code }, async (home) => {
    const file = path.join(home, fileName);
    await runtime.prepare?.(home, code);
    const [compilerName = "", ...args] = runtime.compile?.(file) ?? [];
    const compiled = compilerName === "" ? undefined : await runProgram(compilerName, args, home);
    const [program = "", ...rest] = runtime.run(file);
    return use(async () =>
      compiled !== undefined && compiled.code !== 0
        ? { ...compiled, files: new Map() }
        : withFiles({}, async (work) => {
            const ended = await runProgram(program, rest, work);
            return { ...ended, files: await filesIn(work) };
          }),
    );
  });
}

async function filesIn(folder: string): Promise<Outcome["files"]> {
  const names = await readdir(folder);
  const read = names.map(async (name) => [name, await readFile(path.join(folder, name))] as const);
  return new Map(await Promise.all(read));
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

/** Mono's compiler starts no asynchronous `Main`, as that of .NET does. */
const ENTRY = `public static class Entry
{
    public static int Main() { return Program.Main().GetAwaiter().GetResult(); }
}
`;

/** The generator needs TypeScript 5, so npx installs it in a folder of its own. */
async function generateTypes(generator: string, url: string, folder: string): Promise<string> {
  const env = { ...process.env, npm_config_yes: "true", npm_config_prefer_offline: "true" };
  const { code, stdout, stderr } = await runProgram(npx, [generator, url], folder, env);
  if (code !== 0) throw new Error(`${generator} failed: ${stderr}`);
  return stdout;
}
