import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect } from "playwright/test";
import { root } from "../../scripts/prepare.mjs";
import { environmentOf } from "./service.ts";

/** The service as an operator starts it. */
export const START = [process.execPath, path.join(root, "dist", "server", "start.js")];

/** How long a program may take until it is ready. */
const START_MS = 60_000;

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

/** Runs a program, and kills what is left of it afterwards. */
export async function withProgram(
  [command = "", ...words]: readonly string[],
  variables: Record<string, string>,
  use: (program: Program) => Promise<void>,
  { cwd = root } = {},
): Promise<void> {
  // In its own group, by which its processes are found.
  const child = spawn(command, words, {
    cwd,
    env: environmentOf(variables),
    detached: true,
  });
  const pid = child.pid ?? 0;
  // Not "exit", after which output may still arrive.
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  // A test that takes too long is abandoned where it waits.
  const killAll = () => {
    for (const left of runningIn(pid)) process.kill(left, "SIGKILL");
  };
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
        await expect.poll(() => printed.stdout, { timeout: START_MS }).toMatch(pattern);
        return pattern.exec(printed.stdout)?.[1] ?? "";
      },
      async ended() {
        const how = await closed;
        await expect.poll(() => runningIn(pid), "processes that are left").toEqual([]);
        return how;
      },
    });
  } finally {
    killAll();
    process.off("exit", killAll);
    await closed;
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return running().flatMap(([child, parent]) => (parent === pid ? [child] : []));
}

function runningIn(group: number): number[] {
  return running().flatMap(([child, , ofGroup]) => (ofGroup === group ? [child] : []));
}

/** Process, parent and group of all running processes. */
function running(): [pid: number, parent: number, group: number][] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  const lines = stdout.split("\n").map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([, , , state = "Z"]) => !state.startsWith("Z"))
    .map(([pid, parent, group]) => [Number(pid), Number(parent), Number(group)]);
}
