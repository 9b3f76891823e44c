import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect } from "playwright/test";
import { root } from "../../scripts/prepare.mjs";
import { environmentOf } from "./service.ts";

/** The service as an operator starts it. */
export const START = [process.execPath, path.join(root, "dist", "server", "start.js")];

/** A program that runs until it ends by itself. */
export interface Program {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The text of each output so far. */
  readonly printed: { stdout: string; stderr: string };
  /** Its exit code and signal, once it and the processes that it started have ended. */
  ended(): Promise<[number | null, string | null]>;
}

export interface ProgramOptions {
  cwd?: string;
}

/** Runs a program, and kills what is left of it afterwards. */
export async function withProgram(
  [command = "", ...words]: readonly string[],
  variables: Record<string, string>,
  use: (program: Program) => Promise<void>,
  { cwd = root }: ProgramOptions = {},
): Promise<void> {
  const env = environmentOf(variables);
  // In its own group, by which its processes are found.
  const child = spawn(command, words, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid ?? 0;
  const exited = once(child, "exit") as Promise<[number | null, string | null]>;
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
      process: child,
      pid,
      printed,
      async ended() {
        const how = await exited;
        await expect.poll(() => runningIn(pid), "processes that are left").toEqual([]);
        return how;
      },
    });
  } finally {
    killAll();
    process.off("exit", killAll);
    await exited;
  }
}

/** Waits until the service listens; returns its port. */
export async function portOf({ printed }: Pick<Program, "printed">): Promise<number> {
  const address = /"address":"http:\/\/localhost:(\d+)"/;
  await expect.poll(() => printed.stdout, { timeout: 60_000 }).toMatch(address);
  return Number(address.exec(printed.stdout)?.[1]);
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
