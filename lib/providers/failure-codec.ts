import { z } from "zod";
import { UpstreamFailure, type FailureKind } from "./failure.ts";

const KINDS = [
  "unavailable",
  "tls",
  "timeout",
  "throttled",
  "refused",
  "error",
  "bad-response",
  "mismatch",
  "unknown-here",
  "budget-spent",
  "circuit-open",
] as const satisfies readonly FailureKind[];

const schema = z.object({
  kind: z.enum(KINDS),
  provider: z.string(),
  operation: z.string(),
  detail: z.string(),
  retryAfterSeconds: z.number().optional(),
  status: z.int().optional(),
});

/** Failures as text, so that what one process could not ask, another need not ask either. */
export const failureCodec = {
  /** Null for what is no failure of an upstream, or concerns only this process. */
  encode(error: unknown): string | null {
    if (!(error instanceof UpstreamFailure) || !error.wasAsked) return null;
    const { kind, provider, operation, retryAfterSeconds, status } = error;
    const detail = error.message.slice(`${provider} ${operation}: `.length);
    return JSON.stringify({ kind, provider, operation, detail, retryAfterSeconds, status });
  },

  /** Undefined for a text of an unknown shape. */
  decode(text: string): UpstreamFailure | undefined {
    try {
      const { kind, detail, ...rest } = schema.parse(JSON.parse(text));
      const { status, retryAfterSeconds } = rest;
      return new UpstreamFailure(kind, rest, detail, {
        retryAfterSeconds,
        ...(status === undefined ? {} : { status }),
      });
    } catch {
      return undefined;
    }
  },

  /** What to say when another process asks for too long. */
  late(key: string): UpstreamFailure {
    const call = { provider: "another process", operation: key.replace(/[:/].*$/s, "") };
    return new UpstreamFailure("timeout", call, "no answer in time");
  },
};
