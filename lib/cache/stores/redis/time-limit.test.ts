import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startBlackHole } from "../../../testing/local-server.ts";
import { AT_ONCE_MS, expectFailure, LIMIT_MS, open, SLACK_MS, timed } from "./client.fixture.ts";
import { openRedisClient } from "./client.ts";
import { startTimeLimit, timeLimitSignal } from "../../../clock.ts";

/** Waits for what the clock of the test has no part in. */
async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const WAYS = [
  ["TCP", (port: number) => ({ url: `redis://127.0.0.1:${port}` })],
  ["TCP with a password", (port: number) => ({ url: `redis://:secret@127.0.0.1:${port}` })],
  ["HTTP", (port: number) => ({ restUrl: `http://127.0.0.1:${port}`, restToken: "secret" })],
] as const;

describe("a black hole", () => {
  it.each(WAYS)("costs one limit over %s, then nothing", async (_, address) => {
    const hole = await startBlackHole();
    onTestFinished(() => hole.close());
    const { redis: client, changes } = open(address(hole.port));
    expectFailure(await timed(() => client.get("a")), LIMIT_MS + SLACK_MS);
    expect(changes).toEqual([false]);
    for (let times = 0; times < 20; times += 1) {
      expectFailure(await timed(() => client.get("a")), AT_ONCE_MS);
    }
  });

  it.each(WAYS)("keeps no call waiting while a probe over %s is under way", async (_, address) => {
    const hole = await startBlackHole();
    onTestFinished(() => hole.close());
    const { redis: client, changes } = open(address(hole.port), { pauseMs: 20, limitMs: LIMIT_MS });
    await timed(() => client.get("a"));
    expect(changes).toEqual([false]);
    // One probe has failed, without a second word, and another is under way.
    const before = hole.connections();
    await until(() => hole.connections() > before + 1);
    for (let times = 0; times < 20; times += 1) {
      const outcomes = await Promise.all([1, 2, 3].map(() => timed(() => client.get("a"))));
      for (const outcome of outcomes) expectFailure(outcome, AT_ONCE_MS);
    }
    expect(changes).toEqual([false]);
  });

  it("costs 150 ms by default, and is probed again after 5 s", async () => {
    const hole = await startBlackHole();
    onTestFinished(() => hole.close());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const client = openRedisClient({ url: `redis://127.0.0.1:${hole.port}` });
    onTestFinished(() => client.close());
    // The probe of the start has reached it.
    await until(() => hole.connections() === 1);
    const outcome = client.redis.get("a").catch(String);
    await vi.advanceTimersByTimeAsync(149);
    expect(client.health().ok).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toContain("150 ms");
    expect(client.health().ok).toBe(false);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(hole.connections()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => hole.connections() === 2);
  });

  it("that cannot even be reached costs one limit", async () => {
    // TEST-NET-1 (RFC 5737): no machine is there, and none says so.
    const { redis: client } = open({ url: "redis://192.0.2.1:6379" });
    expectFailure(await timed(() => client.get("a")), LIMIT_MS + SLACK_MS);
    expectFailure(await timed(() => client.get("a")), AT_ONCE_MS);
  });
});

function beBusy(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const nextTimers = () => new Promise((resolve) => setTimeout(resolve, 1));

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
    const signal = timeLimitSignal(100);
    for (let times = 0; times < 4; times += 1) {
      beBusy(50);
      await nextTimers();
    }
    expect(signal.aborted).toBe(false);
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it("ends however busy this process is, but after what is due before", async () => {
    const order: string[] = [];
    startTimeLimit(10, () => void order.push("end"));
    setTimeout(() => void order.push("due"), 5);
    beBusy(150);
    await expect.poll(() => order).toEqual(["due", "end"]);
  });
});
