import { setImmediate as breathe } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { createTestClock, type TestClock } from "../../testing/test-clock.ts";
import { UpstreamFailure, type FailureKind } from "../providers/failure.ts";
import { createAnswers, type Answers } from "./records.ts";

const KEPT_MS = 600_000;
let clock: TestClock;
let answers: Answers;
let requests: string[];

beforeEach(() => {
  clock = createTestClock();
  answers = createAnswers(KEPT_MS);
  requests = [];
});

const failure = (kind: FailureKind) =>
  new UpstreamFailure(kind, { provider: "test", operation: "name" }, kind);

const kindOf = (error: unknown) => (error as UpstreamFailure).kind;

/** Asks one provider after the other; gives what the last one said, or how the lookup failed. */
const lookUp = (said: Record<string, unknown>, options: object = {}, isFirst = true) =>
  answers({ isFirst, clock }, async (ask) => {
    let last: unknown;
    for (const [provider, end] of Object.entries(said)) {
      const request = async () => {
        requests.push(provider);
        if (end instanceof Error) throw end;
        return end;
      };
      last = await ask(provider, request, options).catch((error: unknown) => {
        if (kindOf(error) !== "unknown-here") throw error;
      });
    }
    return last;
  }).catch(kindOf);

const spent = failure("budget-spent");

it("what was said before a lookup failed is not asked again in the next try", async () => {
  const said = { a: null, b: failure("unknown-here"), c: spent };
  expect(await lookUp(said)).toBe("budget-spent");
  expect(await lookUp(said)).toBe("budget-spent");
  expect(await lookUp({ ...said, c: "value" })).toBe("value");
  expect(requests).toEqual(["a", "b", "c", "c", "c"]);
});

it.each([
  ["a value, unless that is wished", { a: "value", c: spent }, {}, ["a", "c", "a", "c"]],
  ["a value if that is wished", { a: "value", c: spent }, { withValues: true }, ["a", "c", "c"]],
  ["no failure", { a: failure("timeout") }, {}, ["a", "a"]],
])("keeps %s", async (_, said, options, expected) => {
  await lookUp(said, options);
  await lookUp(said, options);
  expect(requests).toEqual(expected);
});

it("is forgotten once a lookup has an end, and when it is too old to be believed", async () => {
  await lookUp({ a: null, c: spent });
  await lookUp({ a: null, c: null });
  await lookUp({ a: null, c: spent });
  clock.advance(KEPT_MS);
  await lookUp({ a: null, c: spent });
  expect(requests).toEqual(["a", "c", "c", "a", "c", "a", "c"]);
});

it("asks everybody where something is known, or a refresh is forced", async () => {
  await lookUp({ a: null, c: spent });
  await lookUp({ a: null, c: spent }, {}, false);
  expect(requests).toEqual(["a", "c", "a", "c"]);
});

it("keeps nothing that is said after the end", async () => {
  let late: Promise<unknown> = Promise.resolve();
  await answers({ isFirst: true, clock }, async (ask) => {
    late = ask("skin", () => breathe(null));
    return null;
  });
  await late;
  await lookUp({ skin: null });
  expect(requests).toEqual(["skin"]);
});
