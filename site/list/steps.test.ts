import { expect, it } from "vitest";
import {
  goOn,
  leftIn,
  nextStep,
  startProgress,
  STEP,
  withRefusal,
  withResults,
  type BatchResult,
  type Progress,
} from "./steps.ts";

const NOW = 1_000_000;

const found = (warnings?: object[]) => ({ success: true, status: 200, warnings }) as BatchResult;
const failed = (status: number, more: object = {}) =>
  ({ success: false, status, ...more }) as BatchResult;
const OLD = { code: "BAD_GATEWAY", part: "profile", edition: "java", error: "" };

/** Asks the next step, which everybody gets the same result for. */
function ask(progress: Progress, result: BatchResult, now = NOW): Progress {
  const step = nextStep(progress, now);
  if (step.kind !== "ask") throw new Error(`It would ${step.kind}.`);
  return withResults(
    progress,
    step.indexes,
    step.indexes.map(() => result),
    now,
  );
}

const indexesOf = (progress: Progress, now = NOW) => {
  const step = nextStep(progress, now);
  return step.kind === "ask" ? step.indexes : step.kind;
};

it("asks for fifty players at a time, in the order of the list, and ends", () => {
  let progress = startProgress(120, NOW);
  for (const [first, count] of [
    [0, STEP],
    [50, STEP],
    [100, 20],
  ] as const) {
    expect(indexesOf(progress)).toEqual(Array.from({ length: count }, (_, index) => first + index));
    progress = ask(progress, found());
  }
  expect([nextStep(progress, NOW), leftIn(progress)]).toEqual([{ kind: "done" }, 0]);
  expect(nextStep(startProgress(0, NOW), NOW)).toEqual({ kind: "done" });
});

it.each<[string, BatchResult, string, number | null]>([
  ["a profile", found(), "found", null],
  ["a lost skin", found([{ ...OLD, part: "skin" }]), "found", null],
  ["a skin that is none", found([{ ...OLD, code: "UNUSABLE_SKIN", part: "skin" }]), "found", null],
  ["an edition that is missing", found([OLD]), "found", 6_000],
  ["a link that is unknown", found([{ ...OLD, part: "link" }]), "found", 61_000],
  ["nobody", failed(404), "none", null],
  ["no name", failed(400), "invalid", null],
  [
    "a name that cannot be searched",
    failed(502, { reason: "unsearchable", retry_after: 9 }),
    "unsearchable",
    null,
  ],
  ["a turn that did not come", failed(502, { retry_after: 3 }), "failed", 3_000],
  ["a limit", failed(429, { retry_after: 40 }), "failed", 40_000],
  ["too many at once", failed(503), "failed", 5_000],
  ["a bug", failed(500), "failed", 5_000],
])("reads %s", (_, result, kind, waitMs) => {
  const progress = ask(startProgress(1, NOW), result);
  expect(progress.outcomes[0]?.kind).toBe(kind);
  const expected = waitMs === null ? { kind: "done" } : { kind: "wait", until: NOW + waitMs };
  expect(nextStep(progress, NOW)).toEqual(expected);
});

it("lets those who must wait wait, and asks the others meanwhile", () => {
  let progress = ask(startProgress(STEP + 1, NOW), failed(502, { retry_after: 3 }));
  expect(indexesOf(progress)).toEqual([STEP]);
  progress = ask(progress, found());
  expect(nextStep(progress, NOW + 2_999)).toEqual({ kind: "wait", until: NOW + 3_000 });
  expect(indexesOf(progress, NOW + 3_000)).toHaveLength(STEP);
});

it("sends a step again that was refused as a whole", () => {
  const progress = withRefusal(startProgress(60, NOW), [0, 1], 7, NOW);
  expect(indexesOf(progress)).toEqual(Array.from({ length: STEP }, (_, index) => index + 2));
  expect(progress.askAt.slice(0, 3)).toEqual([NOW + 7_000, NOW + 7_000, 0]);
  expect(withRefusal(startProgress(1, NOW), [0], undefined, NOW).askAt).toEqual([NOW + 5_000]);
});

it("keeps a profile that is known in part while a provider fails", () => {
  const partial = ask(startProgress(1, NOW), found([OLD]));
  const later = ask(partial, failed(502), NOW + 6_000);
  expect(later.outcomes).toEqual(partial.outcomes);
  expect(leftIn(later)).toBe(1);
});

it.each([
  [10, 7],
  [60, 3],
])(
  "stops when rounds of %i s bring no news, and goes on when a visitor wants it",
  (seconds, rounds) => {
    let [progress, now, asked] = [startProgress(2, NOW), NOW, 0];
    while (nextStep(progress, now).kind !== "stalled") {
      progress = ask(progress, failed(502, { retry_after: seconds }), now);
      [now, asked] = [now + seconds * 1_000, asked + 1];
    }
    expect(asked).toBe(rounds);
    expect(indexesOf(goOn(progress, now), now)).toEqual([0, 1]);
  },
);

it("does not stop while others are found", () => {
  let progress = startProgress(4, NOW);
  for (let round = 0; round < 12; round += 1) {
    const news = round % 3 === 2 ? found() : failed(502, { retry_after: 0 });
    progress = withResults(progress, [round % 4, 3], [news, failed(502, { retry_after: 0 })], NOW);
    expect(nextStep(progress, NOW).kind).toBe("ask");
  }
});

it("asks nobody again by itself who has to wait for minutes", () => {
  const progress = ask(startProgress(1, NOW), failed(502, { retry_after: 3_600 }));
  expect(nextStep(progress, NOW)).toEqual({ kind: "stalled" });
  expect(indexesOf(goOn(progress, NOW))).toEqual([0]);
});

it("goes on as it was after a pause that no provider caused", () => {
  const progress = ask(startProgress(1, NOW), failed(502, { retry_after: 9 }));
  expect(goOn(progress, NOW)).toEqual(progress);
});
