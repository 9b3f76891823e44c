import { z } from "zod";
import { systemClock, type Clock } from "../time/clock.ts";

/** The operation of a provider, as logs and metrics name it. */
export interface CallName {
  provider: string;
  operation: string;
}

/** Why an upstream could not say whether a player exists. */
export const FAILURE_KINDS = [
  /** No response began: connection refused or reset, DNS. */
  "unavailable",
  /** The certificate is not to be trusted. */
  "tls",
  /** No complete response within the deadline. */
  "timeout",
  /** 429: the upstream wants fewer requests. */
  "throttled",
  /** 401 or 403: the upstream, or a gateway before it, refuses us, or what is requested. */
  "refused",
  /** 5xx. */
  "error",
  /** A response that breaks off. */
  "incomplete",
  /** A complete response that breaks the upstream's own contract. */
  "bad-response",
  /** A well-formed response about another player. */
  "mismatch",
  /** The upstream knows only some players, and not this one: try another. Not a fault of it. */
  "unknown-here",
  /** Not sent: the budget for this upstream is used up for now. */
  "budget-spent",
  /** Not sent: the upstream failed so often lately that its circuit breaker is open. */
  "circuit-open",
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface FailureOptions {
  /** Seconds until the upstream allows a retry. */
  retryAfterSeconds?: number | undefined;
  /** The clock by which they pass. */
  clock?: Clock;
  /** The HTTP status, when the failure was found by it. */
  status?: number | undefined;
  /**
   * It says nothing about how the upstream is: there was too little time, our process stood still, or a
   * response about one player led where no request is sent.
   */
  isInconclusive?: boolean;
  cause?: unknown;
}

/** The identifier that a failed request was about; see `UpstreamRequest`. */
export interface Subject {
  about: string | null;
  isGuess?: boolean | undefined;
}

/** Thrown when an upstream could not say; never stored as a value or a negative entry. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly kind: FailureKind;
  /** The upstream, such as `geyser`. */
  readonly provider: string;
  readonly operation: string;
  /** Milliseconds until a retry makes sense. */
  private retryMs: (() => number) | undefined;
  readonly status: number | undefined;
  isInconclusive: boolean;
  /** The identifier that was requested; null where each failure counts. */
  about: string | null = null;

  constructor(kind: FailureKind, call: CallName, detail: string, options: FailureOptions = {}) {
    super(`${call.provider} ${call.operation}: ${detail}`, { cause: options.cause });
    this.kind = kind;
    this.provider = call.provider;
    this.operation = call.operation;
    if (options.retryAfterSeconds !== undefined) {
      this.retryIn(options.retryAfterSeconds, options.clock ?? systemClock);
    }
    this.status = options.status;
    this.isInconclusive = options.isInconclusive ?? false;
  }

  /** Says what was requested. */
  concern({ about, isGuess = false }: Subject): void {
    this.about = about;
    if (isGuess && this.isComplete && this.kind !== "throttled") this.isInconclusive = true;
  }

  /** Seconds until a retry makes sense; a remembered failure counts down. */
  get retryAfterSeconds(): number | undefined {
    return this.retryMs && Math.max(1, Math.ceil(Math.round(this.retryMs()) / 1_000));
  }

  /** Says when a retry makes sense. */
  retryIn(seconds: number, clock: Clock): void {
    const atMs = clock.monotonic() + seconds * 1_000;
    this.retryMs = () => atMs - clock.monotonic();
  }

  /** A complete response that makes no sense: that is about the identifier alone. */
  get isGarbled(): boolean {
    return this.kind === "bad-response" || this.kind === "mismatch";
  }

  /** A complete response came. */
  get isComplete(): boolean {
    return (
      this.isGarbled || this.isRefusal || this.kind === "error" || this.kind === "unknown-here"
    );
  }

  /** True for a 429, 401 or 403. */
  get isRefusal(): boolean {
    return this.kind === "throttled" || this.kind === "refused";
  }

  /** False when nothing was sent: then this says nothing about the upstream. */
  get wasSent(): boolean {
    return this.kind !== "budget-spent" && this.kind !== "circuit-open";
  }
}

const schema = z.object({
  kind: z.enum(FAILURE_KINDS),
  provider: z.string(),
  operation: z.string(),
  detail: z.string(),
  retryAfterSeconds: z.number().max(86_400).optional(),
  status: z.int().optional(),
});

/** Failures as text, so that one process need not repeat the request that failed in another. */
export const createFailureCodec = (clock = systemClock) => ({
  /** Null unless it is the failure of a request that was sent. */
  encode(error: unknown): string | null {
    if (!(error instanceof UpstreamFailure) || !error.wasSent) return null;
    const { kind, provider, operation, retryAfterSeconds, status } = error;
    const detail = error.message.slice(`${provider} ${operation}: `.length);
    return JSON.stringify({ kind, provider, operation, detail, retryAfterSeconds, status });
  },

  /** Undefined for a text of an unknown shape. */
  decode(text: string): UpstreamFailure | undefined {
    try {
      const failure = schema.parse(JSON.parse(text));
      return new UpstreamFailure(failure.kind, failure, failure.detail, { ...failure, clock });
    } catch {
      return undefined;
    }
  },

  /** The failure of a request that takes too long in another process. */
  late(key: string): UpstreamFailure {
    const call = { provider: "another process", operation: key.replace(/[:/].*$/s, "") };
    return new UpstreamFailure("timeout", call, "no response in time");
  },
});
