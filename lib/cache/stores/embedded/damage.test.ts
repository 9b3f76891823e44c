import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { EmbeddedStoreError, openEmbedded } from "../embedded.ts";
import { connect } from "./connection.ts";
import { createFiles } from "./create.ts";
import { scratchDirectory } from "./scratch.fixture.ts";

const maxBytes = 4_000_000;
const pageSize = 4096;
/** The file of a sound store, and what is in it. */
let sound: Buffer;
const values = new Map<string, string>();

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "nametag-store-"));
  const embedded = openEmbedded({ directory, maxBytes });
  const store = embedded.store("test", { maxBytes });
  for (let index = 0; index < 1_000; index += 1) {
    const key = `key:${index % 400}`;
    values.set(key, key.padEnd((index * 37) % 6_000, "."));
    await store.set(key, values.get(key) ?? "");
  }
  await embedded.close();
  const file = readFileSync(fileIn(directory));
  // Without the zeros that wait for more.
  sound = file.subarray(0, file.findLastIndex((byte) => byte !== 0) + 1);
  sound = file.subarray(0, Math.ceil(sound.length / pageSize) * pageSize);
  rmSync(directory, { recursive: true });
});

const damages: Record<string, (bytes: Buffer) => Buffer> = {
  "an empty file": () => Buffer.alloc(0),
  "a file of ten bytes": (bytes) => bytes.subarray(0, 10),
  "a file of one page": (bytes) => bytes.subarray(0, pageSize),
  "half a file": (bytes) => bytes.subarray(0, bytes.length / 2),
  "a file without its last page but one": (bytes) => bytes.subarray(0, bytes.length - 2 * pageSize),
  "a blank beginning": (bytes) => bytes.fill(0, 0, 2 * pageSize),
  "a header without its magic number": (bytes) => flip(bytes, 24),
  "a header of another version": (bytes) => flip(bytes, pageSize + 28),
  "another page size": (bytes) => flip(bytes, 49),
  "another last page": (bytes) => flip(flip(bytes, 149), pageSize + 149),
  "another transaction": (bytes) => flip(bytes, 153),
  "zeros from the middle on": (bytes) => bytes.fill(0, bytes.length / 2),
  "noise in every page": (bytes) => {
    for (let at = 2 * pageSize; at < bytes.length; at += 1_000) flip(bytes, at + (at % 977));
    return bytes;
  },
};

describe("a damaged file", () => {
  it.each(Object.entries(damages))("with %s is kept aside", async (_title, damage) => {
    const damaged = damage(Buffer.from(sound));
    const { directory, warn, embedded } = openDamaged(damaged);
    const aside = readdirSync(directory).filter((name) => name.includes(".corrupt-"));
    expect(aside).toEqual(["store.mdb.corrupt-1700000000000"]);
    expect(readFileSync(join(directory, aside[0] ?? "")).equals(damaged)).toBe(true);
    expect(warn).toHaveBeenCalledTimes(1);
    const store = embedded.store("test", { maxBytes });
    expect(await store.get("key:1")).toBeUndefined();
    await store.set("key:1", "new");
    expect(await store.get("key:1")).toBe("new");
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
        const { embedded } = openDamaged(flip(Buffer.from(sound), at, change));
        const store = embedded.store("test", { maxBytes });
        for (const [key, value] of values)
          expect([value, undefined]).toContain(await store.get(key));
        await Promise.all([...values.keys()].map((key) => store.set(key, key.padEnd(2_000))));
        for (const key of values.keys()) expect(await store.get(key)).toBe(key.padEnd(2_000));
        await embedded.close();
      }),
      { numRuns: 25 },
    );
  }, 30_000);

  it.each(["key:17", "key:170"])("loses %s alone when only its value is damaged", async (key) => {
    const damaged = Buffer.from(sound);
    const text = `${values.get(key)?.slice(0, 100)}`;
    for (let at = damaged.indexOf(text); at >= 0; at = damaged.indexOf(text, at + 1)) {
      flip(damaged, at + 99);
    }
    const { embedded, warn } = openDamaged(damaged);
    const store = embedded.store("test", { maxBytes });
    expect(await store.get(key)).toBeUndefined();
    expect(await store.get("key:18")).toBe(values.get("key:18"));
    await store.set(key, "new");
    expect(await store.get(key)).toBe("new");
    expect(warn).not.toHaveBeenCalled();
  });

  it("takes the place of an older one", () => {
    const { directory, embedded } = openDamaged(sound.subarray(0, 10_000));
    writeFileSync(join(directory, "store.mdb.corrupt-1"), "older");
    void embedded.close();
    openDamaged(sound.subarray(0, 20_000), directory);
    const aside = readdirSync(directory).filter((name) => name.includes(".corrupt-"));
    expect(aside).toEqual(["store.mdb.corrupt-1700000000000"]);
  });

  it("is what a file with an older schema counts as", async () => {
    const { warn, embedded } = openDamaged(await withSchema("0"));
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ reason: "it has the outdated schema 0" });
    expect(await embedded.store("test", { maxBytes }).get("key:1")).toBeUndefined();
  });
});

