import type { Reporter, TestModule } from "vitest/node";

const SILENT_MS = 300_000;

/**
 * Names a test file of which nothing has ended for five minutes, and ends the run. Time limits do this for
 * everything that waits; a loop that never ends leaves its process no moment to notice them.
 */
export function endHangingFiles(silentMs = SILENT_MS): Reporter {
  const running = new Map<TestModule, { last: string; at: number }>();
  const heard = (file: TestModule, last: string) =>
    void running.set(file, { last, at: performance.now() });
  const look = () => {
    for (const [{ relativeModuleId }, { last, at }] of running) {
      if (performance.now() - at < silentMs) continue;
      console.error(`${relativeModuleId} hangs. The last that was heard of it: ${last}.`);
      process.exit(1);
    }
  };
  setInterval(look, silentMs / 10).unref();
  return {
    onTestModuleStart: (file) => heard(file, "it began"),
    onTestCaseReady: ({ module, fullName }) => heard(module, `"${fullName}" began`),
    onTestCaseResult: ({ module, fullName }) => heard(module, `"${fullName}" ended`),
    onTestModuleEnd: (file) => void running.delete(file),
  };
}
