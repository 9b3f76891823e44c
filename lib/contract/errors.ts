import { z } from "zod";

/** Every error code of the service: its HTTP status and when it is given. */
export const ERRORS = {
  MISSING_PARAMETER: { status: 400, meaning: "The username parameter is missing." },
  INVALID_PARAMETER: { status: 400, meaning: "A parameter is malformed or out of range." },
  NOT_FOUND: {
    status: 404,
    meaning: "No profile exists for the username, UUID or XUID. The other edition may hold it.",
  },
  ROUTE_NOT_FOUND: { status: 404, meaning: "The service has no such address." },
  METHOD_NOT_ALLOWED: { status: 405, meaning: "Only GET, HEAD and OPTIONS are answered." },
  URI_TOO_LONG: { status: 414, meaning: "The address is longer than 2,048 bytes." },
  RATE_LIMITED: {
    status: 429,
    meaning: "The refresh of this hour is spent. Wait, or use the cached data.",
  },
  INTERNAL_ERROR: { status: 500, meaning: "Something went wrong inside the service." },
  BAD_GATEWAY: {
    status: 502,
    meaning: "A provider of player data could not be asked. Retry later.",
  },
  OVERLOADED: { status: 503, meaning: "The service is busy. Retry in a moment." },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const errorCodes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const errorBody = z
  .object({
    success: z.literal(false).describe("Always false."),
    error: z.string().describe("What is wrong and what to do, for people."),
    code: z.enum(errorCodes).describe("What is wrong, for programs."),
    status: z.int().min(400).max(599).describe("The HTTP status, repeated."),
  })
  .meta({ id: "Error", description: "The body of every error." });

export type ErrorBody = z.infer<typeof errorBody>;

export interface ApiErrorOptions {
  /** Seconds until it is worth asking again; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** Further response headers. */
  headers?: Record<string, string>;
  /** Until when this error is worth believing, Unix milliseconds; it may be cached until then. */
  freshUntil?: number;
  /** True when nothing had to be asked to say so. */
  cached?: boolean;
  /** What the answer was made from: when one of these changes, it is outdated. */
  subjects?: readonly string[];
  /** What happened underneath; logged, never sent. */
  cause?: unknown;
}

/** The one error of the public contract: a code of the table and a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;
  readonly freshUntil: number | undefined;
  readonly cached: boolean;
  readonly subjects: readonly string[];

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = ERRORS[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.freshUntil = options.freshUntil;
    this.cached = options.cached ?? false;
    this.subjects = options.subjects ?? [];
  }

  /** The JSON body of this error. */
  get body(): ErrorBody {
    return { success: false, error: this.message, code: this.code, status: this.status };
  }
}
