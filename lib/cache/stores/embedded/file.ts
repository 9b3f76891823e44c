import { closeSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { EmbeddedStoreError } from "./error.ts";
import { inspectFile } from "./inspect.ts";
import { isTrusted } from "./trust.ts";

/** The part of a pino logger that stores use. */
export interface StoreLogger {
  warn(details: Record<string, unknown>, message: string): void;
}

export interface PrepareOptions {
  schema: number;
  now: () => number;
  logger?: StoreLogger;
}

/**
 * Leaves at `path` either nothing or a file that LMDB can be trusted with: a damaged or outdated one
 * is moved to `<path>.corrupt-<time>`, with a warning. Throws `EmbeddedStoreError` for a file that
 * is somebody else's or from a newer version, and touches neither.
 */
export function prepareFile(path: string, { schema, now, logger }: PrepareOptions): void {
  const file = openIfThere(path);
  if (file === undefined) {
    // Without its file, a lock file is of the one that somebody deleted, and may still be in use.
    rmSync(`${path}-lock`, { force: true });
    return;
  }
  try {
    const verdict = inspectFile(file, { schema, thorough: !isTrusted(path, file) });
    if (verdict.state === "sound") return;
    if (verdict.state !== "damaged") {
      const what = verdict.state === "newer" ? "was written by a newer version" : "is not ours";
      throw new EmbeddedStoreError(verdict.state, `${path} ${what}: ${verdict.reason}`);
    }
    const aside = `${path}.corrupt-${Math.floor(now())}`;
    forgetOlder(path);
    renameSync(path, aside);
    // It belongs to the file that has just gone; a process that has both open keeps both.
    rmSync(`${path}-lock`, { force: true });
    logger?.warn(
      { file: aside, reason: verdict.reason },
      "damaged store moved aside, starting empty",
    );
  } finally {
    closeSync(file);
  }
}

/** What the operating system says, as a sentence. */
export function explain(cause: unknown, path: string): EmbeddedStoreError {
  if (cause instanceof EmbeddedStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "EEXIST" || code === "ENOTDIR") {
    return new EmbeddedStoreError("not-a-directory", `${path} is not a directory`, { cause });
  }
  if (["EACCES", "EPERM", "EROFS"].includes(code)) {
    return new EmbeddedStoreError("no-permission", `${path} cannot be written`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedStoreError("failed", `${path} cannot be opened: ${reason}`, { cause });
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r+");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** One damaged file is enough to look into; a failing disk must not fill itself with them. */
function forgetOlder(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.corrupt-`)) {
      rmSync(join(dirname(path), name), { force: true });
    }
  }
}
