/** Why SQLite gave no result. */
export class SqliteStoreError extends Error {
  override readonly name = "SqliteStoreError";
}

export function asStoreError(file: string, error: unknown): SqliteStoreError {
  if (error instanceof SqliteStoreError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new SqliteStoreError(`${file} cannot be used: ${why}.`, { cause: error });
}

/* The result codes of SQLite, https://sqlite.org/rescode.html; the lowest byte is the primary one. */

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(resultCode(error));
}

/** SQLITE_BUSY: another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 255 : 0;
}
