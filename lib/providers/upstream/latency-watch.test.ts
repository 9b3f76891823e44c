import { describe, expect, it } from "vitest";
import { createLatencyWatch } from "./guards.ts";

/** Notes as many calls; returns how often a rise was reported. */
function note(watch: (ms: number) => boolean, calls: number, ms: (call: number) => number) {
  return Array.from({ length: calls }, (_, call) => watch(ms(call))).filter(Boolean).length;
}

describe("the latency watch", () => {
  it("says nothing while calls take as long as ever", () => {
    const watch = createLatencyWatch();
    expect(note(watch, 500, (call) => 50 + (call % 7) * 20)).toBe(0);
  });

  it("tells a rise with the tenth slow call, and goes on while it lasts", () => {
    const watch = createLatencyWatch();
    note(watch, 20, () => 60);
    expect(note(watch, 9, () => 500)).toBe(0);
    expect(watch(500)).toBe(true);
    expect(note(watch, 20, () => 500)).toBe(2);
  });

  it("takes a few slow calls for nothing", () => {
    const watch = createLatencyWatch();
    note(watch, 20, () => 60);
    expect(note(watch, 100, (call) => (call % 5 < 3 ? 2_500 : 60))).toBe(0);
  });

  it("takes small times for what they are", () => {
    const watch = createLatencyWatch();
    note(watch, 20, () => 1);
    expect(note(watch, 100, () => 190)).toBe(0);
  });

  it("gets used to a provider that has become slower for good", () => {
    const watch = createLatencyWatch();
    note(watch, 20, () => 90);
    expect(note(watch, 200, () => 500)).toBeGreaterThan(1);
    expect(note(watch, 200, () => 500)).toBe(0);
  });

  it("knows the way back down", () => {
    const watch = createLatencyWatch();
    note(watch, 400, () => 500);
    note(watch, 10, () => 90);
    expect(note(watch, 10, () => 500)).toBe(1);
  });

  it("shares one timer with all others in the process", () => {
    const timers = () => {
      const report = process.report.getReport() as unknown as { libuv: { type: string }[] };
      return report.libuv.filter(({ type }) => type === "timer").length;
    };
    createLatencyWatch()(1);
    const before = timers();
    const watches = Array.from({ length: 1_920 }, () => createLatencyWatch());
    for (const watch of watches) note(watch, 10, () => 60);
    expect(timers() - before).toBe(0);
  });
});
