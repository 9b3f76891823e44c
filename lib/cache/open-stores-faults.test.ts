import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { scratchDirectory } from "./stores/sqlite/scratch.fixture.ts";
import { canMount, startWorkerAfter } from "./stores/sqlite/workers.fixture.ts";

const ALL = ["values", "textures", "coordination", "durable"];
const MEMORY = "Running on memory: nothing survives a restart. It is tried again every 5 s.";
const NOT_MOUNTED = 'touch "$directory/file"; directory="$directory/file/data"';
/** Starts a process that opens the stores of a directory, uses them and says what came of it. */
async function use(directory: string, preparation = "true"): Promise<unknown> {
  const child = startWorkerAfter(preparation, "stores", directory);
  return JSON.parse(await text(child.stdout as Readable));
}

/** A directory with sound files, which no connection of this process will still touch. */
async function withDurableData() {
  const directory = scratchDirectory();
  expect(await use(directory)).toMatchObject({ log: [], health: { ok: true } });
  return { directory, file: path.join(directory, "durable.sqlite") };
}

function execute(file: string, sql: string) {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe("a directory in which nothing can be written", () => {
  it.each([
    ["its path leads through a file", NOT_MOUNTED],
    ["it is read-only", 'mount -t tmpfs -o ro none "$directory"'],
    [
      "its disk is full",
      'mount -t tmpfs -o size=16k none "$directory"; yes > "$directory/ballast" || true',
    ],
  ])("is replaced by memory, and the log says why: %s", async (_title, preparation) => {
    const sentence = expect.stringMatching(
      new RegExp(`^/.* cannot be used by ${userInfo().username}: .{9,}\\. ${MEMORY}$`),
    ) as string;
    expect(await use(scratchDirectory(), canMount() ? preparation : NOT_MOUNTED)).toEqual({
      log: [sentence],
      found: ALL,
      description: "memory only",
      kind: "memory",
      health: { ok: false },
    });
  });

  it("keeps the data that is there", async () => {
    const { directory, file } = await withDurableData();
    const before = readFileSync(file);
    const preparation = canMount()
      ? 'mount -t tmpfs none /mnt; cp "$directory"/* /mnt; mount -o remount,ro /mnt; directory=/mnt'
      : 'directory="$directory/durable.sqlite"';
    expect(await use(directory, preparation)).toMatchObject({
      found: ALL,
      description: "memory only",
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a durable file that cannot be used", () => {
  const isDamaged =
    "durable.sqlite is damaged: it stays as it is, and durable.2.sqlite takes its place.";
  const isOfOthers = `durable.sqlite belongs to another program and is left as it is: set DATA_DIR to another folder. ${MEMORY}`;

  it.each<[string, (file: string) => void, string]>([
    ["a text", (file) => writeFileSync(file, "This is no database.\n".repeat(50)), isDamaged],
    ["of another program", (file) => copyFileSync(otherDatabase(), file), isOfOthers],
  ])("is never written to, whether it is %s", async (_title, damage, sentence) => {
    const { directory, file } = await withDurableData();
    damage(file);
    const before = readFileSync(file);
    const isReplaced = sentence === isDamaged;
    const state = { found: ALL, kind: "embedded", health: { ok: isReplaced } };
    expect(await use(directory)).toMatchObject({ ...state, log: [sentence] });
    // The next start says it again only while memory stands in.
    expect(await use(directory)).toMatchObject({ ...state, log: isReplaced ? [] : [sentence] });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

/** A database that some other program made. */
function otherDatabase(): string {
  const file = path.join(scratchDirectory(), "photos.sqlite");
  execute(file, "CREATE TABLE photos (name TEXT); INSERT INTO photos VALUES ('mine')");
  return file;
}
