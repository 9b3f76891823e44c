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
  /** How often the breaker had opened when it began. */
  begunAfter: number;
}

/** What a breaker without jitter ought to do, in the words of its rules, slowly and plainly. */
function createBreakerModel(now: () => number) {
  let state: BreakerState = "closed";
  let until = 0;
  let openings = 0;
  let opened = 0;
  let underWay = 0;
  let hasResponded = false;
  /** What failed since it was last closed and well, and since it opened or something succeeded. */
  let everFailed: string[] = [];
  let failed: string[] = [];
  let odd: { about: string; at: number }[] = [];
  let successes = 0;
  let unnamed = 0;

  const nameOf = ({ about }: UpstreamFailure) => about ?? `unnamed ${(unnamed += 1)}`;

  return {
    /** Takes a call, or gives the seconds that it has to wait. */
    begin(): ModelCall | number {
      if (state === "open" && now() < until) {
        return Math.min(600, Math.ceil((until - now()) / 1_000));
      }
      if (state === "open") [state, successes] = ["half-open", 0];
      if (state === "half-open" && !hasResponded && underWay === 5) return 1;
      underWay += 1;
      return { begunAfter: opened };
    },

    end({ begunAfter }: ModelCall, end: Parameters<TestEnd["finish"]>[0]): void {
      if (begunAfter !== opened) return;
      underWay -= 1;
      const failure = end instanceof UpstreamFailure && end.kind !== "unknown-here" ? end : null;
      if (failure !== null && saysNothing(failure)) {
        hasResponded ||= COMPLETE.includes(failure.kind);
        return;
      }
      if (failure === null) {
        [hasResponded, odd, failed] = [true, [], []];
        successes += 1;
        if (state === "half-open" && successes === 2) [state, openings] = ["closed", 0];
        if (state === "closed") everFailed = [];
      } else if (isOdd(failure)) {
        hasResponded = true;
        odd.push({ about: nameOf(failure), at: now() });
        const lasts = now() - (odd[0]?.at ?? now());
        const isSilent = new Set(odd.map(({ about }) => about)).size >= 5 && lasts >= 30_000;
        if (isSilent && state === "closed") [state, successes] = ["half-open", 0];
      } else {
        const name = nameOf(failure);
        if (!everFailed.includes(name)) failed.push(name);
        everFailed.push(name);
        if (failed.length < 5) return;
        state = "open";
        until = now() + 1_000 * pauseSeconds(failure, openings);
        openings += 1;
        opened += 1;
        [underWay, hasResponded, failed, odd] = [0, false, [], []];
      }
    },

    status: () => ({ state, openings, failuresInARow: failed.length }),
  };
}

/** Refusals and spent budgets say nothing about whether the upstream works. */
function saysNothing({ kind, isInconclusive, isRefusal }: UpstreamFailure): boolean {
  return isRefusal || kind === "budget-spent" || isInconclusive;
}

const COMPLETE = ["throttled", "refused", "error", "bad-response", "mismatch"];

/** A complete response that makes no sense. */
function isOdd({ kind }: UpstreamFailure): boolean {
  return kind === "bad-response" || kind === "mismatch";
}

function pauseSeconds({ retryAfterSeconds }: UpstreamFailure, doublings: number): number {
  let seconds = 30;
  for (let time = 0; time < doublings; time += 1) seconds = Math.min(seconds * 2, 300);
  return Math.max(seconds, retryAfterSeconds ?? 0);
}

const askingForTime = fc
  .constantFrom(1, 45, 600)
  .map((retryAfterSeconds) => failed("error", { retryAfterSeconds }));
/** Some that nobody tells apart, and some about one of a few. */
const about = fc.constantFrom(null, "a", "b", "c", "d", "e", "f", "g");

const end = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<"value" | "none">("value", "none") },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom("error", "unavailable", "timeout", "incomplete"), about)
      .map(([kind, of]) => failed(kind, { about: of })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("bad-response", "mismatch"), about)
      .map(([kind, of]) => failed(kind, { about: of })),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      failed("timeout", { isInconclusive: true }),
      failed("unknown-here"),
      failed("budget-spent"),
      failed("throttled"),
      failed("refused"),
      failed("error", { isGuess: true }),
      failed("mismatch", { isGuess: true }),
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
