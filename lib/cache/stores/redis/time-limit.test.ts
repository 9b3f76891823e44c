import { expect, it, onTestFinished, vi } from "vitest";
import { startTimeLimit, timeLimitSignal } from "./time-limit.ts";

function beBusy(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const nextTimers = () => new Promise((resolve) => setTimeout(resolve, 1));

it("ends on time, with an error that says so", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signal = timeLimitSignal(150);
  await vi.advanceTimersByTimeAsync(149);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal.reason).toEqual(new Error("No answer within 150 ms"));
});

it("can be called off", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onEnd = vi.fn<() => void>();
  startTimeLimit(150, onEnd)();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onEnd).not.toHaveBeenCalled();
});

it("leaves a moment to read what came while this process was busy", async () => {
  const signal = timeLimitSignal(20);
  beBusy(100);
  await nextTimers();
  expect(signal.aborted).toBe(false);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
});
