import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { itemSchema, type Item, type Kind } from "./parts.ts";

/*
 * A file is NDJSON in gzip: a line that says what it is, a line for each item, and one that says how many there
 * are, with a digest of every byte before it. A file without that last line was cut off.
 */

const FORMAT = "nametag-data";
/** Raised when an older version could not read a file rightly any more. */
const VERSION = 1;
/** No item is longer: a store takes no more than a mebibyte under a key, and JSON in JSON grows. */
const LONGEST_LINE = 4 * 2 ** 20;
const BATCH = 500;

const headerSchema = z.object({ format: z.literal(FORMAT), version: z.int(), at: z.string() });
const trailerSchema = z.object({ items: z.record(z.string(), z.int()), sha256: z.string() });

/** How many items there are of each kind. */
export type Tally = Partial<Record<Kind, number>>;

export function addTo(tally: Tally, items: readonly Item[]): void {
  for (const { kind } of items) tally[kind] = (tally[kind] ?? 0) + 1;
}

/** Why a file cannot be used, in one sentence. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/**
 * Writes items to a file, which has its name only once it is whole and on the disk.
 * @returns how many items of each kind there were
 */
export async function writeDataFile(file: string, items: AsyncIterable<Item[]>): Promise<Tally> {
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  const tally: Tally = {};
  const lines = async function* () {
    const digest = createHash("sha256");
    const header = { format: FORMAT, version: VERSION, at: new Date().toISOString() };
    const noted = (text: string) => {
      digest.update(text);
      return text;
    };
    yield noted(`${JSON.stringify(header)}\n`);
    for await (const batch of items) {
      addTo(tally, batch);
      yield noted(batch.map((item) => `${JSON.stringify(item)}\n`).join(""));
    }
    yield `${JSON.stringify({ items: tally, sha256: digest.digest("hex") })}\n`;
  };
  try {
    await pipeline(
      Readable.from(lines(), { objectMode: true, highWaterMark: 1 }),
      createGzip(),
      // A new file: what others put there is neither followed nor written to.
      createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isOfSystem(error)
      ? new DataFileError(`${file} cannot be written: ${error.message}.`)
      : error;
  }
  return tally;
}

/**
 * Reads the items of a file, some at a time. Whether the file is whole is known only at its end: whoever must
 * not work on a part of one reads it twice.
 * @throws DataFileError when it is none of ours, was cut off or changed, or is of a newer version
 */
export async function* readDataFile(file: string): AsyncGenerator<Item[]> {
  const digest = createHash("sha256");
  const tally: Tally = {};
  let batch: Item[] = [];
  let isHeader = true;
  let end: z.infer<typeof trailerSchema> | undefined;
  for await (const line of linesOf(file)) {
    if (end !== undefined) throw new DataFileError(`${file} goes on after its end: ${AGAIN}`);
    if (isHeader) checkHeader(file, line);
    else {
      const read = parse(line);
      const trailer = trailerSchema.safeParse(read);
      if (trailer.success) {
        end = trailer.data;
        continue;
      }
      const item = itemSchema.safeParse(read);
      if (!item.success) throw damaged(file);
      if (batch.push(item.data) === BATCH) {
        addTo(tally, batch);
        yield batch;
        batch = [];
      }
    }
    isHeader = false;
    digest.update(`${line}\n`);
  }
  if (isHeader) throw foreign(file);
  if (end === undefined) throw truncated(file);
  addTo(tally, batch);
  const isWhole = Object.entries(end.items).every(([kind, count]) => tally[kind as Kind] === count);
  if (!isWhole || digest.digest("hex") !== end.sha256) throw damaged(file);
  if (batch.length > 0) yield batch;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let isFirst = true;
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST_LINE) throw isFirst ? foreign(file) : damaged(file);
      if (lines.length > 0) isFirst = false;
      yield* lines;
    }
  } catch (error) {
    throw explain(file, error, isFirst);
  } finally {
    source.destroy();
  }
  if (rest !== "") throw isFirst ? foreign(file) : truncated(file);
}

function explain(file: string, error: unknown, isFirst: boolean): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return truncated(file);
  if (code === "Z_DATA_ERROR") return isFirst ? foreign(file) : damaged(file);
  if (code === "ENOENT") return new DataFileError(`There is no file ${file}.`);
  if (isOfSystem(error)) {
    return new DataFileError(`${file} cannot be read: ${error.message}.`);
  }
  return error;
}

/** The system refused a file: it is not there, may not be read, or the disk is full. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

function checkHeader(file: string, line: string): void {
  const header = headerSchema.safeParse(parse(line));
  if (!header.success) throw foreign(file);
  const { version } = header.data;
  if (version <= VERSION) return;
  throw new DataFileError(
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

const AGAIN = "nothing was imported; export it again, or take another copy.";

function foreign(file: string) {
  return new DataFileError(`${file} is no export of Nametag: nothing was imported.`);
}

function truncated(file: string) {
  return new DataFileError(`${file} was cut off: ${AGAIN}`);
}

function damaged(file: string) {
  return new DataFileError(`${file} is damaged: ${AGAIN}`);
}
