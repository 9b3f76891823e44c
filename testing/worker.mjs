/* Imported by each process that runs tests, before anything else: it leaves nothing behind, however it ends. */
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

/** The temporary folder of the run. */
const folder = tmpdir();
// Vitest replaces it, since tests should not end their process.
const exit = process.exit.bind(process);

if (isMainThread && path.basename(folder).startsWith("nametag-tests-")) {
  // Each process has a folder of its own, so that it sees what it leaves behind.
  const own = path.join(folder, `${process.pid}`);
  mkdirSync(own, { recursive: true });
  process.env.TMPDIR = own;
  // Vitest ends a worker by a signal, which alone would not have it end what it started.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.once(signal, () => exit());
  // After Ctrl-C, this process ends when the one that started it does.
  process.on("SIGINT", () => undefined);
  process.once("disconnect", () => {
    process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    exit();
  });
}
