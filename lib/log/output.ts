import { writeSync } from "node:fs";

/** How long a line waits for a late reader, where the system does not wait by itself. */
const PATIENCE_MS = 1_000;
const NAP_MS = 10;
const napping = new Int32Array(new SharedArrayBuffer(4));

export interface OutputOptions {
  /** Called for each line that is lost. */
  onLost(): void;
  /** Called when a line could be written again, with how many were lost before it. */
  onRecovery(lost: number): void;
  patienceMs?: number;
}

/**
 * Writes whole lines to an open file, such as standard output. A line that cannot be written is lost, and nothing else:
 * the disk is full, or nobody reads any more.
 */
export function createLineOutput(
  descriptor: number,
  { onLost, onRecovery, patienceMs = PATIENCE_MS }: OutputOptions,
) {
  /** Lines that were lost since the last one that was written. */
  let lost = 0;
  /** The beginning of a lost line was written. */
  let isTorn = false;

  const writeSome = (bytes: Buffer): number => {
    const started = performance.now();
    for (;;) {
      try {
        return writeSync(descriptor, bytes);
      } catch (error) {
        const isLate = (error as NodeJS.ErrnoException).code === "EAGAIN";
        // Only the first line waits for a reader that does not read.
        if (!isLate || lost > 0 || performance.now() - started >= patienceMs) throw error;
        Atomics.wait(napping, 0, 0, NAP_MS);
      }
    }
  };

  /** Tells whether all of it was written. */
  const writeAll = (text: string): boolean => {
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSome(bytes.subarray(written));
      isTorn = false;
    } catch {
      isTorn ||= written > 0;
    }
    return written === bytes.length;
  };

  return {
    write(line: string): void {
      if (!writeAll(isTorn ? `\n${line}` : line)) {
        lost += 1;
        return onLost();
      }
      const before = lost;
      lost = 0;
      if (before > 0) onRecovery(before);
    },
  };
}
