import {
  Damage,
  nodeFlags,
  noPage,
  pageFlags,
  pageHeaderBytes,
  readTreeInfo,
  readUInt64,
  type Header,
  type TreeInfo,
} from "./format.ts";
import { readFreePages, readNodes, type Node } from "./nodes.ts";

export interface PagesOptions {
  /** Reads `length` bytes at `position`, all of them or it throws. */
  readAt: (position: number, length: number) => Buffer;
  /** Size of the file. */
  bytes: number;
  /** Look into this tree alone, and not into the free list. */
  only?: string | undefined;
}

/** `dataBytes` is the whole size; `data` is empty when it lies on overflow pages. */
export type VisitRow = (tree: string, key: Buffer, dataBytes: number, data: Buffer) => void;

/**
 * Follows every page that the snapshot described by `header` can reach, and calls `visit` for each
 * row of each named tree. Throws `Damage` unless every page is whole, sorted, counted, older than
 * the snapshot, inside the file, and used once; LMDB itself checks nearly nothing of that and
 * answers a wrong number with a segmentation fault. Returns the names of the trees.
 */
export function checkPages(header: Header, options: PagesOptions, visit: VisitRow): string[] {
  const { readAt, bytes, only } = options;
  const { pageSize, lastPage, transaction } = header;
  const used = new Uint8Array(lastPage + 1);
  const names: string[] = [];

  function claim(first: number, count: number): void {
    // Reading past the end of the file is a bus error.
    if ((first + count) * pageSize > bytes) throw new Damage("it is cut off");
    claimFree(first, count);
  }

  /** Free pages may lie beyond the end: given out and given back by one transaction. */
  function claimFree(first: number, count: number): void {
    if (first < 2 || first + count > lastPage + 1) throw new Damage("page number");
    for (let page = first; page < first + count; page += 1) {
      if (used[page] !== 0) throw new Damage("page used twice");
      used[page] = 1;
    }
  }

  function readPage(number: number, length: number): { page: Buffer; flags: number } {
    const page = readAt(number * pageSize, length);
    if (readUInt64(page, 0) !== number) throw new Damage("page in the wrong place");
    if (readUInt64(page, 8) > transaction) throw new Damage("page from the future");
    return { page, flags: page.readUInt16LE(18) };
  }

  /** Overflow pages carry one value; only the first has a page header. */
  function claimOverflow(size: number, where: Buffer): number {
    const count = Math.floor((pageHeaderBytes - 1 + size) / pageSize) + 1;
    const first = readUInt64(where, 0);
    claim(first, count);
    const { page, flags } = readPage(first, pageHeaderBytes);
    if (flags !== pageFlags.overflow || page.readUInt32LE(20) !== count) {
      throw new Damage("overflow page");
    }
    if (readUInt64(where, 16) !== count) throw new Damage("overflow size");
    return count;
  }

  function walk(tree: TreeInfo, name: string | undefined, compare: Compare, visitRow: VisitRow) {
    const counted = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
    let previous: { key: Buffer; inLeaf: boolean } | undefined;

    /** A separator may equal the first key to its right, and nothing else. */
    function checkOrder(key: Buffer, inLeaf: boolean): void {
      const order = previous ? compare(previous.key, key) : -1;
      if (order > 0 || (order === 0 && previous?.inLeaf)) throw new Damage("keys out of order");
      previous = { key, inLeaf };
    }

    function descend(number: number, depth: number): void {
      claim(number, 1);
      const { page, flags } = readPage(number, pageSize);
      const isLeaf = depth === tree.depth;
      if (flags !== (isLeaf ? pageFlags.leaf : pageFlags.branch)) throw new Damage("page kind");
      const nodes = readNodes(page, isLeaf);
      if (nodes.length === 0) throw new Damage("empty page");
      counted[isLeaf ? "leafPages" : "branchPages"] += 1;
      for (const [index, node] of nodes.entries()) {
        // The first key of a branch page stands for "anything smaller" and is empty.
        if (isLeaf || index > 0) checkOrder(node.key, isLeaf);
        if (!isLeaf) descend(node.number, depth + 1);
        else visitNode(node);
      }
    }

    function visitNode({ key, flags, number, data }: Node): void {
      counted.entries += 1;
      if (flags & ~(nodeFlags.overflow | nodeFlags.tree)) throw new Damage("node kind");
      if (flags & nodeFlags.tree) {
        if (name !== undefined || data.length !== 48) throw new Damage("tree within a tree");
        // Names are stored as in C, with a zero at the end.
        const inner = key.toString("utf8", 0, key.length - 1);
        names.push(inner);
        if (only !== undefined && inner !== only) return;
        walk(readTreeInfo(data, 0), inner, compareBytes, visit);
      } else if (flags & nodeFlags.overflow) {
        counted.overflowPages += claimOverflow(number, data);
        visitRow(name ?? "", key, number, name === undefined ? readOverflow(number, data) : none);
      } else {
        visitRow(name ?? "", key, number, data);
      }
    }

    if (tree.root === noPage) {
      if (tree.entries !== 0) throw new Damage("lost tree");
      return;
    }
    // LMDB's cursors have room for 32 levels. The free list's flags are those of the whole file.
    if (tree.depth > 32 || (tree !== header.free && tree.flags !== 0))
      throw new Damage("kind of tree");
    descend(tree.root, 1);
    for (const kind of ["branchPages", "leafPages", "overflowPages", "entries"] as const) {
      if (counted[kind] !== tree[kind]) throw new Damage(`number of ${kind}`);
    }
  }

  function readOverflow(size: number, where: Buffer): Buffer {
    return readAt(readUInt64(where, 0) * pageSize + pageHeaderBytes, size);
  }

  function visitFree(_tree: string, key: Buffer, _size: number, list: Buffer): void {
    if (key.length !== 8) throw new Damage("key of the free list");
    for (const [first, count] of readFreePages(list)) claimFree(first, count);
  }

  walk(header.main, undefined, compareBytes, () => {
    throw new Damage("row outside the trees");
  });
  if (only === undefined) walk(header.free, undefined, compareNumbers, visitFree);
  return names;
}

type Compare = (a: Buffer, b: Buffer) => number;

const none = Buffer.alloc(0);

function compareBytes(a: Buffer, b: Buffer): number {
  return a.compare(b);
}

function compareNumbers(a: Buffer, b: Buffer): number {
  return readUInt64(a, 0) - readUInt64(b, 0);
}
