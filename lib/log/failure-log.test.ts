import { describe, expect, it } from "vitest";
import { systemClock } from "../time/clock.ts";
import { startDeadline } from "../providers/deadline.ts";
import { UpstreamFailure, type FailureKind } from "../providers/failure.ts";
import { createObserver } from "../providers/upstream/guards.ts";
import { createFailureLog } from "./failure-log.ts";
import { createLogger } from "./logger.ts";

type Line = Record<string, unknown>;

const CALL = {
  provider: "geyser",
  operation: "profile",
  url: "http://localhost/",
  about: null,
  deadline: startDeadline(1_000),
  read: () => "value",
};

function createTestLog() {
  const lines: Line[] = [];
  const logger = createLogger({
    level: "info",
    destination: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  });
  let time = 0;
  const log = createFailureLog(logger, { ...systemClock, monotonic: () => time });
  const guard = createObserver(() => undefined, log.callFailed);
  const call = (kind: FailureKind, operation = "profile") => {
    const failure = new UpstreamFailure(kind, { provider: "geyser", operation }, "failed (500)");
    return guard(CALL, () => Promise.reject(failure)).catch((error: unknown) => error);
  };
  return { log, guard, lines, call, wait: (milliseconds: number) => void (time += milliseconds) };
}

describe("the failure log", () => {
  it("logs the same failure once a minute, with the number of dropped repeats", async () => {
    const { lines, call, wait } = createTestLog();
    for (let at = 0; at < 1_000; at++) await call("error");
    expect(lines).toHaveLength(1);
    wait(59_999);
    await call("error");
    expect(lines).toHaveLength(1);
    wait(1);
    await call("error");
    await call("error");
    expect(lines).toMatchObject([
      { level: 40, provider: "geyser", operation: "profile", kind: "error", leftOut: 0 },
      { level: 40, provider: "geyser", operation: "profile", kind: "error", leftOut: 1_000 },
    ]);
    expect(lines[0]).toMatchObject({ detail: "geyser profile: failed (500)" });
    expect(JSON.stringify(lines)).not.toContain("stack");
  });

  it("logs each kind and operation separately", async () => {
    const { lines, call } = createTestLog();
    await call("error");
    await call("timeout");
    await call("timeout", "link");
    expect(lines).toHaveLength(3);
  });

  it("passes values and failures on, and logs nothing on success", async () => {
    const { guard, lines, call } = createTestLog();
    expect(await guard(CALL, () => Promise.resolve("value"))).toBe("value");
    expect(await call("unknown-here")).toBeInstanceOf(UpstreamFailure);
    expect(lines).toEqual([]);
  });

  it("logs a failure once, however many requests it affects", async () => {
    const { log, lines, call, wait } = createTestLog();
    const cause = await call("error");
    const failed = { route: "/api", code: "BAD_GATEWAY", message: "No.", cause };
    log.requestFailed(failed);
    log.requestFailed(failed);
    wait(60_000);
    log.requestFailed(failed);
    await call("error");
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([0, 0]);
  });

  it("logs a stack for internal errors only, once per place", () => {
    const { log, lines } = createTestLog();
    const failed = { route: "/api", code: "INTERNAL_ERROR", message: "Wrong." };
    for (const name of ["a", "b", "c"]) log.requestFailed({ ...failed, cause: new Error(name) });
    log.requestFailed({ ...failed, cause: new TypeError("elsewhere") });
    log.requestFailed({ ...failed, code: "OVERLOADED", cause: new Error("busy") });
    expect(lines).toMatchObject([
      { level: 50, code: "INTERNAL_ERROR", err: { message: "a", stack: expect.any(String) } },
      { level: 50, code: "INTERNAL_ERROR", err: { message: "elsewhere" } },
      { level: 40, code: "OVERLOADED" },
    ]);
    expect(lines[2]).not.toHaveProperty("err");
  });

  it("remembers a bounded number of failures", () => {
    const { log, lines } = createTestLog();
    const failed = (at: number) => ({ route: `/${at}`, code: "OVERLOADED", message: "Busy." });
    for (let at = 0; at < 600; at++) log.requestFailed({ ...failed(at), cause: undefined });
    log.requestFailed({ ...failed(599), cause: undefined });
    expect(lines).toHaveLength(600);
    log.requestFailed({ ...failed(0), cause: undefined });
    expect(lines).toHaveLength(601);
  });
});
