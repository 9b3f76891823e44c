import { chownSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";

/** Node's own recursive `mkdir` never ends where a folder refuses new ones with ENOENT, as /proc does. */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  try {
    mkdirSync(directory);
    giveToOwner(directory);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(directory)) throw error;
  }
}

/** Files that root creates belong to the owner of their folder: the user who runs the service has to write to them. */
function giveToOwner(created: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(created));
  chownSync(created, uid, gid);
}

/** Files beside it get the same owner from SQLite. */
export function createForOwner(file: string): void {
  if (process.getuid?.() !== 0 || existsSync(file)) return;
  // Another process may have been faster, so nothing is truncated.
  closeSync(openSync(file, "a", 0o644));
  giveToOwner(file);
}

/** The user of this process; in containers, one may have no name. */
export function thisUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
