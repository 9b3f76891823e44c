/** Why an upstream could not say whether a player exists. */
export type FailureKind =
  /** No connection: refused, reset, DNS. */
  | "unavailable"
  /** The certificate is not to be trusted. */
  | "tls"
  /** No complete answer within the deadline. */
  | "timeout"
  /** 429: the upstream asks for less. */
  | "throttled"
  /** 401 or 403: the upstream, or a gateway before it, does not let us ask. */
  | "refused"
  /** 5xx. */
  | "error"
  /** An answer that breaks the upstream's own contract. */
  | "bad-response"
  /** A well-formed answer about somebody else. */
  | "mismatch"
  /** The upstream knows only some players, and not this one: ask another. Not a fault of it. */
  | "unknown-here";

export interface FailureOptions {
  /** Seconds the upstream asked us to wait. */
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Thrown when an upstream could not say; never stored as an answer. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly kind: FailureKind;
  /** Which upstream, such as `geyser`. */
  readonly provider: string;
  readonly operation: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: FailureKind,
    call: { provider: string; operation: string },
    detail: string,
    options: FailureOptions = {},
  ) {
    super(`${call.provider} ${call.operation}: ${detail}`, { cause: options.cause });
    this.kind = kind;
    this.provider = call.provider;
    this.operation = call.operation;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
