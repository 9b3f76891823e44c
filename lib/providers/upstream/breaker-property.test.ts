import fc from "fast-check";
import { expect, it } from "vitest";
import { UpstreamFailure } from "../failure.ts";
import { createTestBreakers, failed, type TestEnd } from "./guarded.fixture.ts";

type End = Parameters<TestEnd["finish"]>[0];

/** A call that was sent, and has ended. */
interface Ended {
  began: number;
  about: string | null;
  end: End;
}

const isSuccess = (end: End) => !(end instanceof UpstreamFailure) || end.kind === "unknown-here";

/** It counts against the provider. */
function isFault(end: End): boolean {
  if (!(end instanceof UpstreamFailure) || !end.wasSent || end.isInconclusive) return false;
  return !["unknown-here", "throttled", "bad-response", "mismatch"].includes(end.kind);
}

/** Says if a breaker that has seen these calls, the last of them just now, may open, and if it must. */
function groundsOf(history: readonly Ended[], now: number) {
  const successes = history.filter(({ end }) => isSuccess(end)).map(({ began }) => began);
  const lastSuccess = Math.max(...successes);
  const faults = history.filter(({ began, end }) => isFault(end) && began > lastSuccess);
  const areSeveral = (some: readonly Ended[]) =>
    new Set(some.map((one) => one.about ?? one)).size >= 5;
  const areGrounds = (some: readonly Ended[]) =>
    areSeveral(some) && now - Math.min(...some.map(({ began }) => began)) >= 3_000;
  // A call that nobody tells apart is new each time.
  const unnamed = faults.filter(({ about }) => about === null);
  const isLast = unnamed.at(-1) === history.at(-1);
  return {
    isFailing: areSeveral(faults),
    may: areGrounds(faults),
    must: isLast && areGrounds(unnamed),
  };
}

const kinds = ["error", "unavailable", "timeout", "incomplete", "refused", "error", "timeout"];
const others = ["bad-response", "mismatch", "throttled", "unknown-here", "budget-spent"];
const end = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("value" as const, "none" as const) },
  { weight: 8, arbitrary: fc.constantFrom(...kinds.map((kind) => ({ kind }))) },
  { weight: 2, arbitrary: fc.constantFrom(...others.map((kind) => ({ kind }))) },
  { weight: 1, arbitrary: fc.constant({ kind: "timeout", isInconclusive: true }) },
);
/** Some that nobody tells apart, and some about one of a few. */
const about = fc.constantFrom(null, null, null, "a", "b", "c", "d", "e", "f", "g");
const client = fc.constantFrom(undefined, "one", "two", "three");

/** A call begins; one ends; time passes. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("begin" as const), about, client }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(5), end }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      seconds: fc.oneof(
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        fc.integer({ min: 1, max: 90 }),
      ),
    }),
  },
);

const failureOf = (given: "value" | "none" | { kind: string }, of: string | null): End => {
  if (typeof given === "string") return given;
  const { kind, ...options } = given as { kind: UpstreamFailure["kind"] };
  return failed(kind, { about: of, ...options });
};

/** Expects that a breaker was open before the end of a call, and is after it, rightly. */
function expectRightly(
  end: End,
  grounds: ReturnType<typeof groundsOf>,
  wasOpen: boolean,
  isOpen: boolean,
): void {
  if (!wasOpen && isOpen) expect(grounds.may).toBe(true);
  if (grounds.must) expect(isOpen).toBe(true);
  if (wasOpen && !isOpen) expect(isSuccess(end)).toBe(true);
  if (isSuccess(end) && !grounds.isFailing) expect(isOpen).toBe(false);
}

it("opens when it has grounds, closes after a success, and refuses nothing but while it is open", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 200, size: "max" }),
      async (steps) => {
        const test = createTestBreakers();
        const stateNow = () => test.status()?.state ?? "closed";
        const history: Ended[] = [];
        const underWay: (Omit<Ended, "end"> & ReturnType<typeof test.begin>)[] = [];
        for (const one of steps) {
          if (one.do === "wait") test.clock.advance(one.seconds);
          // Time passes between any two calls.
          test.clock.advance(0.001);
          if (one.do === "begin") {
            const began = test.clock.monotonic();
            const begun = test.begin({
              about: one.about,
              ...(one.client && { client: one.client }),
            });
            if (begun.isSent()) underWay.push({ began, about: one.about, ...begun });
            else expect(stateNow()).toBe("open");
          }
          const [ending] = one.do === "end" ? underWay.splice(one.which, 1) : [];
          if (one.do !== "end" || ending === undefined) continue;
          const before = stateNow();
          const how = failureOf(one.end, ending.about);
          await ending.ends(how);
          history.push({ began: ending.began, about: ending.about, end: how });
          const grounds = groundsOf(history, test.clock.monotonic());
          expectRightly(how, grounds, before === "open", stateNow() === "open");
        }
      },
    ),
    { numRuns: 300 },
  );
});
