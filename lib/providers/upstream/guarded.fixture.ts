import { systemClock, type Clock } from "../../time/clock.ts";
import { startDeadline } from "../deadline.ts";
import {
  UpstreamFailure,
  type CallName,
  type FailureKind,
  type Subject,
  type FailureOptions,
} from "../failure.ts";
import type { UpstreamCall } from "../provider.ts";
import { createBreakers, type BreakerOptions } from "./breaker.ts";

/** A clock that the test moves. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export function createTestClock(): TestClock {
  let milliseconds = 1_000_000;
  return {
    ...systemClock,
    now: () => milliseconds,
    monotonic: () => milliseconds,
    advance(seconds) {
      milliseconds += seconds * 1_000;
    },
  };
}

const WHO = { provider: "test", operation: "request" };

interface TestCallOptions extends Partial<CallName> {
  milliseconds?: number;
  /** The network of the caller. */
  client?: string;
  about?: string | null;
}

/** A call for guards that is never sent. */
export function createTestCall(
  clock: Clock,
  { milliseconds = 4_000, client, ...who }: TestCallOptions = {},
): UpstreamCall<string> {
  const caller = { priority: "foreground" as const, ...(client !== undefined && { client }) };
  return {
    url: "http://localhost/",
    about: null,
    ...WHO,
    ...who,
    deadline: startDeadline(milliseconds, caller, { clock }),
    read: () => null,
  };
}

/** A failure about an identifier; without one, each counts. */
export function failed(
  kind: FailureKind,
  { about = null, isGuess, ...options }: FailureOptions & Partial<Subject> = {},
): UpstreamFailure {
  const failure = new UpstreamFailure(kind, WHO, kind, options);
  failure.concern({ about, isGuess });
  return failure;
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
  finish(end: "value" | "none" | UpstreamFailure): void;
}

export function createTestEnd(): TestEnd {
  let finish: TestEnd["finish"] = () => undefined;
  const promise = new Promise<string | null>((resolve, reject) => {
    finish = (end) => {
      if (end instanceof UpstreamFailure) reject(end);
      else resolve(end === "none" ? null : end);
    };
  });
  return { promise, finish };
}

export type Send = () => Promise<string | null>;

export const succeeds: Send = () => Promise.resolve("value");
export const misses: Send = () => Promise.resolve(null);
export const fails =
  (...failure: Parameters<typeof failed>): Send =>
  () =>
    Promise.reject(failed(...failure));

/** Breakers on a clock that the test moves. */
export function createTestBreakers(options: BreakerOptions = {}) {
  const clock = createTestClock();
  const changes: string[] = [];
  let slowed = 0;
  const breakers = createBreakers({
    clock,
    onChange: ({ operation, state }) => changes.push(`${operation} ${state}`),
    onRefusals: async () => void (slowed += 1),
    ...options,
  });

  const guarded = (send: Send, options: TestCallOptions = {}) =>
    breakers.guard(createTestCall(clock, options), send);

  return {
    clock,
    /** Operation and new state of every change. */
    changes,
    /** How often the rate was to be slowed down. */
    slowed: () => slowed,
    guarded,
    states: breakers.states,
    /** The breaker that was used first. */
    status: () => breakers.states()[0],

    /** Sends one after another, whatever comes. */
    async repeat(times: number, send: Send, options?: TestCallOptions) {
      for (let time = 0; time < times; time += 1) await guarded(send, options).catch(() => {});
    },

    /** Five identifiers fail, over three seconds. */
    async failFive(...failure: Parameters<typeof failed>) {
      for (let time = 0; time < 5; time += 1) {
        if (time > 0) clock.advance(0.75);
        await guarded(fails(...failure)).catch(() => {});
      }
    },

    /** Begins a call that ends when the test says so. */
    begin(options?: TestCallOptions) {
      const { promise, finish } = createTestEnd();
      let isSent = false;
      const end = endOf(
        guarded(() => {
          isSent = true;
          return promise;
        }, options),
      );
      return {
        isSent: () => isSent,
        async ends(how: Parameters<TestEnd["finish"]>[0]) {
          finish(how);
          await end;
        },
      };
    },

    /** The `Retry-After` of a refused call, in seconds; throws when it is not refused. */
    async secondsToWait(options?: TestCallOptions): Promise<number | undefined> {
      const sent = guarded(() => Promise.reject(new Error("was sent")), options);
      const thrown: unknown = await sent.catch((error: unknown) => error);
      if (!(thrown instanceof UpstreamFailure) || thrown.kind !== "circuit-open") throw thrown;
      return thrown.retryAfterSeconds;
    },
  };
}
