import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { excessOf } from "./world.fixture.ts";

const library = resolve(import.meta.dirname, "../..");
const modules = resolve(library, "../node_modules");
const allowance = { rate: 50, burst: 20 };
/** How late a process may report what the store gave it. */
const LATE_SECONDS = 0.5;

let compiled: string;
let directory: string;

/** Compiled as the server is, under node_modules, where it finds the packages. */
beforeAll(() => {
  mkdirSync(join(modules, ".cache"), { recursive: true });
  compiled = mkdtempSync(join(modules, ".cache", "budget-worker-"));
  directory = mkdtempSync(join(tmpdir(), "nametag-budget-"));
  writeFileSync(join(compiled, "package.json"), '{"type":"module"}');
  const options = "--ignoreConfig --noCheck --module nodenext --target es2023 --types node";
  const paths = ["--rewriteRelativeImportExtensions", "--rootDir", library, "--outDir", compiled];
  const fixture = join(import.meta.dirname, "worker.fixture.ts");
  const compiler = join(modules, "typescript", "bin", "tsc");
  execFileSync(process.execPath, [compiler, ...options.split(" "), ...paths, fixture]);
});

afterAll(() => {
  for (const folder of [compiled, directory]) rmSync(folder, { recursive: true, force: true });
});

it("two processes give one budget, also when they are killed and started again", async () => {
  const script = join(compiled, "limits", "budget", "worker.fixture.js");
  const given: number[] = [];
  const live = async (tokens: number) => {
    const { rate, burst } = allowance;
    const child = spawn(process.execPath, [script, directory, String(rate), String(burst)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    return killedAfter(child, tokens);
  };
  /** One after another, each killed after so many tokens. */
  const liveOnAndOn = async (lives: number[]) => {
    const counts: number[] = [];
    for (const tokens of lives) {
      const times = await live(tokens);
      given.push(...times);
      counts.push(times.length);
    }
    return counts;
  };
  const counts = await Promise.all([liveOnAndOn([30, 50, 50]), liveOnAndOn([60, 70])]);
  // Each of them had its part before it was killed.
  expect(counts.flat().every((count) => count >= 30)).toBe(true);
  given.sort((one, other) => one - other);
  expect(excessOf(given, allowance)).toBeLessThanOrEqual(allowance.rate * LATE_SECONDS);
});

/** When the child was given tokens, in milliseconds, until it died. */
async function killedAfter(child: ChildProcess, tokens: number): Promise<number[]> {
  const times: number[] = [];
  if (!child.stdout) throw new Error("the child has no output");
  const ended = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    times.push(Number(line));
    if (times.length === tokens) child.kill("SIGKILL");
  }
  await ended;
  return times;
}
