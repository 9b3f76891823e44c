import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { blankFile } from "./format.ts";

/** Room for 250 readers, one or two to a process. */
const lockFileBytes = 16_384;

/**
 * Creates whichever of LMDB's two files is missing and sees that both may be written; throws the
 * error of the operating system. LMDB would do it itself, but a failure in there, no permission or
 * a full disk, is a segmentation fault, and a lock file with a hole in it a bus error later on.
 */
export function createFiles(path: string): void {
  createUnlessThere(path, blankFile());
  createUnlessThere(`${path}-lock`, Buffer.alloc(lockFileBytes));
}

function createUnlessThere(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o664 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      rmSync(path, { force: true });
      throw error;
    }
    accessSync(path, constants.R_OK | constants.W_OK);
  }
}
