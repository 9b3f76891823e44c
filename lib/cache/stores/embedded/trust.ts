import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";

/**
 * Which files need no thorough check: those that a living process works with, and those untouched
 * since an orderly end. The note about the latter is good for one opening only.
 */
export function isTrusted(path: string, file: number): boolean {
  const note = takeNote(path);
  return isInUse(`${path}-lock`) || (note !== "" && note === describe(file));
}

/** To be called once the file is on the disk and nobody here has it open any more. */
export function leaveNote(path: string): void {
  if (isInUse(`${path}-lock`)) return;
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    writeFileSync(noteOf(path), describe(file));
  } catch {
    // Without a note, the next opening takes a little longer.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function takeNote(path: string): string {
  try {
    return readFileSync(noteOf(path), "utf8");
  } catch {
    return "";
  } finally {
    rmSync(noteOf(path), { force: true });
  }
}

function noteOf(path: string): string {
  return `${path}-closed`;
}

/** Whoever writes to a file changes one of these, down to the nanosecond. */
function describe(file: number): string {
  const { ino, size, mtimeNs } = fstatSync(file, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}

/** Each process that has LMDB open keeps a lock on the lock file, which dies with it (Linux only). */
function isInUse(lockPath: string): boolean {
  try {
    const { ino } = statSync(lockPath);
    return readFileSync("/proc/locks", "utf8").includes(`:${ino} 0 0\n`);
  } catch {
    return false;
  }
}
