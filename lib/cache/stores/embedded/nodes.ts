import { Damage, nodeFlags, pageHeaderBytes, readUInt64 } from "./format.ts";

export interface Node {
  key: Buffer;
  flags: number;
  /** Leaf: size of the data. Branch: number of the child page. */
  number: number;
  /** Leaf: the data, or where its overflow pages are. */
  data: Buffer;
}

/** The nodes of a branch or leaf page. Throws `Damage` unless they fill it exactly. */
export function readNodes(page: Buffer, isLeaf: boolean): Node[] {
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  const space = page.length - pageHeaderBytes;
  if (lower % 2 !== 0 || lower > upper || upper > space) throw new Damage("page bounds");
  const nodes: Node[] = [];
  let used = 0;
  for (let index = 0; index < lower / 2; index += 1) {
    const offset = page.readUInt16LE(pageHeaderBytes + 2 * index);
    if (offset < upper || offset + 8 > space) throw new Damage("node offset");
    const node = readNode(page, pageHeaderBytes + offset, isLeaf);
    const bytes = 8 + node.key.length + node.data.length;
    if (offset + bytes > space) throw new Damage("node size");
    used += bytes + (bytes % 2);
    nodes.push(node);
  }
  // LMDB moves nodes by adding their sizes up: more or less than the page holds ruins memory.
  if (used !== space - upper) throw new Damage("page fill");
  return nodes;
}

function readNode(page: Buffer, at: number, isLeaf: boolean): Node {
  const flags = page.readUInt16LE(at + 4);
  const low = page.readUInt32LE(at);
  const dataAt = at + 8 + page.readUInt16LE(at + 6);
  const key = page.subarray(at + 8, dataAt);
  if (!isLeaf) {
    return { key, flags: 0, number: flags * 2 ** 32 + low, data: page.subarray(0, 0) };
  }
  const stored = flags & nodeFlags.overflow ? 24 : low;
  return { key, flags, number: low, data: page.subarray(dataAt, dataAt + stored) };
}

/**
 * The pages that one row of the free list names, as first page and count: written as single numbers,
 * or as a negative count followed by the first page; zeros are gaps. Throws `Damage`.
 */
export function readFreePages(list: Buffer): [first: number, count: number][] {
  if (list.length < 8 || list.length % 8 !== 0) throw new Damage("free list");
  const length = readUInt64(list, 0);
  if (length > list.length / 8 - 1) throw new Damage("free list length");
  const pages: [number, number][] = [];
  for (let index = 1; index <= length; index += 1) {
    const entry = list.readInt32LE(index * 8 + 4) * 2 ** 32 + list.readUInt32LE(index * 8);
    if (entry > 0) pages.push([entry, 1]);
    else if (entry < 0) pages.push([readUInt64(list, (index += 1) * 8), -entry]);
  }
  return pages;
}
