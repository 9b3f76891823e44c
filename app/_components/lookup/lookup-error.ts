import type { ErrorCode } from "../../../lib/contract/errors.ts";

/** The codes of the API, and the two ways in which there is no answer of the API at all. */
export type LookupErrorCode = ErrorCode | "NETWORK_ERROR" | "UNREADABLE_ANSWER";

export interface LookupErrorOptions {
  /** Seconds after which it is worth asking again. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** Why a lookup gave no profile. The words for it are in `messages/`, under its code. */
export class LookupError extends Error {
  override readonly name = "LookupError";
  readonly code: LookupErrorCode;
  readonly retryAfter: number | undefined;

  constructor(code: LookupErrorCode, message: string, options: LookupErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}
