import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../paths.mjs";

mkdirSync(path.join(root, "data"), { recursive: true });

/** Where everything but stores goes that is written while measuring. */
export const workDirectory = mkdtempSync(path.join(tmpdir(), "nametag-bench-"));
/** Stores stay on the disk where production has them: a temporary one may be memory. */
const storesDirectory = mkdtempSync(path.join(root, "data", "bench-"));

let made = 0;

/** A new directory. */
export function newDirectory() {
  return newIn(workDirectory);
}

/** A new directory for a store. */
export function newStoreDirectory() {
  return newIn(storesDirectory);
}

export function removeDirectories() {
  for (const directory of [workDirectory, storesDirectory]) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @param {string} parent */
function newIn(parent) {
  const directory = path.join(parent, String((made += 1)));
  mkdirSync(directory);
  return directory;
}
