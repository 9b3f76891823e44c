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
  await vi.advanceTimersByTimeAsync(2);
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

it("does not count the time in which this process was too busy to read", async () => {
  const signal = timeLimitSignal(100);
  for (let times = 0; times < 4; times += 1) {
    beBusy(50);
    await nextTimers();
  }
  expect(signal.aborted).toBe(false);
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
});

it("ends however busy this process is, but after what is due before", async () => {
  const order: string[] = [];
  startTimeLimit(10, () => void order.push("end"));
  setTimeout(() => void order.push("due"), 5);
  beBusy(150);
  await vi.waitFor(() => expect(order).toEqual(["due", "end"]));
});
