import { expect, it } from "vitest";
import type { UpstreamFailure } from "../failure.ts";
import { createTestCall, createTestEnd, endOf, failed } from "./guarded.fixture.ts";
import { createRecorder } from "./guards.ts";

const outcomes: [end: "value" | "none" | UpstreamFailure, outcome: string | undefined][] = [
  ["value", "answered"],
  ["none", "answered"],
  [failed("unknown-here"), "answered"],
  [failed("throttled"), "refused"],
  [failed("refused"), "refused"],
  [failed("error"), "failed"],
  [failed("timeout"), "failed"],
  [failed("timeout", { isInconclusive: true }), undefined],
];

it.each(outcomes)("notes %s as %s", async (end, outcome) => {
  const noted: string[] = [];
  const guard = createRecorder((provider, how) => void noted.push(`${provider} ${how}`));
  const { promise, settle } = createTestEnd();
  const call = createTestCall(() => 0);
  const ended = endOf(guard(call, () => promise));
  settle(end);
  await ended;
  expect(noted).toEqual(outcome === undefined ? [] : [`test ${outcome}`]);
});
