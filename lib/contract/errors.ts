import { z } from "zod";
import { errorCodes, ERRORS, type ErrorCode } from "./error-codes.ts";

export { errorCodes, ERRORS, type ErrorCode };

/** A player who had a name, and has another now. */
export const formerPlayer = z.object({
  username: z.string(),
  uuid: z.string(),
  last_seen: z.iso.datetime().nullable(),
});
export type FormerPlayer = z.infer<typeof formerPlayer>;

export const errorBody = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.enum(errorCodes),
  status: z.int().min(400).max(599),
  former: z.array(formerPlayer).optional(),
  limit: z.enum(["client", "player"]).optional(),
  reason: z.enum(["unsearchable", "not-offered"]).optional(),
  retry_after: z.int().min(1).optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** An error says this besides its sentence. */
export interface ErrorDetails {
  /** Seconds until a retry makes sense; becomes `Retry-After`, and `retry_after` in the body. */
  retryAfterSeconds?: number;
  /** Further response headers. */
  headers?: Record<string, string>;
  /** Until when this error may be cached, Unix milliseconds. */
  freshUntil?: number;
  /** False for an error that depends on more than the URL, whatever its code. */
  isCacheable?: boolean;
  /** True when it came from the cache. */
  cached?: boolean;
  /** The cache entries it was made from: a change of one of them invalidates it. */
  tags?: readonly string[];
  /** With NOT_FOUND: players who were seen with the name that was looked up. */
  former?: readonly FormerPlayer[];
  /** With RATE_LIMITED: whose refresh of this hour is used. */
  limit?: "client" | "player";
  /**
   * With BAD_GATEWAY, `unsearchable`: all providers responded, but none can look this identifier up. With
   * INVALID_PARAMETER, `not-offered`: this instance does not offer Bedrock Edition.
   */
  reason?: ErrorBody["reason"];
}

/** The one error of the public contract: a code of the table and a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  /** The `cause` is logged, and never sent. */
  constructor(
    code: ErrorCode,
    message: string,
    { cause, ...details }: ErrorDetails & { cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = ERRORS[code];
    this.details = details;
  }

  /** The JSON body of this error. */
  get body(): ErrorBody {
    const { former = [], limit, reason, retryAfterSeconds } = this.details;
    return {
      success: false,
      error: this.message,
      code: this.code,
      status: this.status,
      ...(former.length > 0 && { former: [...former] }),
      ...(limit && { limit }),
      ...(reason && { reason }),
      ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
    };
  }
}
