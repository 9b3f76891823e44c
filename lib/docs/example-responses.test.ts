import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import english from "../../messages/en.json";
import { endpoints, type Endpoint } from "../contract/endpoints.ts";
import { ERRORS } from "../contract/errors.ts";
import { bodyExamples } from "../contract/examples.ts";
import { createProvocation, type Provocation } from "./example-responses.fixture.ts";
import { exampleResponses, type ExampleResponse } from "./example-responses.ts";

const contract: readonly Endpoint[] = endpoints;
const bodies: Readonly<Record<string, object>> = bodyExamples;

/** Fields that change every time: only their type is compared. */
const CHANGING = new Set([
  "error",
  "fetched_at",
  "looked_up_at",
  "lookups_total",
  "lookups_24h",
  "players_total",
  "cache_hit_ratio_24h",
]);
/** Headers whose value is the same whenever they are sent. */
const CONSTANT = new Set(["X-Texture-Source", "Allow"]);

let service: Provocation;
beforeEach(async () => {
  // Only `partial` lets time pass.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  service = await createProvocation();
});
afterEach(async () => {
  await service.close();
  vi.useRealTimers();
});

describe.each(contract.map((endpoint) => [endpoint.id, endpoint] as const))(
  "an example response of %s matches the service",
  (_, endpoint) => {
    it.each(namedResponses(endpoint))("%s", async (name, { status, code, headers, body }) => {
      const response =
        code === undefined
          ? await service.success(endpoint, name)
          : await service.failure(endpoint, code);
      expect(response.status).toBe(status);
      for (const [header, example] of headers) {
        const sent = response.headers.get(header);
        expect(sent, header).not.toBeNull();
        if (header === "Content-Type") expect(sent?.replace(/;.*/, "")).toBe(example);
        if (CONSTANT.has(header)) expect(sent).toBe(example);
      }
      if (body === undefined) expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
      else expect(withoutChanging(await response.json())).toEqual(withoutChanging(body));
    });
  },
);

it("says how long to wait in both headers of the refresh limit alike", () => {
  const all = contract.flatMap((endpoint) => exampleResponses(endpoint, english.Contract));
  const [limited] = all.filter(({ code }) => code === "RATE_LIMITED");
  const { "Retry-After": wait, RateLimit: limit } = Object.fromEntries(limited?.headers ?? []);
  expect(limit).toMatch(new RegExp(`;t=${wait}$`));
});

it("shows every error that an endpoint may give, and those in the order of their status", () => {
  for (const endpoint of contract) {
    const codes = exampleResponses(endpoint, english.Contract).flatMap(({ code }) => code ?? []);
    expect(codes.toSorted()).toEqual(endpoint.errors.toSorted());
    const statuses = codes.map((code) => ERRORS[code]);
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  }
});

function namedResponses(endpoint: Endpoint): (readonly [string, ExampleResponse])[] {
  const names = Object.keys(bodies[endpoint.id] ?? {});
  return exampleResponses(endpoint, english.Contract).map((response, index) => {
    const [, type = ""] = response.headers.find(([name]) => name === "Content-Type") ?? [];
    return [response.code ?? names[index] ?? type, response] as const;
  });
}

/** A body in which the type stands for what changes. */
function withoutChanging(body: unknown): unknown {
  const blur = (key: string, value: unknown) => (CHANGING.has(key) ? typeof value : value);
  return JSON.parse(JSON.stringify(body, blur));
}
