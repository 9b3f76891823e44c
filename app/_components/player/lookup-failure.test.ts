import { expect, it } from "vitest";
import { coarseWait, secondsUntil } from "./lookup-failure.ts";

it.each([
  ["2520", 2520],
  ["0", 0],
  [null, undefined],
  ["soon", undefined],
  ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
])("reads Retry-After %j as %j seconds", (header, seconds) => {
  expect(secondsUntil(header)).toBe(seconds);
});

it.each([
  [0, 1, "second"],
  [30, 30, "second"],
  [90, 90, "second"],
  [91, 2, "minute"],
  [2_520, 42, "minute"],
  [2_521, 43, "minute"],
  [3_600, 60, "minute"],
  [5_401, 2, "hour"],
  [86_400, 24, "hour"],
])("shows %i seconds as %i %s", (seconds, value, unit) => {
  expect(coarseWait(seconds)).toEqual({ value, unit });
});
