/**
 * LMDB's file, as far as it must be understood to tell a sound one from a damaged one before LMDB
 * maps it: a wrong page number there ends the whole process. Numbers are little-endian; 64-bit ones
 * are read as doubles, which is exact for every file a disk can hold.
 */

/** Thrown by whatever looks into a file and finds it not to be what LMDB wrote. */
export class Damage extends Error {}

/** The two header pages ("metas") take turns; the newer one describes the current snapshot. */
export interface Header {
  pageSize: number;
  /** Highest page number ever given out. */
  lastPage: number;
  /** Number of the transaction that wrote it. */
  transaction: number;
  free: TreeInfo;
  main: TreeInfo;
}

export interface TreeInfo {
  /** Sort order and the like; 0 for every tree of ours. */
  flags: number;
  depth: number;
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
  /** Page number; `noPage` when the tree is empty. */
  root: number;
}

/** Of every file of ours, on every machine. */
export const pageBytes = 4096;
export const dataVersion = 2;
export const headerBytes = 168;
export const pageHeaderBytes = 24;
export const noPage = 2 ** 64;

export const pageFlags = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const;
export const nodeFlags = { overflow: 1, tree: 2 } as const;

const magic = 0xbeefc0de;
const treeBytes = 48;
/** The path names a file, not a directory (0x4000); the free list has numbers for keys (8). */
const fileFlags = 0x4008;

export function hasMagic(page: Buffer): boolean {
  return page.length >= headerBytes && page.readUInt32LE(pageHeaderBytes) === magic;
}

export function versionOf(page: Buffer): number {
  return page.readUInt32LE(pageHeaderBytes + 4) & 0xffff;
}

export function readHeader(page: Buffer): Header {
  return {
    pageSize: page.readUInt32LE(pageHeaderBytes + 24),
    free: readTreeInfo(page, pageHeaderBytes + 24),
    main: readTreeInfo(page, pageHeaderBytes + 24 + treeBytes),
    lastPage: readUInt64(page, pageHeaderBytes + 120),
    transaction: readUInt64(page, pageHeaderBytes + 128),
  };
}

/** What LMDB itself begins with: two headers, no tree. */
export function blankFile(): Buffer {
  const bytes = Buffer.alloc(2 * pageBytes);
  for (const number of [0, 1]) {
    const page = bytes.subarray(number * pageBytes);
    page.writeUInt32LE(number, 0);
    page.writeUInt16LE(pageFlags.meta, 18);
    page.writeUInt32LE(magic, pageHeaderBytes);
    page.writeUInt32LE(dataVersion, pageHeaderBytes + 4);
    page.writeUInt32LE(bytes.length, pageHeaderBytes + 16);
    page.writeUInt32LE(pageBytes, pageHeaderBytes + 24);
    page.writeUInt16LE(fileFlags, pageHeaderBytes + 28);
    for (const tree of [1, 2]) {
      // The root of a tree is the last thing in its description.
      const end = pageHeaderBytes + 24 + tree * treeBytes;
      page.fill(0xff, end - 8, end);
    }
    page.writeUInt32LE(1, pageHeaderBytes + 120);
  }
  return bytes;
}

export function readTreeInfo(bytes: Buffer, at: number): TreeInfo {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branchPages: readUInt64(bytes, at + 8),
    leafPages: readUInt64(bytes, at + 16),
    overflowPages: readUInt64(bytes, at + 24),
    entries: readUInt64(bytes, at + 32),
    root: readUInt64(bytes, at + 40),
  };
}

export function readUInt64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at + 4) * 2 ** 32 + bytes.readUInt32LE(at);
}
