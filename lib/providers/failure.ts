/** Why an upstream could not say whether a player exists. */
export type FailureKind =
  /** No answer began: connection refused or reset, DNS. */
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
  /** An answer that breaks the upstream's own contract, or breaks off. */
  | "bad-response"
  /** A well-formed answer about somebody else. */
  | "mismatch"
  /** The upstream knows only some players, and not this one: ask another. Not a fault of it. */
  | "unknown-here"
  /** Not asked: what may be asked of it is used up for now. */
  | "budget-spent"
  /** Not asked: it failed so often lately that its circuit breaker is open. */
  | "circuit-open";

export interface FailureOptions {
  /** Seconds the upstream asked us to wait. */
  retryAfterSeconds?: number | undefined;
  /** The HTTP status, when it was the status that told. */
  status?: number;
  /** It says nothing about the upstream: there was too little time, or our process stood still. */
  isInconclusive?: boolean;
  cause?: unknown;
}

/** Thrown when an upstream could not say; never stored as an answer. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly kind: FailureKind;
  /** Which upstream, such as `geyser`. */
  readonly provider: string;
  readonly operation: string;
  /** When to ask again, on the monotonic clock. */
  private retryAtMs: number | undefined;
  readonly status: number | undefined;
  readonly isInconclusive: boolean;

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
    this.status = options.status;
    this.isInconclusive = options.isInconclusive ?? false;
  }

  /** Seconds that are left until it is worth to ask again; a remembered failure counts down. */
  get retryAfterSeconds(): number | undefined {
    if (this.retryAtMs === undefined) return undefined;
    const leftMs = Math.round(this.retryAtMs - performance.now());
    return Math.max(1, Math.ceil(leftMs / 1_000));
  }

  set retryAfterSeconds(seconds: number | undefined) {
    this.retryAtMs = seconds === undefined ? undefined : performance.now() + seconds * 1_000;
  }

  /** True when the upstream answered that it does not want to be asked: 429, 401 or 403. */
  get isRefusal(): boolean {
    return this.kind === "throttled" || this.kind === "refused";
  }

  /** False when the upstream was spared: then this says nothing about it. */
  get wasAsked(): boolean {
    return this.kind !== "budget-spent" && this.kind !== "circuit-open";
  }
}
