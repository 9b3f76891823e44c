import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { headerBytes, pageBytes, readHeader, type Header } from "./format.ts";

/** Pages on the disk beyond the last one that LMDB has given out. */
export interface Reserve {
  /**
   * Makes sure of room for one transaction and returns the number of the last one. Only to be called
   * inside one: whoever writes zeros at the end must be the only writer. Throws the error of the
   * operating system.
   */
  ensure(): number;
  close(): void;
}

// A transaction of ours needs less than the first; the second is what there is after growing.
const leastBytes = 4_194_304;
const grownBytes = 8_388_608;

/**
 * LMDB writes its message about a full disk past the end of a buffer and so, sooner or later, brings
 * the process down. Therefore the file is made longer here, where a full disk is an exception.
 */
export function openReserve(path: string): Reserve {
  const file = openSync(path, "r+");
  const headers = Buffer.alloc(pageBytes + headerBytes);
  // Files only grow, so what was there once need not be asked for again.
  let size = 0;

  function readNewest(): Header {
    readSync(file, headers, 0, headers.length, 0);
    const [even, odd] = [readHeader(headers), readHeader(headers.subarray(pageBytes))];
    return even.transaction > odd.transaction ? even : odd;
  }

  function grow(end: number): void {
    size = fstatSync(file).size;
    if (size >= end + leastBytes) return;
    const zeros = Buffer.alloc(end + grownBytes - size);
    for (let done = 0; done < zeros.length;) {
      done += writeSync(file, zeros, done, zeros.length - done, size + done);
    }
    size += zeros.length;
  }

  return {
    ensure() {
      const { lastPage, transaction } = readNewest();
      const end = (lastPage + 1) * pageBytes;
      if (size < end + leastBytes) grow(end);
      return transaction;
    },
    close: () => closeSync(file),
  };
}
