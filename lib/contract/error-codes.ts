/** Every error code of the service: its HTTP status. */
export const ERRORS = {
  MISSING_PARAMETER: 400,
  INVALID_PARAMETER: 400,
  NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PRECONDITION_FAILED: 412,
  URI_TOO_LONG: 414,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  BAD_GATEWAY: 502,
  OVERLOADED: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** The way a program handles an error. */
interface Handling {
  /** When the same request can succeed; `told`: after the seconds of `Retry-After`. */
  retry: "never" | "told" | "minutes" | "minute";
  /** The text that people see; `nothing`: the program is wrong. */
  show: "sentence" | "unknown" | "unavailable" | "nothing";
}

/** The way a program handles each error. */
export const HANDLING: Readonly<Record<ErrorCode, Handling>> = {
  MISSING_PARAMETER: { retry: "never", show: "sentence" },
  INVALID_PARAMETER: { retry: "never", show: "sentence" },
  NOT_FOUND: { retry: "minutes", show: "unknown" },
  ROUTE_NOT_FOUND: { retry: "never", show: "nothing" },
  METHOD_NOT_ALLOWED: { retry: "never", show: "nothing" },
  PRECONDITION_FAILED: { retry: "never", show: "nothing" },
  URI_TOO_LONG: { retry: "never", show: "nothing" },
  RATE_LIMITED: { retry: "told", show: "sentence" },
  HEADERS_TOO_LARGE: { retry: "never", show: "nothing" },
  INTERNAL_ERROR: { retry: "minute", show: "unavailable" },
  BAD_GATEWAY: { retry: "told", show: "unavailable" },
  OVERLOADED: { retry: "told", show: "unavailable" },
};

export const errorCodes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERRORS, code);
}
