import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

const MB = 2 ** 20;

/** The memory that a process may take, in bytes. */
export interface Memory {
  /** At most, of the machine or its container. */
  process: number;
  /** V8's limit for the objects of the main thread; half of a container, unless an option of Node says otherwise. */
  heap: number;
}

/** The process that leads others takes this. */
const LEADER = 64 * MB;

/** The memory that there is, for each of these processes. */
export function memoryFor(processes: number): Memory {
  const all = Math.min(process.constrainedMemory() || Infinity, totalmem());
  const shared = processes > 1 ? all - LEADER : all;
  return { process: shared / processes, heap: getHeapStatistics().heap_size_limit };
}

/** The memory for what requests leave behind is divided into these parts. */
const PARTS = {
  /** Responses that are ready to send: of the API, pages and images. */
  responses: 0.44,
  /** Entries of caches, in front of the store. */
  entries: 0.26,
  /** Images that take a while to draw. */
  images: 0.08,
  /** Faces that are cut out of skins. */
  faces: 0.04,
  /** Failures that are repeated for a while. */
  failures: 0.03,
  /** Refreshes of the last hour. */
  grants: 0.03,
  /** Histories, so that the next change of one is a single command. */
  histories: 0.04,
  /** The stores in memory that stand in for the files of the four stores when they cannot be used. */
  stores: 0.08,
};

/** The bound of everything that grows with what is requested, in bytes. */
export type MemoryBounds = Record<keyof typeof PARTS, number>;

/** The bounds when the memory for everything that requests leave behind has so many bytes. */
export function partsOf(bytes: number): MemoryBounds {
  const parts = Object.entries(PARTS).map(([name, part]) => [name, Math.floor(part * bytes)]);
  return Object.fromEntries(parts) as MemoryBounds;
}

/** The code, the thread that renders pages, and requests under way take this at most. */
const REST = 300 * MB;
/** They take this of the heap of the main thread, with its young generation. */
const REST_OF_HEAP = 112 * MB;
/**
 * V8 collects the heaps of all threads when they have grown by so much. With 100, a flood of pages left 50 MB more,
 * and a page took 4 % less processor time.
 */
export const HEAP_GROWING_PERCENT = 60;
/** Objects that are kept take twice their size: with garbage, and with gaps between them. */
const WITH_GARBAGE = 2;
/** This part of the heap may stay in use: when it is nearly full, collecting takes all of the time. */
const IN_USE = 0.4;
/** The system needs some, too. */
const OF_PROCESS = 0.95;
const LEAST = 16 * MB;
/** With more, hardly more responses come from memory, and garbage collection takes longer. */
const MOST = 256 * MB;

/** The memory for everything that requests leave behind. */
export function bytesToKeep({ process: all, heap }: Memory): number {
  const inHeap = IN_USE * (heap - REST_OF_HEAP);
  const inProcess = (OF_PROCESS * all - REST) / WITH_GARBAGE;
  return Math.floor(Math.min(MOST, Math.max(LEAST, Math.min(inHeap, inProcess))));
}

/** The bounds of the thread that renders pages; after rendering each once, 97 MB are in use. */
const LEAST_OF_PAGES_MB = 128;
const MOST_OF_PAGES_MB = 256;
const PART_OF_PAGES = 1 / 4;

/** The bounds of a process. */
export function boundsIn(memory: Memory): MemoryBounds {
  return partsOf(bytesToKeep(memory));
}

/** The limit of its heap, in MB. */
export function pagesHeapMb({ process: all }: Memory): number {
  const part = Math.floor((PART_OF_PAGES * all) / MB);
  return Math.min(MOST_OF_PAGES_MB, Math.max(LEAST_OF_PAGES_MB, part));
}
