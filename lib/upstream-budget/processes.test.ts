import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { endWithTests } from "../../testing/child.ts";
import { compiledProgram } from "../../testing/compile-program.ts";
import { scratchDirectory } from "../cache/stores/sqlite/scratch.fixture.ts";
import { excessOf } from "./world.fixture.ts";

const allowance = { rate: 50, burst: 20 };
/** How late a process may report what the store gave it. */
const LATE_SECONDS = 0.5;

it("two processes give one budget, also when they are killed and started again", async () => {
  const directory = scratchDirectory();
  const given: number[] = [];
  const live = async (tokens: number) => {
    const { rate, burst } = allowance;
    const args = [
      compiledProgram("lib/upstream-budget/worker.fixture.ts"),
      directory,
      String(rate),
      String(burst),
    ];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    return killedAfter(endWithTests(child), tokens);
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
  const counts = await Promise.all([liveOnAndOn([30, 40]), liveOnAndOn([60])]);
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
