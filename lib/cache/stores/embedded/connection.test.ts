import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./connection.ts";
import { createFiles } from "./create.ts";
import { pageBytes, readHeader } from "./format.ts";
import { scratchDirectory } from "./scratch.fixture.ts";

function setUp() {
  const path = join(scratchDirectory(), "store.mdb");
  createFiles(path);
  const connection = connect(path, 1_000_000);
  onTestFinished(() => connection.close());
  const tree = connection.tree("test");
  return {
    path,
    connection,
    put: (key: string, value: string) => tree.put(Buffer.from(key), Buffer.from(value)),
    get: (key: string) => tree.get(Buffer.from(key))?.toString(),
  };
}

describe("connect", () => {
  it("undoes all of a transaction that throws", () => {
    const { connection, put, get } = setUp();
    connection.transact(() => put("a", "1"));
    const work = () => {
      put("a", "2");
      put("b", "2");
      expect(get("a")).toBe("2");
      throw new Error("no");
    };
    expect(() => connection.transact(work)).toThrow("no");
    expect(get("a")).toBe("1");
    expect(get("b")).toBeUndefined();
  });

  it("loses nothing when the number of the last transaction is set back", () => {
    const { path, connection, put, get } = setUp();
    connection.transact(() => put("a", "1"));
    connection.transact(() => put("b", "2"));
    setBack(path);
    connection.transact(() => put("c", "3"));
    expect([get("a"), get("b"), get("c")]).toEqual(["1", "2", "3"]);
  });

  it("shows what another connection has committed", () => {
    const { path, connection, put, get } = setUp();
    const other = connect(path, 1_000_000);
    onTestFinished(() => other.close());
    connection.transact(() => put("a", "1"));
    expect(other.tree("test").get(Buffer.from("a"))?.toString()).toBe("1");
    const tree = other.tree("test");
    other.transact(() => tree.put(Buffer.from("a"), Buffer.from("2")));
    expect(get("a")).toBe("2");
  });
});

/** Does to LMDB's lock file what another process may do while it opens. */
function setBack(path: string): void {
  const file = readFileSync(path);
  const last = Math.max(
    ...[file, file.subarray(pageBytes)].map((page) => readHeader(page).transaction),
  );
  const shared = readFileSync(`${path}-lock`);
  const places = Array.from({ length: 64 }, (_, index) => 8 * index).filter(
    (at) => shared.readBigUInt64LE(at) === BigInt(last),
  );
  expect(places).toHaveLength(1);
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(BigInt(last - 1));
  const lock = openSync(`${path}-lock`, "r+");
  writeSync(lock, number, 0, 8, places[0]);
  closeSync(lock);
}
