import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openSqlite, type Sqlite } from "../sqlite.ts";
import { scratchDirectory } from "./scratch.fixture.ts";

const pageSize = 4096;
/** A sound file, and what is in it. */
let sound: Buffer;
const values = new Map<string, string>();

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "nametag-store-"));
  const file = join(directory, "test.sqlite");
  const sqlite = openSqlite({
    directory,
    name: "test",
    logger: { error: () => expect.fail() },
  });
  const store = sqlite.store("test");
  for (let index = 0; index < 500; index += 1) {
    const key = `key:${index % 200}`;
    values.set(key, key.padEnd((index * 37) % 6_000, "."));
    await store.set(key, values.get(key) ?? "");
  }
  sqlite.close();
  sound = readFileSync(file);
  rmSync(directory, { recursive: true });
});

/** Opens a file of these bytes; `log` is what is said about it. */
function openOn(bytes: Uint8Array, directory = scratchDirectory()) {
  const file = join(directory, "test.sqlite");
  writeFileSync(file, bytes);
  const log: string[] = [];
  const logger = { error: (_: object, message = "") => void log.push(message) };
  const open = () => {
    const sqlite = openSqlite({ directory, name: "test", logger });
    onTestFinished(() => sqlite.close());
    return sqlite;
  };
  const files = () => readdirSync(directory).filter((name) => name.endsWith(".sqlite"));
  return { directory, file, log, open, files };
}

const damages: Record<string, (bytes: Buffer) => Buffer> = {
  "a text": () => Buffer.from("This is no database, and never was one.\n".repeat(50)),
  "a blank beginning": (bytes) => bytes.fill(0, 0, 2 * pageSize),
  "a header without its magic words": (bytes) => flip(bytes, 3),
  "half a page": (bytes) => bytes.subarray(0, pageSize / 2),
  "a part of its pages": (bytes) => bytes.subarray(0, 2.5 * pageSize),
  "a damaged schema": (bytes) => bytes.fill(0xff, 100, pageSize),
};

