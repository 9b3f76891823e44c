import { type Endpoint, endpointOf, endpoints } from "./contract.ts";
import type { ErrorCode } from "../../lib/contract/errors.ts";
import type { CapturedResponse } from "../../lib/contract/captured.ts";
import { examplePlayer } from "../../lib/contract/examples.ts";
import type { ProfileBody } from "../../lib/contract/profile.ts";
import { RESPONSE_HEADERS } from "../../lib/contract/headers.ts";
import { address } from "../../lib/contract/urls.ts";
import { serve } from "../../testing/served.ts";
import { createTestWorld, type TestWorld } from "../../testing/world.ts";
import { exampleParameters } from "./samples/samples.ts";

/*
 * Requests whose responses are the examples of the documentation, sent to the real service on the
 * sandbox: `captured-examples.test.ts` compares them with `lib/contract/captured-examples.json`.
 */

const SOCIAL_LINKS = JSON.stringify([
  { platform: "git", label: "Source code", url: "https://git.example.org/lanterns/nametag" },
  { platform: "chat", label: "Ask us", url: "https://chat.example.org/lanterns" },
]);

/** A player of Java Edition only, without a cape. */
const JAVA_ONLY = "Tinker_Tess";
const UNKNOWN = "no_such_player";

/** The means by which a scenario changes its service before and between requests. */
interface Stage {
  send(target: string, init?: RequestInit): Promise<Response>;
  /** Advances the service's clock, in seconds. */
  wait: (seconds: number) => void;
  failProviders(): void;
  overload(): void;
  losePages(): void;
  world: TestWorld;
}

/** Sends requests and returns the last response, which is the example. */
type Scenario = (stage: Stage) => Promise<Response>;

const lou = { username: examplePlayer.javaName };
const ofLou = address("/api", lou);
const ofLouOnBedrock = address("/api", { username: examplePlayer.xuid, type: "bedrock" });

/** Examples beside those that every endpoint has. */
const named: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  getProfile: {
    async both({ send, wait }) {
      await send(ofLou);
      wait(75);
      return send(ofLou);
    },
    java: ({ send }) => send(address("/api", { username: JAVA_ONLY })),
    async partial({ send, wait, failProviders }) {
      await send(ofLouOnBedrock);
      failProviders();
      wait(3_600);
      return send(address("/api", { username: examplePlayer.gamertag }));
    },
  },
  getBatch: {
    batch: ({ send }) =>
      send(
        address("/api/batch", { usernames: `${examplePlayer.javaName},${JAVA_ONLY},${UNKNOWN}` }),
      ),
  },
  getHistory: {
    async history({ send, wait, world }) {
      const { bedrockSkinTexture: skin, skinTexture } = examplePlayer;
      world.sandbox.control.change(examplePlayer.uuid, { skin });
      await send(ofLou);
      world.sandbox.control.change(examplePlayer.uuid, { skin: skinTexture });
      wait(3_600);
      await send(ofLou);
      return send(address("/api/history", lou));
    },
  },
  getSuggestions: {
    async suggestions({ send }) {
      for (const player of [JAVA_ONLY, examplePlayer.javaName])
        await send(address("/api", { username: player }));
      return send(address("/api/suggest", { q: "lan" }));
    },
  },
  getSocial: { social: ({ send }) => send(endpointOf("getSocial").path) },
  getRecent: {
    async recent({ send, wait }) {
      await send(address("/api", { ...lou, type: "java" }));
      wait(60);
      await send(ofLouOnBedrock);
      wait(20);
      return send(endpointOf("getRecent").path);
    },
  },
  getCape: { noCape: ({ send }) => send(address("/cape", { username: JAVA_ONLY })) },
};

/** Responses of no endpoint about players. */
const other: Readonly<Record<string, Readonly<Record<string, Scenario>>>> = {
  getHealth: { alive: ({ send }) => send("/api/health") },
  getReady: {
    ready: ({ send }) => send("/api/ready"),
    OVERLOADED({ send, losePages }) {
      losePages();
      return send("/api/ready");
    },
  },
  anywhere: {
    ROUTE_NOT_FOUND: ({ send }) => send("/api/profile/Lantern_Lou"),
    METHOD_NOT_ALLOWED: ({ send }) => send(ofLou, { method: "POST" }),
    redirect: ({ send }) => send(address("/api.php", lou), { redirect: "manual" }),
    preflight: ({ send }) => send(ofLou, { method: "OPTIONS" }),
    texture: ({ send }) => send(address("/head", { texture: examplePlayer.skinTexture })),
    async withoutCape({ send, world }) {
      const { java } = (await (await send(ofLou)).json()) as ProfileBody;
      const match = java?.cape_texture ?? "";
      world.sandbox.control.fault({ route: "mojang-textures.*", match, fault: { kind: "drop" } });
      return send(address("/body", { ...lou, cape: "true" }));
    },
  },
};

