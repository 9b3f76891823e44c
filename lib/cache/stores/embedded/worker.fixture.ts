import { writeSync } from "node:fs";
import { openEmbedded } from "../embedded.ts";

// A process of its own for the tests: `node worker.fixture.js <job> <directory> <number>`.
// It reports on standard output, one line at a time, past all buffers.

const [, , job = "", directory = "", number = ""] = process.argv;
const maxBytes = 64_000_000;
let time = Date.now();
const embedded = openEmbedded({ directory, maxBytes, now: () => time });
const store = embedded.store("shared", { maxBytes });

const jobs: Record<string, () => Promise<void>> = {
  /** Counts to `number`, a few at a time, as a busy server would. */
  async increment() {
    for (let done = 0; done < Number(number); done += 4) {
      await Promise.all(Array.from({ length: 4 }, () => store.increment("counter", 1)));
    }
    await embedded.close();
  },
  /** Writes and names each key as soon as the store has acknowledged it, until it is killed. */
  async write() {
    for (let index = 0; ; index += 1) {
      const key = `${number}:${index}`;
      await Promise.all([
        store.set(key, key.padEnd(index % 5_000, ".")),
        store.set(`scratch:${index % 50}`, "x".repeat((index * 37) % 9_000)),
      ]);
      report(key);
    }
  },
  /** Writes until the file may grow no more, then looks what still works. */
  async fill() {
    const errors: string[] = [];
    for (let index = 0; index < 50_000 && errors.length < 3; index += 1) {
      await store.set(`fill:${index}`, "x".repeat(1_000)).then(
        () => (errors.length = 0),
        (error: unknown) => {
          errors.push(error instanceof Error ? error.name : String(error));
          // Past the pause after a failure.
          time += 10_000;
        },
      );
    }
    report({ errors, health: store.health().ok });
    report({ read: (await store.get("fill:0"))?.length });
    await embedded.close();
  },
};

function report(what: unknown): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}

await jobs[job]?.();
