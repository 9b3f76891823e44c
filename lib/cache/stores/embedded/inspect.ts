import { fstatSync, readSync } from "node:fs";
import { Damage, type Header } from "./format.ts";
import { damaged, foreign, readHeaders, readUpTo, type Verdict } from "./headers.ts";
import { checkPages } from "./pages.ts";
import { rowBytes } from "./record.ts";
import { aboutTree, ledgerBytes, ledgerKey, ledgerTurns, orderTree, rowsTree } from "./table.ts";

export const schemaKey = Buffer.from("schema");

export interface InspectOptions {
  /** Version of our own rows. */
  schema: number;
  /** Look at every page, about a second per GB, and not only at the way to the schema. */
  thorough: boolean;
}

/** Reads the open file as LMDB would and says whether LMDB may have it. Never writes. */
export function inspectFile(file: number, options: InspectOptions): Verdict {
  for (let attempt = 1; ; attempt += 1) {
    const before = readHeaders(file);
    if ("state" in before) return before;
    const verdict = tryRows(file, before.newest, options);
    if (verdict.state !== "damaged") return verdict;
    // Pages of a snapshot stay until two more are written: then it was a living writer, not damage.
    const after = readHeaders(file);
    if ("state" in after) return after;
    if (after.newest.transaction === before.newest.transaction) return verdict;
    if (attempt === 5) return { state: "sound" };
  }
}

function tryRows(file: number, header: Header, options: InspectOptions): Verdict {
  try {
    return inspectRows(file, header, options);
  } catch (error) {
    return damaged(error instanceof Error ? error.message : String(error));
  }
}

function inspectRows(file: number, header: Header, options: InspectOptions): Verdict {
  const { schema, thorough } = options;
  const sums = new Map<string, number>();
  const last = new Map<string, Buffer>();
  const about = new Map<string, Buffer>();
  if (thorough) readThrough(file);
  const pages = {
    readAt: (position: number, length: number) => readAll(file, position, length),
    bytes: fstatSync(file).size,
    only: thorough ? undefined : aboutTree,
  };
  const trees = checkPages(header, pages, (tree, key, dataBytes, data) => {
    sums.set(tree, (sums.get(tree) ?? 0) + rowBytes(key.length, dataBytes));
    last.set(tree, key);
    if (tree === aboutTree) about.set(key.toString(), data);
  });
  if (trees.length > 0 && !trees.includes(aboutTree)) return foreign("it has other trees");
  const found = about.get(schemaKey.toString())?.toString();
  // Whoever created it got no further.
  if (found === undefined) return { state: "sound" };
  if (Number(found) > schema) return { state: "newer", reason: `it has schema ${found}` };
  if (Number(found) !== schema) return damaged(`it has the outdated schema ${found}`);
  if (!thorough) return { state: "sound" };
  about.delete(schemaKey.toString());
  for (const [key, ledger] of about) {
    const name = key.slice(ledgerKey("").length);
    if (ledger.length !== 14) return damaged("ledger");
    if (ledgerBytes(ledger) !== (sums.get(rowsTree(name)) ?? 0)) return damaged("sum of bytes");
    const turn = last.get(orderTree(name));
    if (turn && (turn.length !== 6 || turn.readUIntBE(0, 6) > ledgerTurns(ledger))) {
      return damaged("number of turns");
    }
  }
  return { state: "sound" };
}

/** From end to end, so that a cold disk reads ahead in place of seeking for each page. */
function readThrough(file: number): void {
  const buffer = Buffer.allocUnsafe(1_048_576);
  for (let position = 0, read = 1; read > 0; position += read) {
    read = readSync(file, buffer, 0, buffer.length, position);
  }
}

function readAll(file: number, position: number, length: number): Buffer {
  const bytes = readUpTo(file, position, length);
  if (bytes.length < length) throw new Damage("it is cut off");
  return bytes;
}
