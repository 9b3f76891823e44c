import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from "cockatiel";
import { RedisError } from "./error.ts";

export interface BreakerOptions {
  /** How long nothing is asked after a failure. */
  pauseMs: number;
  /** Asks whether Redis is back, through `tryAgain`. */
  probe(): Promise<unknown>;
  /** Told when it breaks and when it is whole again; not about failed probes in between. */
  onChange(state: { ok: boolean; error?: unknown }): void;
}

export interface Breaker {
  /** Does the work, or rejects at once while Redis is left alone. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Does the work of a probe, whose outcome decides. */
  tryAgain<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Why Redis is left alone; undefined when it is not. */
  failure(): string | undefined;
  close(): void;
}

/**
 * Breaks at the first failure. While it is broken, only a probe of its own asks, every `pauseMs`: no
 * caller ever waits to find out.
 */
export function createBreaker({ pauseMs, probe, onChange }: BreakerOptions): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => !(error instanceof RedisError && error.answered)),
    // The timer below keeps the pause, since the policy's own clock can be set back.
    { halfOpenAfter: Number.NEGATIVE_INFINITY, breaker: new ConsecutiveBreaker(1) },
  );
  let failure: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  policy.onBreak((reason) => {
    if (closed) return;
    timer = setTimeout(() => void probe().catch(() => undefined), pauseMs).unref();
    const error = "error" in reason ? reason.error : new Error("Redis is left alone");
    const wasWhole = failure === undefined;
    failure = error.message;
    if (wasWhole) onChange({ ok: false, error });
  });

  policy.onReset(() => {
    failure = undefined;
    if (!closed) onChange({ ok: true });
  });

  return {
    async run(work) {
      if (policy.state !== CircuitState.Closed) {
        throw new RedisError(`Redis is left alone for a while: ${failure ?? "it failed"}`);
      }
      return policy.execute(work);
    },
    tryAgain: (work) => policy.execute(work),
    failure: () => failure,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
