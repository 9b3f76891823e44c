import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestClock } from "../fault-matrix/clock.ts";
import { CASES } from "./cases.ts";
import { openHeadGallery, type HeadGallery } from "./heads.ts";
import { perform } from "./perform.ts";
import { schedule } from "./steps.ts";

const RUNS = 12;
const SEED = 20_261_121;

const clock = createTestClock();
let heads: HeadGallery;

beforeAll(async () => {
  heads = await openHeadGallery();
}, 30_000);

afterAll(() => clock.restore());

it.each(CASES)(
  "%s",
  async (_, steps) => {
    expect(await perform(steps, clock, heads)).toEqual([]);
  },
  30_000,
);

it("tells only what was true, whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      expect(await perform(steps, clock, heads)).toEqual([]);
    }),
    // A schedule takes too long for shrinking: keep the one that failed as a case, and shorten that.
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 180_000);
