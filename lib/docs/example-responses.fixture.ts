import { vi } from "vitest";
import type { Endpoint } from "../contract/endpoints.ts";
import type { ErrorCode } from "../contract/errors.ts";
import { bodyExamples, examplePlayer } from "../contract/examples.ts";
import { serve } from "../testing/served.ts";
import { createTestWorld, type TestWorld } from "../testing/world.ts";
import { exampleQuery } from "./samples/sample-request.ts";

/** The service as examples show it: with links, and with a provider of old names. */
const variablesOf = (sandbox: Record<string, string>) => ({
  NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "",
  SOCIAL_LINKS: JSON.stringify(bodyExamples.getSocial.social.social),
});

/** A player who was not looked up before, so that nothing is cached. */
const UNCACHED = "Tinker_Tess";
const HOUR_MS = 3_600_000;

/** A service that can be made to send each response of its contract. It reads the test's clock. */
export interface Provocation {
  /** Sends requests to an endpoint until it fails with this error. */
  failure(endpoint: Endpoint, code: ErrorCode): Promise<Response>;
  /** Requests the example of this name from an endpoint; pictures are named by their media type. */
  success(endpoint: Endpoint, name: string): Promise<Response>;
  close(): Promise<void>;
}

export async function createProvocation(): Promise<Provocation> {
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
    "image/png": (endpoint) => send(endpoint, lou),
    "image/webp": (endpoint) => send(endpoint, { ...lou, format: "webp" }),
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
