import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { withLock } from "./lock.ts";
import { scratchDirectory } from "./scratch.fixture.ts";

it("holds the lock while it works, and no longer", () => {
  const path = join(scratchDirectory(), "lock");
  expect(withLock(path, () => existsSync(path))).toBe(true);
  expect(existsSync(path)).toBe(false);
});

it("lets go of the lock when the work throws", () => {
  const path = join(scratchDirectory(), "lock");
  const work = () => {
    throw new Error("no");
  };
  expect(() => withLock(path, work)).toThrow("no");
  expect(existsSync(path)).toBe(false);
});

it("takes over from a dead process", () => {
  const path = join(scratchDirectory(), "lock");
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(path, String(pid));
  expect(withLock(path, () => "done")).toBe("done");
});

it("takes over what a living process left behind long ago", () => {
  const path = join(scratchDirectory(), "lock");
  writeFileSync(path, String(process.ppid));
  utimesSync(path, 0, 0);
  expect(withLock(path, () => "done")).toBe("done");
});
