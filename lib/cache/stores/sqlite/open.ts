import { accessSync, constants, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import type { Logger } from "pino";
import { asStoreError, isBusy, isDamage } from "./errors.ts";
import { createForOwner, makeDirectory } from "./ownership.ts";
import { checkOurs, createSchema, isNew, prepare, SETTINGS, type Statements } from "./schema.ts";

/** The files to open, and the log that says that one of them is damaged. */
export interface DatabaseFiles {
  /** Made when it is not there. */
  directory: string;
  /** The file is `<name>.sqlite`. */
  name: string;
  logger: Pick<Logger, "error">;
}

export interface Opened {
  database: DatabaseSyncInstance;
  statements: Statements;
  /** 1 for the file `<name>.sqlite`, 2 for `<name>.2.sqlite`. */
  number: number;
}

/** Longest wait at the start while another process creates or recovers the file: the event loop waits as well. */
const OPENING_MS = 3_000;
/** SQLite waits for a lock with the event loop blocked, so writes wait without it. */
export const LOCK_MS = 2;

/**
 * Opens the newest file of this name, makes it if there is none, and the next one if it is damaged.
 * @param withinMs How long it waits for other processes, and the event loop with it.
 */
export function openNewest(files: DatabaseFiles, withinMs = OPENING_MS): Opened {
  const { directory, name } = files;
  try {
    makeDirectory(path.resolve(directory));
    // SQLite would not say why.
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    const number = newestNumber(files);
    try {
      return openPatiently(files, number, withinMs);
    } catch (error) {
      if (!isDamage(error)) throw error;
      sayDamaged(number, files);
      return openAfter(number, files, withinMs);
    }
  } catch (error) {
    throw asStoreError(`${name}.sqlite`, error);
  }
}

/** Logs that a file is damaged, and which one takes its place. */
export function sayDamaged(damaged: number, files: DatabaseFiles): void {
  const [file, next] = [fileOf(files, damaged), fileOf(files, numberAfter(damaged, files))];
  files.logger.error(
    { file, next },
    `${path.basename(file)} is damaged: it stays as it is, and ${path.basename(next)} takes its place.`,
  );
}

/**
 * Opens the file that takes the place of a damaged one, which another process may have made.
 * @param withinMs How long it waits for other processes, and the event loop with it; tried once by default.
 */
export function openAfter(damaged: number, files: DatabaseFiles, withinMs = LOCK_MS): Opened {
  return openPatiently(files, numberAfter(damaged, files), withinMs);
}

const numberAfter = (damaged: number, files: DatabaseFiles) =>
  Math.max(damaged + 1, newestNumber(files));

/** The journal is emptied first: prepared statements would keep SQLite from it. */
export function closeQuietly(database: DatabaseSyncInstance): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The next to open the file takes the journal over.
  }
  database.close();
}

function newestNumber({ directory, name }: DatabaseFiles): number {
  const numbers = readdirSync(directory).map((file) => {
    const [, stem, number = "1"] = /^([a-z]+)(?:\.(\d{1,6}))?\.sqlite$/.exec(file) ?? [];
    return stem === name ? Number(number) : 1;
  });
  return Math.max(1, ...numbers);
}

function fileOf({ directory, name }: DatabaseFiles, number: number): string {
  return path.join(directory, number === 1 ? `${name}.sqlite` : `${name}.${number}.sqlite`);
}

/** Opens a file, however many processes do so at the same moment. */
function openPatiently(files: DatabaseFiles, number: number, withinMs = OPENING_MS): Opened {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return { number, ...openOnce(fileOf(files, number), withinMs) };
    } catch (error) {
      // When two processes switch a new file to its journal, one gets "locked" at once, without any wait.
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    }
  }
}

/**
 * Opens a file that is new or ours, and sound as far as can be seen quickly. Its header is read through
 * SQLite, since closing a file of one's own gives up the locks that SQLite holds on it
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function openOnce(file: string, timeout: number): Omit<Opened, "number"> {
  createForOwner(file);
  const database = new DatabaseSync(file, { timeout });
  try {
    // SQLite opens a file that cannot be written to, and only then fails with each write.
    accessSync(file, constants.W_OK);
    if (isNew(database)) createSchema(database);
    checkOurs(path.basename(file), database);
    database.exec(SETTINGS);
    database.exec("SELECT count(*) FROM sizes; SELECT max(id) FROM entries;");
    database.exec(`PRAGMA busy_timeout = ${LOCK_MS}`);
    return { database, statements: prepare(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}
