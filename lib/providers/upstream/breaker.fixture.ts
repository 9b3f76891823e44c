import { UpstreamFailure } from "../failure.ts";
import { createBreakers, type BreakerOptions } from "./breaker.ts";
import {
  createTestCall,
  createTestClock,
  createTestEnd,
  endOf,
  failed,
  type TestEnd,
} from "./guarded.fixture.ts";

export type Send = () => Promise<string | null>;

export const succeeds: Send = () => Promise.resolve("value");
export const misses: Send = () => Promise.resolve(null);
export const fails =
  (...failure: Parameters<typeof failed>): Send =>
  () =>
    Promise.reject(failed(...failure));

/** Breakers without jitter and stalls, on a clock that the test moves. */
export function createTestBreakers(options: BreakerOptions = {}) {
  const clock = createTestClock();
  const changes: string[] = [];
  const breakers = createBreakers({
    now: clock.now,
    random: () => 0.5,
    onChange: ({ operation, state }) => changes.push(`${operation} ${state}`),
    ...options,
  });

  const guarded = (send: Send, operation = "request") =>
    breakers.guard(createTestCall(clock.now, { operation }), send);

  return {
    clock,
    /** Operation and new state of every change. */
    changes,
    guarded,
    states: breakers.states,
    /** The breaker that was used first. */
    status: () => breakers.states()[0],

    /** Sends one after another, whatever comes. */
    async repeat(times: number, send: Send) {
      for (let time = 0; time < times; time += 1) await guarded(send).catch(() => undefined);
    },

    /** Begins a call that ends when the test says so. */
    begin() {
      const { promise, settle } = createTestEnd();
      const end = endOf(guarded(() => promise));
      return {
        async ends(how: Parameters<TestEnd["settle"]>[0]) {
          settle(how);
          await end;
        },
      };
    },

    /** The `Retry-After` of a refused call, in seconds; throws when it is not refused. */
    async secondsToWait(): Promise<number | undefined> {
      const sent = guarded(() => Promise.reject(new Error("was sent")));
      const thrown: unknown = await sent.catch((error: unknown) => error);
      if (!(thrown instanceof UpstreamFailure) || thrown.kind !== "circuit-open") throw thrown;
      return thrown.retryAfterSeconds;
    },
  };
}
