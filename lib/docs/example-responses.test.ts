import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import english from "../../messages/en.json";
import { type Endpoint, endpoints } from "../contract/endpoints.ts";
import { type ErrorCode, ERRORS } from "../contract/errors.ts";
import { bodyExamples, examplePlayer } from "../contract/examples.ts";
import { serve } from "../testing/served.ts";
import { createTestWorld, type TestWorld } from "../testing/world.ts";
import { type ExampleResponse, exampleResponses } from "./example-responses.ts";
import { exampleQuery } from "./samples/sample-request.ts";

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

/** The service as examples show it: with links, and with a provider of old names. */
const variablesOf = (sandbox: Record<string, string>) => ({
  NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "",
  SOCIAL_LINKS: JSON.stringify(bodyExamples.getSocial.social.social),
});

/** A player who was not looked up before, so that nothing is cached. */
const UNCACHED = "Tinker_Tess";
const HOUR_MS = 3_600_000;

/** A service that can be made to send each response of its contract. It reads the test's clock. */
interface Provocation {
  /** Sends requests to an endpoint until it fails with this error. */
  failure(endpoint: Endpoint, code: ErrorCode): Promise<Response>;
  /** Requests the example of this name from an endpoint; pictures are named by their media type. */
  success(endpoint: Endpoint, name: string): Promise<Response>;
  close(): Promise<void>;
}

async function createProvocation(): Promise<Provocation> {
  const world = await createTestWorld(variablesOf);
  let isOverloaded = false;
  const load = { isOverloaded: () => isOverloaded, stop: () => undefined };
  const front = await serve(world, { load });

  const send = (
    { path }: Pick<Endpoint, "path">,
    query: Record<string, string>,
    init?: RequestInit,
  ) => {
    const url = new URL(path, front.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return fetch(url, init);
  };
  const { control } = world.sandbox;
  const lou = { username: examplePlayer.javaName };
  const onBedrock = { username: examplePlayer.xuid, type: "bedrock" };
  const profile = { path: "/api" };

  const failures: Record<ErrorCode, (endpoint: Endpoint) => Promise<Response>> = {
    MISSING_PARAMETER: ({ path }) => send({ path }, {}),
    INVALID_PARAMETER: (endpoint) => send(endpoint, { [endpoint.required[0] ?? ""]: "?" }),
    NOT_FOUND: (endpoint) => send(endpoint, { username: "no_such_player" }),
    ROUTE_NOT_FOUND: ({ path }) => send({ path: `${path}/nothing` }, {}),
    METHOD_NOT_ALLOWED: (endpoint) => send(endpoint, lou, { method: "POST" }),
    URI_TOO_LONG: (endpoint) => send(endpoint, { username: "a".repeat(3_000) }),
    async RATE_LIMITED(endpoint) {
      await send(endpoint, { ...lou, update: "true" });
      return send(endpoint, { ...lou, update: "true" });
    },
    INTERNAL_ERROR: (endpoint) => breakDown(world, endpoint),
    BAD_GATEWAY(endpoint) {
      control.fault({ route: "*", fault: { kind: "drop" } });
      return send(endpoint, { username: UNCACHED });
    },
    OVERLOADED(endpoint) {
      isOverloaded = true;
      return send(endpoint, { username: UNCACHED });
    },
  };

  const successes: Record<string, (endpoint: Endpoint) => Promise<Response>> = {
    async both() {
      await send(profile, lou);
      return send(profile, lou);
    },
    java() {
      control.change(examplePlayer.uuid, { cape: null });
      return send(profile, { ...lou, type: "java" });
    },
    async partial() {
      await send(profile, onBedrock);
      control.fault({ route: "*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + HOUR_MS);
      return send(profile, { username: examplePlayer.gamertag });
    },
    async recent(endpoint) {
      await send(profile, { ...lou, type: "java" });
      await send(profile, onBedrock);
      return send(endpoint, {});
    },
    social: (endpoint) => send(endpoint, {}),
    "image/png": (endpoint) => send(endpoint, exampleQuery(endpoint)),
    "image/webp": (endpoint) => send(endpoint, { ...exampleQuery(endpoint), format: "webp" }),
  };

  return {
    failure: (endpoint, code) => failures[code](endpoint),
    success(endpoint, name) {
      const way = successes[name];
      if (way === undefined) throw new TypeError(`Nobody knows how to be answered ${name}.`);
      return way(endpoint);
    },
    async close() {
      await front.close();
      await world.close();
    },
  };
}

/** No request leads to a fault of ours. A query that cannot be read stands for one. */
async function breakDown({ services }: TestWorld, endpoint: Endpoint): Promise<Response> {
  const fail = () => {
    throw new RangeError("The query cannot be read.");
  };
  const { status, headers, body } = await services.api.handle({
    method: "GET",
    path: endpoint.path.replace(/\?.*/, ""),
    query: new URLSearchParams(exampleQuery(endpoint)).toString(),
    search: Object.assign(new URLSearchParams(), { has: fail, getAll: fail }),
    ifNoneMatch: undefined,
    onlyIfCached: false,
    clientAddress: "203.0.113.1",
  });
  return new Response(typeof body === "string" ? body : null, { status, headers });
}
