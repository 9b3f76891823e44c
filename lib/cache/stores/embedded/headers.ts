import { fstatSync, readSync } from "node:fs";
import {
  dataVersion,
  hasMagic,
  headerBytes,
  pageBytes,
  pageFlags,
  readHeader,
  readUInt64,
  versionOf,
  type Header,
} from "./format.ts";

export type Verdict =
  { state: "sound" } | { state: "damaged" | "foreign" | "newer"; reason: string };

export const damaged = (reason: string): Verdict => ({ state: "damaged", reason });
export const foreign = (reason: string): Verdict => ({ state: "foreign", reason });

/** The newer of the two headers, or what is wrong with them. */
export function readHeaders(file: number): Verdict | { newest: Header } {
  const size = fstatSync(file).size;
  if (size === 0) return damaged("it is empty");
  const pages = readQuietly(file);
  if (!pages.some(hasMagic)) {
    if (pages[0]?.every((byte) => byte === 0)) return damaged("it is blank");
    return foreign("it is not an LMDB file");
  }
  if (!pages.every(hasMagic)) return damaged("header");
  const [version, other] = pages.map(versionOf);
  if (version !== other) return damaged("header version");
  if (version !== dataVersion) return foreign(`it is an LMDB file of version ${version}`);
  const newest = pickNewest(pages);
  if (!newest) return damaged("header");
  if (newest.pageSize !== pageBytes) return foreign(`it has pages of ${newest.pageSize} bytes`);
  // The last pages may not have been written yet, or never: given out and given back at once.
  const missing = newest.lastPage + 1 - size / pageBytes;
  return missing > 65_536 ? damaged("it is cut off") : { newest };
}

/** Both headers, from a moment when no living process was writing one of them. */
function readQuietly(file: number): Buffer[] {
  let pages = readBoth(file);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const again = readBoth(file);
    if (Buffer.concat(pages).equals(Buffer.concat(again))) break;
    pages = again;
  }
  return pages;
}

function readBoth(file: number): Buffer[] {
  const first = readUpTo(file, 0, headerBytes);
  const pageSize = hasMagic(first) ? readHeader(first).pageSize : pageBytes;
  // Whatever the first header says: there is nothing to be found far away.
  return [first, readUpTo(file, Math.min(pageSize, 65_536), headerBytes)];
}

function pickNewest(pages: Buffer[]): Header | undefined {
  const [even, odd] = pages.map(readHeader);
  if (!even || !odd || even.pageSize !== odd.pageSize) return undefined;
  if (even.free.flags !== odd.free.flags) return undefined;
  const isHeader = (page: Buffer, number: number) =>
    readUInt64(page, 0) === number && page.readUInt16LE(18) === pageFlags.meta;
  if (!pages.every(isHeader)) return undefined;
  // Transactions write the two by turns, so the numbers are neighbours; a new file has 0 in both.
  const age = even.transaction - odd.transaction;
  if (Math.abs(age) !== 1 && (even.transaction !== 0 || age !== 0)) return undefined;
  const newest = age >= 0 ? even : odd;
  return newest.transaction % 2 === (newest === even ? 0 : 1) ? newest : undefined;
}

export function readUpTo(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
