import fc from "fast-check";
import { expect, it } from "vitest";
import { UpstreamFailure } from "../failure.ts";
import { createBreakerModel, type ModelCall } from "./breaker-model.fixture.ts";
import { createBreakers } from "./breaker.ts";
import {
  createTestCall,
  createTestClock,
  createTestEnd,
  endOf,
  failed,
  type TestEnd,
} from "./guarded.fixture.ts";

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
    now: clock.now,
    random: () => 0.5,
  });
  const underWay: { modelCall: ModelCall; settle: TestEnd["settle"]; ended: Promise<string> }[] =
    [];

  const begin = async () => {
    const modelCall = model.begin();
    const call = createTestCall(clock.now);
    const { promise, settle } = createTestEnd();
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
    underWay.push({ modelCall, settle, ended: endOf(ended) });
  };

  const finish = async (index: number, how: Parameters<TestEnd["settle"]>[0]) => {
    const [one] = underWay.splice(index, 1);
    if (one === undefined) return;
    one.settle(how);
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
