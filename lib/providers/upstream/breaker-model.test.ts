import fc from "fast-check";
import { expect, it } from "vitest";
import { UpstreamFailure } from "../failure.ts";
import { createBreakers, type BreakerState } from "./breaker.ts";
import {
  createTestCall,
  createTestClock,
  createTestEnd,
  endOf,
  failed,
  type TestEnd,
} from "./guarded.fixture.ts";

interface ModelCall {
  isProbe: boolean;
  /** How often the breaker had opened when it began. */
  begunAfter: number;
}

/** What a breaker without jitter ought to do, in the words of its rules, slowly and plainly. */
function createBreakerModel(now: () => number) {
  // Vacant: the pause is over and a probe said nothing. Trying: the probe went well.
  let state: "closed" | "open" | "vacant" | "probing" | "trying" = "closed";
  let until = 0;
  let openings = 0;
  let opened = 0;
  let inARow = 0;
  let window: { second: number; failed: boolean }[] = [];

  return {
    /** Takes a call, or gives the seconds that it has to wait. */
    begin(): ModelCall | number {
      if (state === "probing") return 1;
      if (state === "open" && now() < until) {
        return Math.min(600, Math.ceil((until - now()) / 1_000));
      }
      const isProbe = state === "open" || state === "vacant";
      if (isProbe) state = "probing";
      return { isProbe, begunAfter: opened };
    },

    end({ isProbe, begunAfter }: ModelCall, end: Parameters<TestEnd["finish"]>[0]): void {
      if (!isProbe && begunAfter !== opened) return;
      const failure = end instanceof UpstreamFailure && end.kind !== "unknown-here" ? end : null;
      if (failure !== null && saysNothing(failure)) {
        if (isProbe) state = "vacant";
        return;
      }
      const second = Math.floor(now() / 1_000);
      window = window.filter((one) => one.second > second - 30);
      window.push({ second, failed: failure !== null });
      if (failure === null) {
        inARow = 0;
        if (state === "trying") {
          state = "closed";
          openings = 0;
        }
        if (isProbe) state = "trying";
        return;
      }
      inARow += 1;
      const failures = window.filter(({ failed }) => failed).length;
      const tooMany = inARow >= 5 || (window.length >= 20 && 2 * failures >= window.length);
      if (state === "closed" && !tooMany) return;
      state = "open";
      until = now() + 1_000 * pauseSeconds(failure, openings);
      openings += 1;
      opened += 1;
      window = [];
    },

    status: () => ({ state: shown(), openings, failuresInARow: inARow }),
  };

  function shown(): BreakerState {
    return state === "closed" || state === "open" ? state : "half-open";
  }
}

/** Refusals and spent budgets say nothing about whether the upstream works. */
function saysNothing({ kind, isInconclusive, isRefusal }: UpstreamFailure): boolean {
  return isRefusal || kind === "budget-spent" || isInconclusive;
}

function pauseSeconds({ retryAfterSeconds }: UpstreamFailure, doublings: number): number {
  let seconds = 30;
  for (let time = 0; time < doublings; time += 1) seconds = Math.min(seconds * 2, 300);
  return Math.max(seconds, retryAfterSeconds ?? 0);
}

const askingForTime = fc
  .constantFrom(1, 45, 600)
  .map((retryAfterSeconds) => failed("error", { retryAfterSeconds }));

const end = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<"value" | "none">("value", "none") },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      failed("error"),
      failed("unavailable"),
      failed("timeout", { isInconclusive: false }),
      failed("timeout", { isInconclusive: true }),
      failed("unknown-here"),
      failed("budget-spent"),
      failed("throttled"),
      failed("refused"),
    ),
  },
  { weight: 1, arbitrary: askingForTime },
);

/** A moment, or a long time. */
const seconds = fc.oneof(
  fc.double({ min: 0, max: 8, noNaN: true }),
  fc.integer({ min: 0, max: 700 }),
);

/** A call that ends at once; one that begins; one that ends; time that passes. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("request" as const), end }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("begin" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(5), end }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), seconds }) },
);

/** A breaker and its model side by side. */
function createPair() {
  const clock = createTestClock();
  const model = createBreakerModel(clock.now);
  const breakers = createBreakers({
    clock,
    random: () => 0.5,
  });
  const underWay: { modelCall: ModelCall; finish: TestEnd["finish"]; ended: Promise<string> }[] =
    [];

  const begin = async () => {
    const modelCall = model.begin();
    const call = createTestCall(clock);
    const { promise, finish } = createTestEnd();
    let sent = false;
    const ended = breakers.guard(call, () => {
      sent = true;
      return promise;
    });
    if (typeof modelCall === "number") {
      expect(sent).toBe(false);
      const thrown: unknown = await ended.catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(UpstreamFailure);
      expect(thrown).toMatchObject({ kind: "circuit-open", retryAfterSeconds: modelCall });
      return;
    }
    expect(sent).toBe(true);
    underWay.push({ modelCall, finish, ended: endOf(ended) });
  };

  const finish = async (index: number, how: Parameters<TestEnd["finish"]>[0]) => {
    const [one] = underWay.splice(index, 1);
    if (one === undefined) return;
    one.finish(how);
    expect(await one.ended).toBe(how instanceof UpstreamFailure ? how.kind : how);
    model.end(one.modelCall, how);
    expect(breakers.states()[0]).toMatchObject(model.status());
  };

  return { clock, begin, finish, underWay };
}

it("does what its model does, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 150, size: "max" }),
      async (steps) => {
        const pair = createPair();
        for (const one of steps) {
          if (one.do === "wait") pair.clock.advance(one.seconds);
          else if (one.do === "end") await pair.finish(one.which, one.end);
          else {
            const before = pair.underWay.length;
            await pair.begin();
            const begun = pair.underWay.length > before;
            if (begun && one.do === "request") await pair.finish(before, one.end);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});
