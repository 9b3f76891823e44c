import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { openSqlite, type Sqlite } from "../sqlite.ts";
import { increment } from "../store.fixture.ts";
import { scratchDirectory } from "./scratch.fixture.ts";
import { canMount, startWorker, startWorkerAfter } from "./workers.fixture.ts";

const maxBytes = 64_000_000;
describe("several processes", () => {
  it("count together without losing one", async () => {
    const directory = scratchDirectory();
    const children = [1, 2].map(() => startWorker("increment", directory, 2_000));
    const codes = await Promise.all(children.map(ended));
    expect(codes).toEqual([0, 0]);
    const sqlite = openSound(directory);
    const store = sqlite.store("shared", { maxBytes });
    expect(await store.get("counter")).toBe("4000");
    sqlite.close();
  });

  it("leave behind every acknowledged value when killed, five times", async () => {
    const directory = scratchDirectory();
    const acknowledged: string[] = [];
    for (let run = 0; run < 5; run += 1) {
      const child = startWorker("write", directory, run);
      // Killed anywhere: at the first value, or hundreds later.
      acknowledged.push(...(await killedAfter(child, 1 + ((run * 61) % 250))));
    }
    const sqlite = openSound(directory);
    const store = sqlite.store("shared", { maxBytes });
    const missing: string[] = [];
    for (const key of acknowledged) {
      const index = Number(key.split(":")[1]);
      if ((await store.get(key)) !== key.padEnd(index % 5_000, ".")) missing.push(key);
    }
    expect(acknowledged.length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
    sqlite.close();
  });

  it("do not wait for one that was killed while others write", async () => {
    const directory = scratchDirectory();
    const sqlite = openSound(directory);
    const store = sqlite.store("shared", { maxBytes });
    for (let run = 0; run < 3; run += 1) {
      const child = startWorker("write", directory, run);
      const writing = killedAfter(child, 40);
      let done = false;
      void writing.finally(() => (done = true));
      while (!done) {
        await increment(store, "mine", 1);
        await sqlite.committed();
      }
      await writing;
      await store.set("after", String(run));
      expect(await store.get("after")).toBe(String(run));
    }
    sqlite.close();
  });

  it("wait for one that writes for long with the event loop free, and write in order", async () => {
    const directory = scratchDirectory();
    const sqlite = openSound(directory);
    const store = sqlite.store("shared", { maxBytes });
    const child = startWorker("hold", directory, 60_000);
    await once(child.stdout as Readable, "data");
    const writes = Array.from({ length: 10 }, (_, index) => store.set("a", String(index)));
    expect(await store.get("a")).toBeUndefined();
    // Each of these would take too long for the writes if they blocked the event loop for long.
    for (let turn = 0; turn < 10; turn += 1) await sleep(1);
    child.kill("SIGKILL");
    await Promise.all(writes);
    await sqlite.committed();
    expect(await store.get("a")).toBe("9");
    sqlite.close();
  });

  it("give a write up when another process does not release the lock", async () => {
    const directory = scratchDirectory();
    const sqlite = openSound(directory);
    const store = sqlite.store("shared", { maxBytes });
    const child = startWorker("hold", directory, 60_000);
    await once(child.stdout as Readable, "data");
    const message = "test.sqlite cannot be used: another process keeps it locked.";
    await expect(store.set("a", "1")).rejects.toThrow(message);
    await expect(store.set("a", "1")).rejects.toThrow(message);
    expect(store.health()).toEqual({ ok: false });
    child.kill("SIGKILL");
    await once(child, "exit");
    sqlite.close();
    openSound(directory).close();
  });

  it("reject writes and serve reads while the disk is full, and write once there is room", async () => {
    const directory = scratchDirectory();
    // Without mounts a limit for files stands in for the disk, and no room can be made.
    const preparation = canMount()
      ? `mount -t tmpfs -o size=4m none "$directory"; head -c 1000000 /dev/zero > "$directory/ballast"`
      : "ulimit -f 6000";
    const lines = await linesOf(startWorkerAfter(preparation, "fill", directory));
    const refusal = canMount()
      ? "database or disk is full."
      : (expect.stringMatching(/disk/) as string);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { errors: [refusal, refusal, refusal], lost: 3, health: false },
      { read: 1_000 },
      { later: canMount() },
    ]);
  });
});

/** Opens a file that must not be found damaged, looking at every page and every index. */
function openSound(directory: string): Sqlite {
  const file = join(directory, "test.sqlite");
  const database = new DatabaseSync(file);
  const check = existsSync(file) ? database.prepare("PRAGMA integrity_check").get() : undefined;
  expect(check).toEqual({ integrity_check: "ok" });
  database.close();
  const logger = { error: (_: object, message?: string) => expect.fail(message) };
  return openSqlite({ directory, name: "test", logger });
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
