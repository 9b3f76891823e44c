import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { endWithTests } from "../../child.ts";

const VITEST = path.resolve("node_modules/vitest/vitest.mjs");
const CONFIG = path.join(import.meta.dirname, "vitest.config.ts");

/** Runs Vitest with one of the fixtures beside this file. */
async function runVitest({ onTestFinished }: TestContext, ...args: string[]) {
  const temporary = await mkdtemp(path.join(tmpdir(), "nametag-left-behind-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  const child = spawn(process.execPath, [VITEST, ...args, "--config", CONFIG], {
    env: { ...process.env, TMPDIR: temporary },
    // In a process group of its own, which gets Ctrl-C as that of a terminal does.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithTests(child);
  const { pid = expect.fail("Vitest did not start") } = child;
  const ended = once(child, "exit");
  let output = "";
  const add = (text: Buffer) => void (output += String(text));
  child.stdout.on("data", add);
  child.stderr.on("data", add);
  return {
    pid,
    ended,
    output: () => output,
    /** The processes that it started, and its temporary files. */
    left: async () => [...processesOf(pid), ...(await readdir(temporary))],
  };
}

/** The commands that run in a process group. */
function processesOf(group: number): string[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pgid=,stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pgid, state = "", command = ""] = /^ *(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    // A zombie has ended.
    return Number(pgid) === group && !state.startsWith("Z") ? [command] : [];
  });
}

describe.concurrent("nothing is left", () => {
  it("unseen when tests run, or a file throws below what it uses", async (context) => {
    const { ended, left, output } = await runVitest(context, "run", "begins", "leaves", "throws");
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain("thrown while tests are collected");
    expect(output()).toContain(
      "It is begun while tests are collected, not in a hook: TCPServerWrap",
    );
    expect(output()).toMatch(/The tests leave it behind: TCPServerWrap, left-by-a-test-/);
    expect(await left()).toEqual([]);
  });

  it.for<[string, (pid: number) => boolean]>([
    ["Ctrl-C", (pid: number) => process.kill(-pid, "SIGINT")],
    ["the end of Vitest alone", (pid: number) => process.kill(pid, "SIGKILL")],
  ])("after %s in the middle of a run", async ([, end], context) => {
    const { pid, ended, left, output } = await runVitest(context, "run", "runs-on");
    await context.expect.poll(output).toContain("Everything runs");
    const running = (await left()).join("\n");
    for (const part of [/redis-server.*\[cluster\]/, /sleep/, /nametag-tests-/]) {
      expect(running).toMatch(part);
    }
    end(pid);
    await ended;
    await context.expect.poll(left).toEqual([]);
  });
});
