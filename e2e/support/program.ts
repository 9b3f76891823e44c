import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../scripts/prepare.mjs";
import { environmentOf } from "./service.ts";
import { until } from "./until.ts";

/** The service as an operator starts it. */
export const START = [process.execPath, path.join(root, "dist", "server", "start.js")];

/** Variables that load a fault of `faults.cjs` into a program. */
export const preload = (fault: string) => ({
  FAULT: fault,
  NODE_OPTIONS: `--require ${path.join(root, "e2e", "support", "faults.cjs")}`,
});

/** A command that runs a program of `programs.mjs`. */
export const ownProgram = (name: string) => [
  process.execPath,
  path.join(root, "e2e", "support", "programs.mjs"),
  name,
];

/** A program that runs until it ends by itself. */
export interface Program {
  readonly pid: number;
  /** The text of each output so far. */
  readonly printed: { stdout: string; stderr: string };
  /** Waits until it prints something; returns what the pattern's group matches. */
  prints(pattern: RegExp): Promise<string>;
  /** Its exit code and signal, once it and the processes that it started have ended. */
  ended(): Promise<[number | null, string | null]>;
}

/** Runs a program with a folder of its own for data, and kills what is left of it afterwards. */
export async function withProgram(
  [command = "", ...words]: readonly string[],
  variables: Record<string, string>,
  use: (program: Program) => Promise<void>,
  { cwd = root } = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-e2e-"));
  // In its own group, by which its processes are found.
  const child = spawn(command, words, {
    cwd,
    env: environmentOf({ DATA_DIR: folder, ...variables }),
    detached: true,
  });
  const pid = child.pid ?? 0;
  // Not "exit", after which output may still arrive.
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  // A test that takes too long is abandoned where it waits.
  const killAll = () => killGroup(pid);
  process.once("exit", killAll);
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (printed[name] += text));
  }
  try {
    await use({
      pid,
      printed,
      async prints(pattern) {
        const all = () => JSON.stringify(printed);
        await until(`it prints ${pattern}`, () => pattern.test(printed.stdout), all);
        return pattern.exec(printed.stdout)?.[1] ?? "";
      },
      async ended() {
        const how = await closed;
        const left = () => runningIn(pid);
        await until(
          "no process is left",
          () => left().length === 0,
          () => left().join(),
        );
        return how;
      },
    });
  } finally {
    killAll();
    process.off("exit", killAll);
    await closed;
    await rm(folder, { recursive: true, force: true });
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return running().flatMap(([child, parent]) => (parent === pid ? [child] : []));
}

/** All at once: a process of a list may have ended before its turn comes. */
function killGroup(group: number): void {
  // 0 would be the group of the tests.
  if (group === 0) return;
  try {
    process.kill(-group, "SIGKILL");
  } catch (error) {
    // None is left.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function runningIn(group: number): number[] {
  return running().flatMap(([child, , ofGroup]) => (ofGroup === group ? [child] : []));
}

/** Process, parent and group of all running processes: `man 5 proc`. */
function running(): (readonly [pid: number, parent: number, group: number])[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [state = "Z", parent, group] = statOf(pid)?.split(") ").at(-1)?.split(" ") ?? [];
      return state === "Z" ? [] : [[Number(pid), Number(parent), Number(group)] as const];
    });
}

/** What the system knows of a process; undefined once it is gone. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
}
