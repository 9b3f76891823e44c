import pino, { type DestinationStream, type Logger } from "pino";
import { cutText, errorFields, escapeLine } from "./safe-text.ts";

export interface LoggerOptions {
  /** Lowest level that is written: `trace` to `fatal`, or `silent`. */
  level: string;
  /** Where lines go; standard output when left out. */
  destination?: DestinationStream;
}

/**
 * A logger that writes one JSON object a line. Whatever is in a text, of clients or of upstreams,
 * the line is printable: nothing in it ends it, moves a cursor or turns its direction.
 */
export function createLogger({
  level,
  destination = pino.destination({ dest: 1, sync: true }),
}: LoggerOptions): Logger {
  return pino(
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
    { write: (line) => destination.write(escapeLine(line)) },
  );
}
