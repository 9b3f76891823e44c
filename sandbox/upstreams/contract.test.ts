import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import type { Fault } from "../faults/fault.ts";
import { read, useSandbox, xuidOf } from "../sandbox.fixture.ts";
import { ROUTE_KEYS } from "./all.ts";

const sandbox = useSandbox();
const UUID = "dfb83a479bf3469583e7bdc34c28fa4e";
const DASHED = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const XUID = xuidOf("Lantern Lou");
const STEVE = "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b";

type Row = readonly [key: string, path: string, body?: unknown];

/** One request with a good response for every route: key, path and body. */
const rows: readonly Row[] = [
  ["mojang-api.name", "/minecraft/profile/lookup/name/Lantern_Lou"],
  ["mojang-api.bulk", "/minecraft/profile/lookup/bulk/byname", ["Lantern_Lou"]],
  ["mojang-legacy.name", "/users/profiles/minecraft/Lantern_Lou"],
  ["mojang-legacy.bulk", "/profiles/minecraft", ["Lantern_Lou"]],
  ["mojang-session.profile", `/session/minecraft/profile/${UUID}`],
  ["mojang-textures.texture", `/texture/${STEVE}`],
  ["geyser.xuid", "/v2/xbox/xuid/Lantern%20Lou"],
  ["geyser.gamertag", `/v2/xbox/gamertag/${XUID}`],
  ["geyser.skin", `/v2/skin/${XUID}`],
  ["geyser.link-bedrock", `/v2/link/bedrock/${XUID}`],
  ["geyser.link-java", `/v2/link/java/${DASHED}`],
  ["playerdb.java", "/api/player/minecraft/Lantern_Lou"],
  ["playerdb.bedrock", `/api/player/xbox/${XUID}`],
  ["xbox.gamertag", "/users/gt(Lantern%20Lou)/profile/settings?settings=Gamertag"],
  ["xbox.xuid", `/users/xuid(${XUID})/profile/settings?settings=Gamertag`],
  ["xbox.batch", "/users/batch/profile/settings", { userIds: [XUID], settings: ["Gamertag"] }],
  ["openxbl.account", `/api/v2/account/${XUID}`],
  ["openxbl.search", "/api/v2/search/Lantern%20Lou"],
  ["laby.profile", `/api/v3/user/${UUID}/profile`],
  ["injector.names", "/api/profiles/minecraft", ["Willow_Wisp"]],
  ["injector.profile", "/sessionserver/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["injector.texture", `/textures/${STEVE}`],
  ["blessing.names", "/api/yggdrasil/api/profiles/minecraft", ["Willow_Wisp"]],
  [
    "blessing.profile",
    "/api/yggdrasil/sessionserver/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10",
  ],
  ["blessing.texture", `/textures/${STEVE}`],
  ["open-lookalike.name", "/users/profiles/minecraft/Willow_Wisp"],
  ["open-lookalike.profile", "/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["open-lookalike.texture", `/textures/${STEVE}`],
  ["lookalike.name", "/users/profiles/minecraft/Willow_Wisp"],
  ["lookalike.profile", "/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["lookalike.texture", `/textures/${STEVE}`],
  ["optifine.cape", "/capes/Tinker_Tess.png"],
];

const SKIN_SERVICES = new Set(["injector", "blessing", "lookalike", "open-lookalike"]);

const upstreamOf = (key: string) => key.split(".")[0] ?? "";

/** None of an image. */
const keysOf = (body: unknown) => (typeof body === "string" ? [] : Object.keys(body as object));

const XBOX_LIMIT = {
  version: 1,
  currentRequests: 11,
  maxRequests: 10,
  periodInSeconds: 15,
  limitType: "Rate",
};
const LIMITED = { error: "Too Many Requests" };
const PLAYERDB = { success: false, error: true, data: {}, message: expect.any(String) };

/** What an upstream responds when it is throttled. */
function throttled(key: string, path: string): [status: number, body: unknown] {
  const bodies: Record<string, unknown> = {
    "mojang-api": { path },
    "mojang-legacy": { path },
    "mojang-session": { path },
    "mojang-textures": "Too Many Requests",
    geyser: "error code: 1015",
    playerdb: { ...PLAYERDB, code: "minecraft.rate_limited" },
    "playerdb.bedrock": { ...PLAYERDB, code: "xbox.rate_limited" },
    xbox: XBOX_LIMIT,
    openxbl: { code: 429, content: XBOX_LIMIT },
    laby: { error: "rate_limited" },
    injector: LIMITED,
    blessing: LIMITED,
    lookalike: LIMITED,
    "open-lookalike": LIMITED,
    optifine: "",
  };
  const upstream = upstreamOf(key);
  return [upstream === "openxbl" ? 200 : 429, bodies[key] ?? bodies[upstream]];
}

/** The headers of some of these responses, besides `Retry-After`. */
const THROTTLED_HEADERS: Record<string, Record<string, string>> = {
  "mojang-api": { "x-minecraft-rate-limit-result": "OVER_LIMIT" },
  "mojang-legacy": { "x-minecraft-rate-limit-result": "OVER_LIMIT" },
  openxbl: { "x-ratelimit-limit": "150", "x-ratelimit-remaining": "0" },
};

const WITHOUT_PLAYERS = [
  "geyser.health",
  "injector.metadata",
  "blessing.metadata",
  "blessing.slash",
];

const request = ([key, path, body]: Row) =>
  fetch(`${sandbox.url}/${upstreamOf(key)}${path}`, {
    headers: {
      authorization: "XBL3.0 x=1;token",
      "x-xbl-contract-version": "2",
      "x-authorization": "key",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });

/** The responses of all routes, in the order of the rows. */
async function requestAll(fault?: Fault) {
  if (fault !== undefined) sandbox.control.fault({ route: "*", fault });
  return Promise.all(
    rows.map(async (row) => {
      const response = await request(row);
      const [status, body] = await read(Promise.resolve(response));
      return { key: row[0], status, headers: Object.fromEntries(response.headers), body };
    }),
  );
}

it("every route returns a good response, and is counted under its key", async () => {
  const found = await requestAll();
  expect(found.map(({ key, status }) => [key, status])).toEqual(rows.map(([key]) => [key, 200]));
  expect(sandbox.control.calls().counts).toEqual(Object.fromEntries(rows.map(([key]) => [key, 1])));
});

it.each([undefined, 30, "Fri, 20 Nov 2026 12:00:00 GMT"])(
  "every route is throttled in its own form, with Retry-After: %s",
  async (retryAfter) => {
    const found = await requestAll({ kind: "throttle", ...(retryAfter && { retryAfter }) });
    const own = (key: string) => (upstreamOf(key) === "xbox" ? "15" : undefined);
    expect(
      found.map(({ key, status, body, headers }) => [key, status, body, headers["retry-after"]]),
    ).toEqual(
      rows.map(([key, path]) => [key, ...throttled(key, path), retryAfter?.toString() ?? own(key)]),
    );
    expect(found.map(({ headers }) => headers)).toMatchObject(
      rows.map(([key]) => THROTTLED_HEADERS[upstreamOf(key)] ?? {}),
    );
  },
);

it("every route can respond about another player, in the same form", async () => {
  const right = await requestAll();
  const wrong = await requestAll({ kind: "wrong-identity" });
  expect(wrong.map(({ key, status, body }) => [key, status, keysOf(body)])).toEqual(
    right.map(({ key, body }) => [key, 200, keysOf(body)]),
  );
  const isAboutThem = (key: string, body: unknown) =>
    (SKIN_SERVICES.has(upstreamOf(key)) ? /Willow_Wisp/ : /Lantern[_ ]Lou/).test(
      JSON.stringify(body),
    );
  const same = wrong.filter(
    ({ key, body }, at) => isAboutThem(key, body) || isDeepStrictEqual(body, right[at]?.body),
  );
  expect(same).toEqual([]);
});

it("every route can wrap an error in status 200", async () => {
  const right = await requestAll();
  const wrapped = await requestAll({ kind: "error-envelope" });
  expect(wrapped).toMatchObject(
    rows.map(([key]) => ({
      key,
      status: 200,
      headers: { "content-type": expect.stringMatching(/^application\/json/) as string },
    })),
  );
  const same = wrapped.filter(({ body }, at) => isDeepStrictEqual(body, right[at]?.body));
  expect(same).toEqual([]);
});

it("has a row for every route but those without players", () => {
  const keys = ROUTE_KEYS.filter((key) => !key.endsWith(".unknown"));
  const tested = [...rows.map(([key]) => key), ...WITHOUT_PLAYERS];
  expect(tested.toSorted()).toEqual(keys.toSorted());
});
