import type { ErrorCode } from "./contract.ts";

export interface NametagErrorOptions {
  /** The HTTP status; left out when there was no answer. */
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Everything that goes wrong, except what an `AbortSignal` ends. */
export class NametagError extends Error {
  override readonly name = "NametagError";
  /**
   * A code of the service; `UNREADABLE_ANSWER` when what answered is not the service, and
   * `UNREACHABLE` when nothing did.
   */
  readonly code: ErrorCode | "UNREADABLE_ANSWER" | "UNREACHABLE";
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Seconds until it is worth asking again, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: NametagError["code"],
    message: string,
    { status, retryAfterSeconds, cause }: NametagErrorOptions = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
