import pino, { type DestinationStream, type Logger } from "pino";
import { createLineOutput } from "./output.ts";

/**
 * A logger that writes one JSON object per line. Texts of clients and upstreams are escaped, so that none
 * can end the line, move a cursor or change the text direction.
 * @param level The lowest that is written: `trace` to `fatal`, or `silent`.
 * @param onLost Called for each line that standard output does not take.
 */
export function createLogger({
  level,
  onLost = () => undefined,
  destination,
}: {
  level: string;
  onLost?: () => void;
  destination?: DestinationStream;
}): Logger {
  const logger = pino(
    {
      level,
      serializers: { err: errorFields },
      formatters: {
        log: (fields) =>
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cutText(value)])),
      },
      hooks: {
        logMethod(args, method) {
          const [first, second, ...rest] = args;
          method.apply(this, [cutText(first), cutText(second), ...rest]);
        },
      },
    },
    { write: (line) => output.write(escapeLine(line)) },
  );
  const onRecovery = (lines: number) => logger.warn({ lines }, "Lines of this log are lost");
  const output = destination ?? createLineOutput(1, { onLost, onRecovery });
  return logger;
}

/** The longest text, in characters. */
const MAX_TEXT = 256;
/** A stack may be longer, but is limited, since it begins with a message that may be foreign. */
const MAX_STACK = 4_096;
/** How many nested causes of an error are logged. */
const MAX_CAUSES = 3;

/** Control, format and separator characters, such as line breaks, escapes and bidi controls. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A line of JSON and its line break, with everything unprintable in the line as `\uXXXX`. */
function escapeLine(line: string): string {
  return `${line.slice(0, -1).replace(UNPRINTABLE, escaped)}\n`;
}

/** Characters beyond U+FFFF become two escapes. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Shortens a text that is too long; returns other values unchanged. */
function cutText<Value>(value: Value, max?: number): Value;
function cutText(value: unknown, max = MAX_TEXT): unknown {
  if (typeof value !== "string" || value.length <= max) return value;
  return `${value.slice(0, max - 1)}…`;
}

/** The logged fields of an error, without those that libraries add, such as sockets and requests. */
function errorFields(error: unknown, depth = 0): object {
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

/** The logged fields of a request, without anything about the client or the player. */
export interface AccessLogEntry {
  method: string;
  /** The template of the URL; see `ResponseLabels` of the metrics. */
  route: string;
  status: number;
  cache: string;
  seconds: number;
  requestId: string | undefined;
}

export type AccessLog = ReturnType<typeof createAccessLog>;

/** Writes one line per request; undefined unless the level is `debug` or lower. */
export function createAccessLog(logger: Logger) {
  if (!logger.isLevelEnabled("debug")) return undefined;
  return ({ method, route, status, cache, seconds, requestId }: AccessLogEntry): void => {
    const ms = Math.round(seconds * 1e6) / 1e3;
    logger.debug({ method, route, status, cache, ms, requestId }, "Answered");
  };
}