/** How to make an endpoint fail with each error. */
function failing(endpoint: Endpoint): Partial<Record<ErrorCode, Scenario>> {
  const [required = ""] = endpoint.required;
  /** Its required parameter, which for most endpoints is the player. */
  const of = (value: string) => ({ [required]: value });
  const target = (query: Record<string, string>) =>
    endpoint.path.includes("?") ? endpoint.path : address(endpoint.path, query);
  const ofPlayer = of(lou.username);
  // Any text may be the beginning of a name, but for its length.
  const wrongText = required === "q" ? "a".repeat(65) : "?";
  const wrong = "type" in endpoint.query.shape ? { ...ofPlayer, type: "both" } : of(wrongText);
  const route = endpoint.path.replace(/\?.*/, "");
  return {
    MISSING_PARAMETER: ({ send }) => send(route),
    INVALID_PARAMETER: ({ send }) => send(address(route, wrong)),
    NOT_FOUND: ({ send }) => send(target(of(UNKNOWN))),
    PRECONDITION_FAILED: ({ send }) =>
      send(target(ofPlayer), { headers: { "If-Match": '"an-older-version"' } }),
    URI_TOO_LONG: ({ send }) => send(address(route, of("a".repeat(3_000)))),
    async RATE_LIMITED({ send, wait }) {
      const refresh = target({ ...ofPlayer, update: "true" });
      await send(refresh);
      wait(1_080);
      return send(refresh);
    },
    HEADERS_TOO_LARGE: ({ send }) =>
      send(target(ofPlayer), { headers: { Cookie: "a".repeat(20_000) } }),
    async INTERNAL_ERROR({ send, world }) {
      const query = exampleParameters(endpoint).map(({ name, value }) => [name, value]);
      const url = address(route, Object.fromEntries(query));
      await send(url);
      return breakDown(world, url);
    },
    BAD_GATEWAY({ send, failProviders }) {
      failProviders();
      return send(target(ofPlayer));
    },
    OVERLOADED({ send, overload }) {
      overload();
      return send(target(ofPlayer));
    },
  };
}

/** Fakes an internal error by a query that throws when it is read for the handler: no real request causes one. */
async function breakDown({ services }: TestWorld, target: string): Promise<Response> {
  const [path = "", query = ""] = target.split("?");
  const search = new URLSearchParams(query);
  const read = new Set<string>();
  const getAll = (name: string) => {
    if (read.has(name)) throw new RangeError("The query cannot be read.");
    read.add(name);
    // Another text, since the response to the first is in memory.
    return ["another"];
  };
  const { status, headers, body } = await services.api.replyTo({
    method: "GET",
    path,
    query: `${query}&read=twice`,
    search: Object.assign(search, { getAll }),
    preconditions: {},
    onlyIfCached: false,
    clientAddress: "203.0.113.1",
  });
  return new Response(typeof body === "string" ? body : null, { status, headers });
}

/** Every scenario by the id of its endpoint and the name of the example. */
export function everyScenario(): [id: string, scenarios: Record<string, Scenario>][] {
  const contract: readonly Endpoint[] = endpoints;
  const ofEndpoints = contract.map((endpoint): [string, Record<string, Scenario>] => {
    const { id, path, errors } = endpoint;
    const images = (endpoint.images ?? []).map((type): [string, Scenario] => {
      const format = type.replace("image/", "");
      const query = { ...lou, ...("format" in endpoint.query.shape && { format }) };
      return [type, ({ send }) => send(address(path, query))];
    });
    const failures = Object.entries(failing(endpoint)).filter(([code]) =>
      errors.some((error) => error === code),
    );
    const unknownAsJson: Scenario = ({ send }) =>
      send(address(path, { username: UNKNOWN, default: "404" }));
    const failedAsJson: Scenario = ({ send, failProviders }) => {
      failProviders();
      return send(address(path, { ...lou, default: "404" }));
    };
    const asJson = "default" in endpoint.query.shape ? { unknownAsJson, failedAsJson } : {};
    return [id, { ...Object.fromEntries([...images, ...failures]), ...asJson, ...named[id] }];
  });
  return [...ofEndpoints, ...Object.entries(other)];
}

const shownHeaders = ["Content-Type", ...Object.keys(RESPONSE_HEADERS)];
/** Every response has these headers: they are stored once, unless the value differs. */
export const headersOfAll: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "X-Request-Id": "1f0b7c8e-52d4-4a3b-9c61-e0d7f2a98b45",
};
const LONGEST_TARGET = 100;

/**
 * The service's response in a scenario, on a stopped clock, without `headersOfAll`.
 * @param wait Advances that clock.
 * @throws TypeError When the response lacks one of `headersOfAll`.
 */
export async function capture(scenario: Scenario, wait: Stage["wait"]): Promise<CapturedResponse> {
  let isOverloaded = false;
  const world = await createTestWorld((sandbox) => ({
    NAME_HISTORY_URL: sandbox["NAME_HISTORY_URL"] ?? "",
    SOCIAL_LINKS,
  }));
  const load = { isOverloaded: () => isOverloaded, stop: () => undefined };
  const front = await serve(world, { load });
  let request = "";
  try {
    const response = await scenario({
      world,
      send(target, { method = "GET", ...init } = {}) {
        request = `${method} ${shortened(target)}`;
        return fetch(front.url + target, { method, ...init });
      },
      wait,
      failProviders: () => world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } }),
      overload: () => void (isOverloaded = true),
      losePages: () => world.services.api.needsPages(() => false),
    });
    const headers = shownHeaders.flatMap((name) => {
      const value = withoutChance(name, response.headers.get(name));
      if (value === null && name in headersOfAll) throw new TypeError(`${request} has no ${name}.`);
      return value === null || value === headersOfAll[name] ? [] : [[name, value]];
    });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true;
    return {
      request,
      status: response.status,
      headers: Object.fromEntries(headers),
      ...(isJson && { body: JSON.parse(text) }),
    };
  } finally {
    await front.close();
    await world.close();
  }
}

function shortened(target: string): string {
  return target.length > LONGEST_TARGET ? `${target.slice(0, 40)}…` : target;
}

/** Replaces the random id of a request by a fixed one. */
function withoutChance(name: string, value: string | null): string | null {
  if (name !== "X-Request-Id" || value === null) return value;
  return value.length === 36 ? (headersOfAll[name] ?? value) : "85f44562c096-1";
}
