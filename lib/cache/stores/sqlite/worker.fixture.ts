import { writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { openSqlite } from "../sqlite.ts";
import { increment } from "../store.ts";

// A process of its own for the tests: `node worker.fixture.js <job> <directory> <number>`.
// It reports on standard output, one line at a time, past all buffers.

const [, , job = "", directory = "", number = ""] = process.argv;
let time = 0;
const sqlite = openSqlite({
  directory,
  name: "test",
  logger: { error: (_: object, message?: string) => report({ damaged: message }) },
  monotonic: () => time,
});
const store = sqlite.store("shared", { maxBytes: 64_000_000 });

const jobs: Record<string, () => Promise<void>> = {
  /** Counts to `number`, a few at a time, as a busy server would. */
  async increment() {
    for (let done = 0; done < Number(number); done += 4) {
      await Promise.all(Array.from({ length: 4 }, () => increment(store, "counter", 1)));
      await sqlite.committed();
    }
    sqlite.close();
  },
  /** Writes and names each key as soon as the store has acknowledged it, until it is killed. */
  async write() {
    for (let index = 0; ; index += 1) {
      const key = `${number}:${index}`;
      await Promise.all([
        store.set(key, key.padEnd(index % 5_000, ".")),
        store.set(`scratch:${index % 50}`, "x".repeat((index * 37) % 9_000)),
      ]);
      await sqlite.committed();
      report(key);
    }
  },
  /** Holds the write lock for so many milliseconds. */
  async hold() {
    const database = new DatabaseSync(join(directory, "test.sqlite"));
    database.exec("BEGIN IMMEDIATE");
    report("held");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(number));
    database.exec("COMMIT");
  },
  /** Writes until the file may grow no more, then looks what still works. */
  async fill() {
    const errors: string[] = [];
    for (let index = 0; index < 50_000 && errors.length < 3; index += 1) {
      try {
        await store.set(`fill:${index}`, "x".repeat(1_000));
        await sqlite.committed();
        const { ok, detail } = store.health();
        if (!ok) throw new Error(detail);
        errors.length = 0;
      } catch (error) {
        errors.push(String(error).replace(/^.*cannot be used: /, ""));
        // Past the pause after a failure.
        time += 10_000;
      }
    }
    report({ errors, health: store.health().ok });
    report({ read: (await store.get("fill:0"))?.length });
    sqlite.close();
  },
};

function report(what: unknown): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

await jobs[job]?.();
