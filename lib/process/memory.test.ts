import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { boundsIn, bytesToKeep, memoryFor, pagesHeapMb, type Memory } from "./memory.ts";

const MB = 2 ** 20;
const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

/** A container, and the limit of the heap that Node 20 and 24 choose there with our young generation. */
const containerOf = (megabytes: number): Memory => ({
  process: megabytes * MB,
  heap: (Math.max(256, megabytes / 2) + 3 * 16) * MB,
});

describe("what may stay in memory", () => {
  it("is what docs/running.md says, also of the manifest's limit", () => {
    const rows = [...textOf("docs/running.md").matchAll(/^\| (\d+) MB +(\|[\d MB|]+)\|$/gm)];
    const documented = rows.map(([, size, cells = ""]) => [
      Number(size),
      ...[...cells.matchAll(/\d+/g)].map(Number),
    ]);
    const computed = documented.map(([size = 0]) => {
      const { responses, entries, images, faces, ...others } = boundsIn(containerOf(size));
      const rest = Object.values(others).reduce((sum, bytes) => sum + bytes, 0);
      const all = bytesToKeep(containerOf(size));
      const inMb = [all, responses, entries, images + faces, rest].map((bytes) => bytes / MB);
      return [size, ...inMb.map(Math.round)];
    });
    expect(documented).toEqual(computed);
    const [, limit] = /limits: \{ memory: (\d+)Mi \}/.exec(
      textOf("deploy/kubernetes/base/deployment.yaml"),
    ) ?? [undefined, ""];
    expect(documented.map(([size]) => size)).toContain(Number(limit));
  });

  it("leaves room for garbage in the heap and for everything else in the process", () => {
    for (let megabytes = 256; megabytes <= 65_536; megabytes *= 2) {
      for (const old of [128, 256, 1_024, 4_096]) {
        const memory = { process: megabytes * MB, heap: (old + 48) * MB };
        const bytes = bytesToKeep(memory);
        expect(bytes).toBeGreaterThanOrEqual(16 * MB);
        expect(bytes).toBeLessThanOrEqual(256 * MB);
        expect(bytes).toBeLessThan(memory.heap / 2);
        expect(2 * bytes).toBeLessThan(Math.max(memory.process - 200 * MB, 33 * MB));
        expect(pagesHeapMb(memory)).toBeLessThanOrEqual(Math.max(128, megabytes / 4));
      }
    }
  });

  it("is shared by the processes, and by the one that leads them", () => {
    const [one, four] = [memoryFor(1), memoryFor(4)];
    expect(four.process).toBe((one.process - 64 * MB) / 4);
    expect(one.process).toBeGreaterThan(64 * MB);
    const { stores: _, ...parts } = boundsIn(one);
    expect(Math.min(...Object.values(parts))).toBeGreaterThan(0);
  });
});
