import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { maxValueBytes } from "../cache/stores/store.ts";
import { storedCount } from "../activity/counts.ts";
import { recordSchema, textOf } from "../players/history-record.ts";
import { systemClock } from "../time/clock.ts";
import { DataError } from "./stores.ts";

/*
 * A file is JSON lines, in gzip if its name ends in .gz: a line that says what it is, a line for each item, and one
 * that says how many there are, with a digest of every byte before it. A file without that last line was cut off.
 */

const HEADER = { format: "nametag-data", version: 1 } as const;
/** An item is what a store has under one key, and a little more. */
const LONGEST_LINE = maxValueBytes + 4_096;
/** A batch has so many items at most. */
const BATCH = 500;

/** Three times what the most names, skins and capes of a player take. */
const LONGEST_RECORD = 2 ** 17;

const playerId = z.string().regex(/^(?:[0-9a-f]{32}|\d{16})$/);
const playerItem = z.object({
  kind: z.literal("player"),
  id: playerId,
  record: recordSchema.refine((record) => textOf(record).length <= LONGEST_RECORD),
});
const linkItem = z.object({ kind: z.literal("excludedLink"), id: playerId, linked: playerId });
/** The lookups in all, and the players in all. */
const lookupsItem = z.object({
  kind: z.literal("lookups"),
  lookups: storedCount,
  players: storedCount,
});

/** Data that must last, as one line of JSON each. Caches, secrets, limits and what counts for a day are not exported. */
export const itemSchema = z.discriminatedUnion("kind", [playerItem, linkItem, lookupsItem]);
export type Item = z.infer<typeof itemSchema>;

const headerSchema = z.object({ format: z.literal(HEADER.format), version: z.int() });
const trailerSchema = z.object({ sha256: z.string() });

/**
 * Writes items to a file, which has its name only once it is whole and on the disk.
 * @throws DataError when it cannot be written; nothing of it is left then, nor when `items` throws
 */
export async function writeDataFile(
  file: string,
  items: AsyncIterable<Item[]>,
  signal?: AbortSignal,
): Promise<void> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new DataError(`${file} is a folder: name a file in it.`);
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  const lines = async function* () {
    const digest = createHash("sha256");
    let written = 0;
    const noted = (objects: readonly object[]) => {
      const text = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
      digest.update(text);
      return text;
    };
    yield noted([{ ...HEADER, at: new Date(systemClock.now()).toISOString() }]);
    for await (const batch of items) {
      signal?.throwIfAborted();
      written += batch.length;
      yield noted(batch);
    }
    yield `${JSON.stringify({ items: written, sha256: digest.digest("hex") })}\n`;
  };
  try {
    await pipeline(
      Readable.from(lines(), { objectMode: true, highWaterMark: 1 }),
      isPacked(file) ? createGzip() : new PassThrough(),
      // A new file: what others put there is neither followed nor written to.
      createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isOfSystem(error) ? new DataError(`${file} cannot be written: ${error.message}.`) : error;
  }
}

/**
 * Reads a file to its end, before anything is done with it.
 * @throws DataError when it cannot be used
 */
export async function verifyDataFile(file: string, signal?: AbortSignal): Promise<void> {
  for await (const _ of readDataFile(file)) signal?.throwIfAborted();
}

/**
 * Reads the items of a file, some at a time. Only at the end of the file is it known to be whole.
 * @throws DataError when it is none of ours, was cut off or changed, or is of a newer version
 */
export async function* readDataFile(file: string): AsyncGenerator<Item[]> {
  const digest = createHash("sha256");
  let batch: Item[] = [];
  let end: z.infer<typeof trailerSchema> | undefined;
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (end !== undefined) throw refused(`${file} goes on after its end`);
    const content = parse(line);
    end = trailerSchema.safeParse(content).data;
    if (end !== undefined) continue;
    digest.update(`${line}\n`);
    if (number === 1) {
      checkHeader(file, content);
      continue;
    }
    const item = itemSchema.safeParse(content);
    if (!item.success) throw refused(`Line ${number} of ${file} is none that an export writes`);
    if (batch.push(item.data) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (number === 0) throw foreign(file);
  if (end === undefined) throw refused(`${file} was cut off`);
  if (digest.digest("hex") !== end.sha256)
    throw refused(`${file} was changed since it was exported`);
  if (batch.length > 0) yield batch;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const source = createReadStream(file);
  const unpacked = source.pipe(isPacked(file) ? createGunzip() : new PassThrough());
  source.on("error", (error) => unpacked.destroy(error));
  let rest = "";
  try {
    for await (const chunk of unpacked) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST_LINE)
        throw refused(`${file} has a line of more than 1 MB, which no export writes`);
      yield* lines;
    }
  } catch (error) {
    throw explained(file, error);
  } finally {
    source.destroy();
  }
  if (rest !== "") yield rest;
}

function explained(file: string, error: unknown): unknown {
  const { code = "" } = error instanceof Error && "code" in error ? error : {};
  if (code === "ENOENT") return new DataError(`There is no file ${file}.`);
  if (code === "Z_BUF_ERROR") return refused(`${file} was cut off`);
  if (code === "Z_DATA_ERROR")
    return refused(`${file} is damaged, or not in gzip as its name says`);
  if (isOfSystem(error)) return new DataError(`${file} cannot be read: ${error.message}.`);
  return error;
}

const isPacked = (file: string) => file.endsWith(".gz");

/** The system refused a file: it is not there, may not be read, or the disk is full. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

function checkHeader(file: string, content: unknown): void {
  const header = headerSchema.safeParse(content);
  if (!header.success) throw foreign(file);
  if (header.data.version <= HEADER.version) return;
  throw new DataError(
    `${file} was exported by a newer version of Nametag: update this one, then import it again.`,
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function foreign(file: string): DataError {
  return new DataError(`${file} is no export of Nametag: nothing was imported.`);
}

function refused(why: string): DataError {
  return new DataError(`${why}: nothing was imported; export it again, or take another copy.`);
}
