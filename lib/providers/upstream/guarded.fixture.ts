import { startDeadline } from "../deadline.ts";
import { UpstreamFailure, type FailureKind, type FailureOptions } from "../failure.ts";
import type { UpstreamCall } from "./request.ts";

/** A clock that the test moves. */
export interface TestClock {
  now(): number;
  advance(seconds: number): void;
}

export function createTestClock(): TestClock {
  let milliseconds = 1_000_000;
  return {
    now: () => milliseconds,
    advance(seconds) {
      milliseconds += seconds * 1_000;
    },
  };
}

const WHO = { provider: "test", operation: "request" };

/** A call for guards that is never sent. */
export function createTestCall(
  now: () => number,
  { milliseconds = 4_000, ...who }: { milliseconds?: number; operation?: string } = {},
): UpstreamCall<string> {
  return {
    ...WHO,
    ...who,
    url: "http://localhost/",
    expects: "json",
    deadline: startDeadline(milliseconds, undefined, { now }),
    read: () => null,
  };
}

export function failed(kind: FailureKind, options?: FailureOptions): UpstreamFailure {
  return new UpstreamFailure(kind, WHO, kind, options);
}

/** How a call ended, in a word: `value`, `none`, or the kind of its failure. */
export async function endOf(call: Promise<unknown>): Promise<string> {
  try {
    return (await call) === null ? "none" : "value";
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.kind;
    throw error;
  }
}

/** A call that ends when the test says so. */
export interface TestEnd {
  promise: Promise<string | null>;
  settle(end: "value" | "none" | UpstreamFailure): void;
}

export function createTestEnd(): TestEnd {
  let settle: TestEnd["settle"] = () => undefined;
  const promise = new Promise<string | null>((resolve, reject) => {
    settle = (end) => {
      if (end instanceof UpstreamFailure) reject(end);
      else resolve(end === "none" ? null : end);
    };
  });
  return { promise, settle };
}
