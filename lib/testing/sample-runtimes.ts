import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sampleLanguages, type SampleLanguageId } from "../docs/samples/languages.ts";

/** What a sample did when it was run as its readers would run it. */
export interface Outcome {
  /** 0 when it succeeded. */
  code: number;
  stdout: string;
  stderr: string;
  /** What it saved, by name. */
  files: ReadonlyMap<string, Buffer>;
}

interface Runtime {
  language: SampleLanguageId;
  /** The programs it takes; the first one runs the sample. */
  programs: readonly [string, ...string[]];
  /** Before the name of the file. */
  arguments: readonly string[];
  /** CI has it. */
  expected: boolean;
}

const RUN_MS = 60_000;

// It runs once: to optimise what it runs would take longer than to run it.
const javaOptions = ["-Dfile.encoding=UTF-8", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const runtimes: readonly Runtime[] = [
  { language: "curl", programs: ["sh", "curl"], arguments: [], expected: true },
  { language: "javascript", programs: [process.execPath], arguments: [], expected: true },
  // As every terminal of today: characters are UTF-8.
  { language: "python", programs: ["python3"], arguments: ["-X", "utf8"], expected: true },
  { language: "java", programs: ["java"], arguments: javaOptions, expected: true },
  { language: "go", programs: ["go"], arguments: ["run"], expected: false },
  { language: "php", programs: ["php"], arguments: [], expected: false },
];

/**
 * The languages whose samples run here. With `ci`, also those that must: their samples fail where
 * their programs are missing.
 */
export function runnableLanguages(ci: boolean): SampleLanguageId[] {
  return runtimes
    .filter(({ programs, expected }) => (ci && expected) || programs.every(isInstalled))
    .map(({ language }) => language);
}

/** Runs a sample in a folder of its own, which is gone afterwards. */
export async function runSample(language: SampleLanguageId, code: string): Promise<Outcome> {
  const runtime = runtimes.find((candidate) => candidate.language === language);
  const fileName = sampleLanguages.find(({ id }) => id === language)?.fileName;
  if (runtime === undefined || fileName === undefined)
    throw new Error(`${language} has no runtime`);
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-sample-"));
  try {
    await writeFile(path.join(folder, fileName), code);
    const ended = await execute(runtime.programs[0], [...runtime.arguments, fileName], folder);
    const saved = (await readdir(folder)).filter((name) => name !== fileName);
    const files = saved.map(
      async (name) => [name, await readFile(path.join(folder, name))] as const,
    );
    return { ...ended, files: new Map(await Promise.all(files)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

function execute(program: string, args: string[], cwd: string): Promise<Omit<Outcome, "files">> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, timeout: RUN_MS }, (error, stdout, stderr) => {
      // A program that cannot be started, or was stopped, has no code of its own.
      if (child.exitCode === null) return reject(error ?? new Error(`${program} was ended`));
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}
