import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { EmbeddedStoreError } from "./error.ts";

const pollMs = 10;
const patienceMs = 10_000;
const staleMs = 30_000;
/** A container comes back with the process number that died: the file may be its own. */
const ownStaleMs = 2_000;

/**
 * Runs `work` while no other process runs its own under the same `path`. Blocks, at most ten
 * seconds, then throws `EmbeddedStoreError`. A lock whose owner died is taken over.
 */
export function withLock<T>(path: string, work: () => T): T {
  acquire(path);
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function acquire(path: string): void {
  for (let waited = 0; waited < patienceMs; waited += pollMs) {
    try {
      return create(path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (isStale(path)) rmSync(path, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
  throw new EmbeddedStoreError(
    "busy",
    `another process has been opening the store for too long; if there is none, delete ${path}`,
  );
}

function create(path: string): void {
  const file = openSync(path, "wx");
  try {
    writeSync(file, String(process.pid));
  } catch {
    // On a full disk the lock has no name in it, and only its age tells when it is stale.
  } finally {
    closeSync(file);
  }
}

function isStale(path: string): boolean {
  try {
    // A clock that was set back makes files from the future: those are old, too.
    const age = Math.abs(Date.now() - statSync(path).mtimeMs);
    const owner = Number(readFileSync(path, "utf8"));
    if (owner === process.pid) return age > ownStaleMs;
    return age > staleMs || (owner > 0 && !isAlive(owner));
  } catch {
    // It has just gone.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Alive, but not ours.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
