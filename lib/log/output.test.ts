import { spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLineOutput } from "./output.ts";

/** An output to an open file, and what it reports. */
function outputTo(descriptor: number) {
  onTestFinished(() => closeSync(descriptor));
  const reports: (number | "lost")[] = [];
  const output = createLineOutput(descriptor, {
    onLost: () => void reports.push("lost"),
    onRecovery: (lost) => void reports.push(lost),
    patienceMs: 0,
  });
  return { output, reports };
}

it("loses what a full disk does not take, and nothing else", () => {
  const { output, reports } = outputTo(openSync("/dev/full", "w"));
  output.write("one\n");
  output.write("two\n");
  expect(reports).toEqual(["lost", "lost"]);
});

it("writes whole lines again once there is room, and says how many were lost", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "nametag-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "fifo");
  spawnSync("mkfifo", [file]);
  const descriptor = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  const { output, reports } = outputTo(descriptor);
  const large = `${"a".repeat(99_999)}\n`;
  output.write("first\n");
  output.write(large);
  output.write(large);
  const room = Buffer.alloc(2 ** 20);
  const begun = room.subarray(0, readSync(descriptor, room)).toString();
  output.write("second\n");
  const whole = room.subarray(0, readSync(descriptor, room)).toString();
  expect(`first\n${large}`.startsWith(begun)).toBe(true);
  expect([whole, reports]).toEqual(["\nsecond\n", ["lost", "lost", 2]]);
});
