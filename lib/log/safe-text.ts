/** Characters of a text that are written. */
export const MAX_TEXT = 256;
/** A stack is ours, but it begins with a message that may not be. */
const MAX_STACK = 4_096;
/** Errors below an error that are written too. */
const MAX_CAUSES = 3;

/** Control, format and separator characters: among them line ends, escapes and bidi controls. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A line of JSON, its end included, with everything unprintable written as `\uXXXX`. */
export function escapeLine(line: string): string {
  const end = line.endsWith("\n") ? line.length - 1 : line.length;
  return `${line.slice(0, end).replace(UNPRINTABLE, escaped)}\n`;
}

/** Cuts a text that is too long; leaves anything else as it is. */
export function cutText<Value>(value: Value, max?: number): Value;
export function cutText(value: unknown, max = MAX_TEXT): unknown {
  if (typeof value !== "string" || value.length <= max) return value;
  return `${value.slice(0, max - 1)}…`;
}

export interface ErrorFields {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: ErrorFields;
}

/** What is written of an error: not what libraries hang on it, such as sockets and requests. */
export function errorFields(error: unknown, depth = 0): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: cutText(String(error)) };
  const { name, message, stack, cause } = error;
  return {
    type: cutText(name),
    message: cutText(message),
    ...("code" in error && typeof error.code === "string" && { code: cutText(error.code) }),
    ...(stack !== undefined && { stack: cutText(stack, MAX_STACK) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: errorFields(cause, depth + 1) }),
  };
}

/** Characters beyond U+FFFF become two escapes. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${code}`;
  }).join("");
}
