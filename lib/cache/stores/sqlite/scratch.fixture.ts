import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A directory for one test, gone after it. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "nametag-store-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