describe("a damaged file", () => {
  it.each(Object.entries(damages))(
    "with %s stays as it is, and another takes its place",
    async (_title, damage) => {
      const damaged = damage(Buffer.from(sound));
      const { file, open, log } = openOn(damaged);
      const sqlite = open();
      const store = sqlite.store("test");
      expect(await store.get("key:1")).toBeUndefined();
      await store.set("key:1", "new");
      expect(await store.get("key:1")).toBe("new");
      expect(readFileSync(file).equals(damaged)).toBe(true);
      expect(log).toEqual([
        "test.sqlite is damaged: it stays as it is, and test.2.sqlite takes its place.",
      ]);
      await sqlite.committed();
      const reopened = open().store("test");
      expect(await reopened.get("key:1")).toBe("new");
      expect(log).toHaveLength(1);
    },
  );

  it("is replaced while it is in use, when the damage is deeper inside", async () => {
    const damaged = Buffer.from(sound).fill(0xa5, 3 * pageSize);
    const { open, files } = openOn(damaged);
    const store = open().store("test");
    for (const [key, value] of values) expect([value, undefined]).toContain(await store.get(key));
    for (const key of values.keys()) await store.set(key, "new");
    for (const key of values.keys()) expect(await store.get(key)).toBe("new");
    expect(store.health()).toEqual({ ok: true });
    expect(files().toSorted()).toEqual(["test.2.sqlite", "test.sqlite"]);
  });

  it("is replaced as soon as another process lets go of the next file, and nothing waits for that", async () => {
    const damaged = Buffer.from(sound).fill(0xa5, 50 * pageSize, 100 * pageSize);
    const { directory, open, files, log } = openOn(damaged);
    const store = open().store("test");
    expect(files()).toEqual(["test.sqlite"]);
    const other = new DatabaseSync(join(directory, "test.2.sqlite"));
    onTestFinished(() => other.close());
    other.exec("BEGIN EXCLUSIVE");
    const replace = async () => {
      for (const key of values.keys()) await store.set(key, "new");
    };
    await expect(replace()).rejects.toThrow("test.sqlite cannot be used: database is locked");
    await expect(store.get("key:1")).rejects.toThrow("database is locked");
    expect(store.health()).toEqual({ ok: false });
    other.exec("COMMIT");
    await expect.poll(() => store.health()).toEqual({ ok: true });
    await replace();
    expect([await store.get("key:1"), log.length]).toEqual(["new", 1]);
  });

  it("never crashes, nor gives a wrong value, wherever one byte is wrong", async () => {
    const place = fc.integer({ min: 0, max: sound.length - 1 });
    // Page headers, where most of the harm can be done, and anywhere.
    const offset = fc.oneof(
      place,
      place.map((at) => at - (at % pageSize) + (at % 64)),
    );
    await fc.assert(
      fc.asyncProperty(offset, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const { open } = openOn(flip(Buffer.from(sound), at, change));
        let sqlite: Sqlite;
        try {
          sqlite = open();
        } catch (error) {
          expect(String(error)).toMatch(/^SqliteStoreError: test\.sqlite (belongs|was written)/);
          return;
        }
        const store = sqlite.store("test");
        for (const [key, value] of values)
          expect([value, undefined]).toContain(await store.get(key));
        for (const key of values.keys()) {
          const text = key.padEnd(2_000);
          // A header can also say that the file is not to be written to.
          const refused = await store.set(key, text).catch((error: unknown) => String(error));
          // Damage that is met later takes the whole file with it.
          if (refused === undefined) expect([text, undefined]).toContain(await store.get(key));
          else expect(refused).toMatch(/^SqliteStoreError: test\.sqlite cannot be used/);
        }
        sqlite.close();
      }),
      { numRuns: 40 },
    );
  });

  it.each(["key:17", "key:170"])("loses %s alone when only its value is damaged", async (key) => {
    const damaged = Buffer.from(sound);
    const text = `${values.get(key)?.slice(0, 100)}`;
    for (let at = damaged.indexOf(text); at >= 0; at = damaged.indexOf(text, at + 1)) {
      flip(damaged, at + 99);
    }
    const { open, log } = openOn(damaged);
    const store = open().store("test");
    expect(await store.get(key)).toBeUndefined();
    expect(await store.get("key:18")).toBe(values.get("key:18"));
    await store.set(key, "new");
    expect(await store.get(key)).toBe("new");
    expect(log).toEqual([]);
  });

  it("is replaced by one file for all who open it at the same time", async () => {
    const { open, files } = openOn(Buffer.from("no database at all ".repeat(500)));
    const [one, other] = [open(), open()];
    await one.store("test").set("a", "1");
    await one.committed();
    expect(await other.store("test").get("a")).toBe("1");
    expect(files().toSorted()).toEqual(["test.2.sqlite", "test.sqlite"]);
  });
});

describe("a file that is not ours to change", () => {
  it("is left as it is when another program wrote it", () => {
    const { file, open } = openOn(Buffer.alloc(0));
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE photos (name TEXT); INSERT INTO photos VALUES ('mine')");
    other.close();
    const before = readFileSync(file);
    expect(open).toThrow("test.sqlite belongs to another program and is left as it is");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([0, 2])("is left as it is when version %i wrote it", (version) => {
    const { file, open } = openOn(sound);
    const other = new DatabaseSync(file);
    other.exec(`PRAGMA user_version = ${version}`);
    other.close();
    const before = readFileSync(file);
    expect(open).toThrow("test.sqlite was written by another version of Nametag");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("is no file at all", () => {
    const directory = scratchDirectory();
    mkdirSync(join(directory, "test.sqlite"));
    const options = { directory, name: "test", logger: { error: () => undefined } };
    expect(() => openSqlite(options)).toThrow(/test\.sqlite cannot be used: .*unable to open/);
    expect(statSync(join(directory, "test.sqlite")).isDirectory()).toBe(true);
  });

  it("cannot be made", () => {
    const directory = "/proc/nothing";
    const options = { directory, name: "test", logger: { error: () => undefined } };
    expect(() => openSqlite(options)).toThrow(/test\.sqlite cannot be used: /);
  });
});

function flip(bytes: Buffer, at: number, change = 0xff): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ change;
  return bytes;
}
