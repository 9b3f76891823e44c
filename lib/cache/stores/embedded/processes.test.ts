import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbedded, type Embedded } from "../embedded.ts";
import { scratchDirectory } from "./scratch.fixture.ts";
import { compileWorkers, type Workers } from "./workers.fixture.ts";

const maxBytes = 64_000_000;
let workers: Workers;

beforeAll(() => {
  workers = compileWorkers();
});

afterAll(() => workers.remove());

describe("several processes", () => {
  it("count together without losing one", async () => {
    const directory = scratchDirectory();
    const children = [1, 2].map(() => workers.start("increment", directory, 5_000));
    const codes = await Promise.all(children.map(ended));
    expect(codes).toEqual([0, 0]);
    const embedded = openSound(directory);
    const store = embedded.store("shared", { maxBytes });
    expect(await store.get("counter")).toBe("10000");
    await embedded.close();
  }, 20_000);

  it("leave behind every acknowledged value when killed, twenty times", async () => {
    const directory = scratchDirectory();
    const acknowledged: string[] = [];
    for (let run = 0; run < 20; run += 1) {
      const child = workers.start("write", directory, run);
      // Killed anywhere: at the first value, or hundreds later.
      acknowledged.push(...(await killedAfter(child, 1 + ((run * 61) % 250))));
    }
    const embedded = openSound(directory);
    const store = embedded.store("shared", { maxBytes });
    const missing: string[] = [];
    for (const key of acknowledged) {
      const index = Number(key.split(":")[1]);
      if ((await store.get(key)) !== key.padEnd(index % 5_000, ".")) missing.push(key);
    }
    expect(acknowledged.length).toBeGreaterThan(1_000);
    expect(missing).toEqual([]);
    await embedded.close();
  }, 30_000);

  it("do not wait for one that was killed while others write", async () => {
    const directory = scratchDirectory();
    const embedded = openSound(directory);
    const store = embedded.store("shared", { maxBytes });
    for (let run = 0; run < 5; run += 1) {
      const child = workers.start("write", directory, run);
      const writing = killedAfter(child, 40);
      let done = false;
      void writing.finally(() => (done = true));
      while (!done) await store.increment("mine", 1);
      await writing;
      await store.set("after", String(run));
      expect(await store.get("after")).toBe(String(run));
    }
    await embedded.close();
  }, 20_000);

  it.skipIf(process.platform === "win32")(
    "rejects writes and serves reads while the disk is full",
    async () => {
      const directory = scratchDirectory();
      const child = workers.startLimited(12_000_000, "fill", directory);
      const lines = await linesOf(child);
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        { errors: Array.from({ length: 3 }, () => "EmbeddedStoreError"), health: false },
        { read: 1_000 },
      ]);
      await openSound(directory).close();
    },
    20_000,
  );
});

/** Opens a store that must not have been found damaged: the check covers each page and the sums. */
function openSound(directory: string): Embedded {
  const warn = (details: object) => expect.fail(`damaged: ${JSON.stringify(details)}`);
  return openEmbedded({ directory, maxBytes, logger: { warn } });
}

async function ended(child: ChildProcess): Promise<unknown> {
  const [code] = (await once(child, "exit")) as [unknown];
  return code;
}

/** The keys that the child named before it died. */
async function killedAfter(child: ChildProcess, count: number): Promise<string[]> {
  let seen = 0;
  const lines = await linesOf(child, () => {
    seen += 1;
    if (seen === count) child.kill("SIGKILL");
  });
  // The last line may be cut off: then it was no acknowledgement.
  return lines.filter((line) => line.endsWith('"')).map((line) => JSON.parse(line) as string);
}

async function linesOf(child: ChildProcess, onLine?: () => void): Promise<string[]> {
  const lines: string[] = [];
  if (!child.stdout) throw new Error("the child has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine?.();
  }
  return lines;
}