describe("a file that is not ours", () => {
  it.each([
    ["from a newer version", "newer", () => withSchema("2")],
    ["of another program", "foreign", () => Buffer.from("SQLite format 3\0".padEnd(20_000, "x"))],
    ["of another program on LMDB", "foreign", () => lmdbFile("theirs", "key", "value")],
  ])("%s is left alone", async (_title, fault, make) => {
    const bytes = await make();
    const directory = scratchDirectory();
    writeFileSync(fileIn(directory), bytes);
    expect(faultOf(() => openEmbedded({ directory, maxBytes }))).toBe(fault);
    expect(readFileSync(fileIn(directory)).equals(bytes)).toBe(true);
    expect(readdirSync(directory)).toEqual(["store.mdb"]);
  });
});

describe("a directory that cannot be used", () => {
  it("is a file", () => {
    const directory = join(scratchDirectory(), "file");
    writeFileSync(directory, "");
    expect(faultOf(() => openEmbedded({ directory, maxBytes }))).toBe("not-a-directory");
    const below = join(directory, "below");
    expect(faultOf(() => openEmbedded({ directory: below, maxBytes }))).toBe("not-a-directory");
  });

  it("has a directory in the place of the file", () => {
    const directory = scratchDirectory();
    mkdirSync(fileIn(directory));
    expect(faultOf(() => openEmbedded({ directory, maxBytes }))).toBe("failed");
  });

  it("may not be written", () => {
    const directory = scratchDirectory();
    chmodSync(directory, 0o500);
    const open = () => faultOf(() => openEmbedded({ directory, maxBytes }));
    expect(asSomebody(open)).toBe("no-permission");
  });

  it("is created when it is only missing", async () => {
    const directory = join(scratchDirectory(), "some", "where");
    await openEmbedded({ directory, maxBytes }).close();
    expect(existsSync(fileIn(directory))).toBe(true);
  });
});

/** Runs as a user who is not root: nothing is forbidden to root. */
function asSomebody<Value>(run: () => Value): Value {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

function fileIn(directory: string): string {
  return join(directory, "store.mdb");
}

function flip(bytes: Buffer, at: number, change = 0x55): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ change;
  return bytes;
}

function openDamaged(bytes: Buffer, directory = scratchDirectory()) {
  writeFileSync(fileIn(directory), bytes);
  const warn = vi.fn<(details: Record<string, unknown>, message: string) => void>();
  const now = () => 1_700_000_000_000;
  const embedded = openEmbedded({ directory, maxBytes, now, logger: { warn } });
  onTestFinished(() => embedded.close());
  return { directory, warn, embedded };
}

function faultOf(open: () => unknown): string | undefined {
  try {
    open();
  } catch (error) {
    if (error instanceof EmbeddedStoreError) return error.fault;
    throw error;
  }
  return undefined;
}

async function withSchema(schema: string): Promise<Buffer> {
  return lmdbFile("about", "schema", schema, sound);
}

/** An LMDB file, `from` another or new, with one more row. */
async function lmdbFile(tree: string, key: string, value: string, from?: Buffer): Promise<Buffer> {
  const path = fileIn(scratchDirectory());
  if (from) writeFileSync(path, from);
  createFiles(path);
  const connection = connect(path, maxBytes);
  const rows = connection.tree(tree);
  connection.transact(() => rows.put(Buffer.from(key), Buffer.from(value)));
  await connection.close();
  return readFileSync(path);
}
