import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** How a program ended. */
export interface Ended {
  /** 0 when it succeeded. */
  code: number;
  stdout: string;
  stderr: string;
}

const RUN_MS = 60_000;

/** Runs a program to its end, in the environment of this one where it has none of its own. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<Ended> {
  const options = { cwd, timeout: RUN_MS, env };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      // A program that cannot be started, or was stopped, has no code of its own.
      if (child.exitCode === null) return reject(error ?? new Error(`${program} was ended`));
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

/** Whether a program is on the path. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** Writes files, by their names, into a folder that is gone when `use` has ended. */
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
