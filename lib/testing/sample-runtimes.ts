import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sampleLanguages, type SampleLanguageId } from "../docs/samples/languages.ts";
import { isInstalled, runProgram, type Ended } from "./run-program.ts";
import { compileAndRun, makeProject } from "./sample-typescript.ts";

/** What a sample did when it was run as its readers would run it. */
export interface Outcome extends Ended {
  /** What it saved, by name. */
  files: ReadonlyMap<string, Buffer>;
}

interface Runtime {
  /** What must be on the path. */
  programs: readonly string[];
  /** CI has them. */
  expected: boolean;
  /** Puts into the sample's folder what it needs beside it. */
  prepare?: (folder: string, code: string) => Promise<void>;
  /** What runs the sample; a command that fails is the last. */
  commands: (file: string) => string[][];
}

const node = process.execPath;
// It runs once: to optimise what it runs would take longer than to run it.
const java = ["java", "-Dfile.encoding=UTF-8", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const runtimes: ReadonlyMap<SampleLanguageId, Runtime> = new Map<SampleLanguageId, Runtime>([
  ["curl", { programs: ["sh", "curl"], expected: true, commands: (file) => [["sh", file]] }],
  ["javascript", { programs: [node], expected: true, commands: (file) => [[node, file]] }],
  [
    "typescript",
    { programs: [node], expected: true, prepare: makeProject, commands: compileAndRun },
  ],
  ["python", { programs: ["python3"], expected: true, commands: (file) => [["python3", file]] }],
  ["java", { programs: ["java"], expected: true, commands: (file) => [[...java, file]] }],
  ["go", { programs: ["go"], expected: false, commands: (file) => [["go", "run", file]] }],
  ["php", { programs: ["php"], expected: false, commands: (file) => [["php", file]] }],
]);

/**
 * The languages whose samples run here. With `ci`, also those that must: their samples fail where
 * their programs are missing.
 */
export function runnableLanguages(ci: boolean): SampleLanguageId[] {
  return [...runtimes]
    .filter(([, { programs, expected }]) => (ci && expected) || programs.every(isInstalled))
    .map(([language]) => language);
}

/** Runs a sample in an empty folder, which is gone afterwards. */
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
