import { spawnSync } from "node:child_process";
import type { Reporter, TestModule } from "vitest/node";

/** Five minutes, unless a test of this needs another time. */
const SILENT_MS = Number(process.env["NAMETAG_SILENT_MS"] ?? 300_000);

/**
 * Names a test file of which nothing has ended for five minutes, and ends the run with all that it has started.
 * Time limits do this for everything that waits; a loop that never ends leaves its process no moment to notice
 * them, nor a signal.
 */
export function endHangingFiles(): Reporter {
  const running = new Map<TestModule, { last: string; at: number }>();
  const heard = (file: TestModule, last: string) =>
    void running.set(file, { last, at: performance.now() });
  const look = () => {
    for (const [{ relativeModuleId }, { last, at }] of running) {
      if (performance.now() - at < SILENT_MS) continue;
      console.error(`${relativeModuleId} hangs. The last that was heard of it: ${last}.`);
      // One that has ended meanwhile is no error.
      spawnSync("kill", ["-KILL", ...startedBy([process.pid]).map(String)], { stdio: "ignore" });
      process.exit(1);
    }
  };
  setInterval(look, SILENT_MS / 10).unref();
  return {
    onTestModuleStart: (file) => heard(file, "it began"),
    onTestCaseReady: ({ module, fullName }) => heard(module, `"${fullName}" began`),
    onTestCaseResult: ({ module, fullName }) => heard(module, `"${fullName}" ended`),
    onTestModuleEnd: (file) => void running.delete(file),
  };
}

/** The processes that some have started, and what these have. */
function startedBy(parents: readonly number[]): number[] {
  const { stdout, pid: own } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = (of: readonly number[]): number[] => {
    const found = all.flatMap(([pid = 0, parent = 0]) => (of.includes(parent) ? [pid] : []));
    return found.length === 0 ? [] : [...found, ...children(found)];
  };
  return children(parents).filter((pid) => pid !== own);
}
