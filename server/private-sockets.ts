import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { StartError } from "./failed-start.ts";

/** Addresses on which only this user's programs can connect: in a folder of their own, or as pipes on Windows. */
export function openPrivateSockets() {
  const folder = openFolder();
  const isWindows = process.platform === "win32";
  const close = () => rmSync(folder, { recursive: true, force: true });
  // Also of a process that an error ends.
  process.once("exit", close);
  return {
    path: (name: string) =>
      isWindows ? `\\\\.\\pipe\\${path.basename(folder)}-${name}` : path.join(folder, name),
    close,
  };
}

/** A new folder that no other user may enter. */
function openFolder(): string {
  try {
    return mkdtempSync(path.join(tmpdir(), "nametag-"));
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`There must be a folder for temporary files, see TMPDIR: ${message}.`);
  }
}
