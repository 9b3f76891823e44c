import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startBlackHole } from "../../../../testing/local-server.ts";
import { LIMIT_MS, open } from "./client.fixture.ts";
import { startTimeLimit, timeLimitSignal } from "../../../time/time-limit.ts";

/** Waits for what the clock of the test has no part in. */
async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const WAYS = [
  ["TCP", (port: number) => ({ url: `redis://127.0.0.1:${port}` })],
  ["TCP with a password", (port: number) => ({ url: `redis://:secret@127.0.0.1:${port}` })],
  ["HTTP", (port: number) => ({ restUrl: `http://127.0.0.1:${port}`, restToken: "secret" })],
] as const;

/** A black hole for one test, and timers that the test moves; sockets take the time that they take. */
async function openHole() {
  const hole = await startBlackHole();
  onTestFinished(() => hole.close());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  return hole;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("a black hole", () => {
  it.each(WAYS)("costs 150 ms over %s by default, then nothing", async (_, address) => {
    const hole = await openHole();
    const { redis: client, health, changes } = open(address(hole.port), { limitMs: undefined });
    // The look at the start has reached it.
    await until(() => hole.connections() > 0);
    const outcome = client.get("a").catch(String);
    await pass(149);
    expect([health().ok, changes]).toEqual([true, []]);
    await pass(1);
    expect(await outcome).toContain("150 ms");
    expect([health().ok, changes]).toEqual([false, [false]]);
    // No time passes.
    for (let times = 0; times < 20; times += 1) {
      await expect(client.get("a")).rejects.toThrow("circuit to Redis is open");
    }
  });

  it("is probed at once, and then after 5 s by default", async () => {
    const hole = await openHole();
    const client = open({ url: `redis://127.0.0.1:${hole.port}` }, { limitMs: undefined });
    await until(() => hole.connections() === 1);
    const outcome = client.redis.get("a").catch(String);
    await pass(150);
    await outcome;
    // The first probe is on the connection that is still being made, and fails.
    await pass(1);
    await pass(150);
    await new Promise((resolve) => setImmediate(resolve));
    await pass(4_990);
    expect(hole.connections()).toBe(1);
    await pass(20);
    await until(() => hole.connections() === 2);
  });

  it.each(WAYS)("keeps no call waiting while a probe over %s is under way", async (_, address) => {
    const hole = await openHole();
    const { redis: client, changes } = open(address(hole.port), { pauseMs: 20 });
    const outcome = client.get("a").catch(String);
    await pass(LIMIT_MS);
    expect(await outcome).toContain(`${LIMIT_MS} ms`);
    // One probe has failed, without a second word, and another is under way.
    const before = hole.connections();
    while (hole.connections() <= before + 1) await pass(10);
    for (let times = 0; times < 20; times += 1) {
      await expect(client.get("a")).rejects.toThrow("circuit to Redis is open");
    }
    expect(changes).toEqual([false]);
  });

  it("that cannot even be reached costs one limit", async () => {
    await openHole();
    // TEST-NET-1 (RFC 5737): no machine is there, and none says so.
    const { redis: client } = open({ url: "redis://192.0.2.1:6379" });
    const outcome = client.get("a").catch(String);
    await pass(LIMIT_MS);
    expect(await outcome).toContain("RedisError");
    await expect(client.get("a")).rejects.toThrow("circuit to Redis is open");
  });
});

function beBusy(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("a time limit", () => {
  it("ends on time, with an error that says so", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const signal = timeLimitSignal(150);
    await vi.advanceTimersByTimeAsync(149);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(signal.reason).toEqual(new Error("No response within 150 ms"));
  });

  it("can be called off", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const onEnd = vi.fn<() => void>();
    startTimeLimit(150, onEnd)();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("does not count the time in which this process was too busy to read", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    onTestFinished(() => {
      clock.mockRestore();
      vi.useRealTimers();
    });
    const signal = timeLimitSignal(100);
    /** A timer of 10 ms runs, much too late. */
    const runLate = async () => {
      now += 39;
      vi.advanceTimersToNextTimer();
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (let times = 0; times < 9; times += 1) await runLate();
    expect(signal.aborted).toBe(false);
    await runLate();
    expect(signal.aborted).toBe(true);
  });

  it("ends however busy this process is, but after what is due before", async () => {
    const order: string[] = [];
    startTimeLimit(10, () => void order.push("end"));
    setTimeout(() => void order.push("due"), 5);
    beBusy(150);
    await expect.poll(() => order).toEqual(["due", "end"]);
  });
});
