import { rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { systemClock } from "../../../time/clock.ts";
import { openSqlite } from "../sqlite.ts";
import { increment } from "../store.fixture.ts";

// A process of its own for the tests: `node worker.fixture.js <job> <directory> <number>`.
// It reports on standard output, one line at a time, past all buffers.

const [, , job = "", directory = "", number = ""] = process.argv;
let time = 0;

let lost = 0;
/** The last one that was reported. */
let failure: Error | undefined;

function open() {
  const sqlite = openSqlite({
    directory,
    name: "test",
    logger: { error: (_: object, message?: string) => report({ damaged: message }) },
    clock: { ...systemClock, monotonic: () => time },
    onChange: (error) => (failure = error ?? failure),
    onLost: (writes) => void (lost += writes),
  });
  return { sqlite, store: sqlite.store("shared", { maxBytes: 64_000_000 }) };
}

const jobs: Record<string, () => Promise<void>> = {
  /** Counts to `number`, a few at a time, as a busy server would. */
  async increment() {
    const { sqlite, store } = open();
    for (let done = 0; done < Number(number); done += 4) {
      await Promise.all(Array.from({ length: 4 }, () => increment(store, "counter", 1)));
      await sqlite.committed();
    }
    sqlite.close();
  },
  /** Writes and names each key as soon as the store has acknowledged it, until it is killed. */
  async write() {
    const { sqlite, store } = open();
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
  /** Writes until the disk is full, then looks what still works, and again when there is room. */
  async fill() {
    const { sqlite, store } = open();
    const write = async (key: string) => {
      await store.set(key, "x".repeat(1_000));
      await sqlite.committed();
      if (!store.health().ok) throw new Error(failure?.message);
    };
    const errors: string[] = [];
    for (let index = 0; index < 50_000 && errors.length < 3; index += 1) {
      await write(`fill:${index}`).catch((error: unknown) => {
        errors.push(String(error).replace(/^.*cannot be used: /, ""));
        // Past the pause after a failure.
        time += 10_000;
      });
    }
    report({ errors, lost, health: store.health().ok });
    report({ read: (await store.get("fill:0"))?.length });
    rmSync(join(directory, "ballast"), { force: true });
    await write("later").catch(() => undefined);
    report({ later: store.health().ok });
    sqlite.close();
  },
  /** Opens stores as the service does, uses them, and reports the results. */
  async stores() {
    // The other jobs start without what this one needs.
    const [{ pino }, { openStores }] = await Promise.all([
      import("pino"),
      import("../../open-stores.ts"),
    ]);
    const log: unknown[] = [];
    const logger = pino({}, { write: (line: string) => log.push(JSON.parse(line).msg) });
    const stores = openStores({ DATA_DIR: directory }, logger);
    const found: unknown[] = [];
    for (const name of ["values", "textures", "coordination", "durable"] as const) {
      await stores[name].set("key", name);
      await stores.committed();
      found.push(await stores[name].get("key"));
    }
    const { kind } = stores.values;
    report({ log, found, description: stores.description, kind, health: stores.health() });
    await stores.close();
  },
};

function report(what: unknown): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

await jobs[job]?.();
