import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { UpstreamFailure } from "../failure.ts";
import type { Operation, Sent } from "./operation.fixture.ts";
import { OPERATIONS } from "./operations.fixture.ts";
import { useFakeProviders } from "./fake-providers.fixture.ts";

const request = useFakeProviders();

/** These say nothing about whether there is one. */
const FREE_TEXTS = ["path", "description", "message", "traceInformation"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for a body that is a documented one but for free texts. */
function isOfForm(form: unknown, body: unknown, key = ""): boolean {
  if (isDeepStrictEqual(form, body)) return true;
  if (FREE_TEXTS.includes(key) && key !== "" && typeof body === "string") {
    return form === null || typeof form === "string";
  }
  if (Array.isArray(form) && Array.isArray(body)) {
    // A list of others is a positive response about each of them, and may say more.
    const isKnown = (item: unknown, at: number) =>
      isObject(item) && isObject(form[at]) && isOfForm({ ...item, ...form[at] }, item);
    return form.length === body.length && body.every(isKnown);
  }
  if (!isObject(form) || !isObject(body)) return false;
  const keys = Object.keys(form);
  return (
    isDeepStrictEqual(keys.toSorted(), Object.keys(body).toSorted()) &&
    keys.every((one) => isOfForm(form[one], body[one], one))
  );
}

const odd = fc.oneof(
  fc.constantFrom<fc.JsonValue[]>(null, "", {}, [], 0, 28, 404, 200, false, true, "x"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A documented body with something changed in it, deep inside or around it. */
function nearlyOf(body: unknown): fc.Arbitrary<unknown> {
  const around = [
    fc.constant(body),
    odd,
    fc.constantFrom([body], { data: body }, { content: body, code: 200 }, { content: body }),
  ];
  if (Array.isArray(body)) {
    const inside = body.map((item, at) =>
      nearlyOf(item).map((changed) => body.toSpliced(at, 1, changed)),
    );
    return fc.oneof(
      ...around,
      odd.map((item) => [...body, item]),
      ...inside,
    );
  }
  if (!isObject(body)) return fc.oneof(...around);
  const keys = Object.keys(body);
  return fc.oneof(
    ...around,
    fc.tuple(fc.string(), odd).map(([key, value]) => ({ ...body, [key]: value })),
    fc.subarray(keys).map((kept) => Object.fromEntries(kept.map((key) => [key, body[key]]))),
    ...keys.map((key) => nearlyOf(body[key]).map((value) => ({ ...body, [key]: value }))),
  );
}

function answerTo({ found, none }: Operation): fc.Arbitrary<Sent> {
  const documented = [found, ...none].filter(({ body }) => body !== "");
  const body = fc.oneof(
    fc.jsonValue(),
    ...documented.map((said) => nearlyOf(JSON.parse(said.body))),
  );
  const status = fc.constantFrom(200, 200, 400, 404, ...none.map((said) => said.status));
  return fc.record({ status, body: body.map((value) => JSON.stringify(value)) });
}

it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s: a result is a value, exactly a documented none, or a failure",
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(answerTo(operation), async (said) => {
        const value = await request(operation, said).catch((error: unknown) => error);
        if (value instanceof UpstreamFailure) return;
        if (value !== null) {
          expect(said.status).toBe(200);
          if (operation.values === undefined) expect(value).toEqual(operation.value);
          else expect(operation.values.safeParse(value).error).toBe(undefined);
          return;
        }
        const forms = operation.none.filter(({ status }) => status === said.status);
        const body: unknown = JSON.parse(said.body);
        expect(forms.some((form) => isOfForm(JSON.parse(form.body || '""'), body))).toBe(true);
      }),
      { numRuns: 100 },
    );
  },
);
