import { describe, expect, it } from "vitest";
import { openSandbox, xuidOf } from "../sandbox.fixture.ts";
import { ROUTE_KEYS } from "../server.ts";

const sandbox = await openSandbox();
const UUID = "dfb83a479bf3469583e7bdc34c28fa4e";
const DASHED = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const XUID = xuidOf("Lantern Lou");
const STEVE = "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b";

type Row = readonly [key: string, path: string, throttled: number, body?: unknown];

/** One request with a good response for every route: key, path and status when throttled. */
const rows: readonly Row[] = [
  ["mojang-api.name", "/minecraft/profile/lookup/name/Lantern_Lou", 429],
  ["mojang-api.bulk", "/minecraft/profile/lookup/bulk/byname", 429, ["Lantern_Lou"]],
  ["mojang-api.uuid", `/minecraft/profile/lookup/${UUID}`, 429],
  ["mojang-legacy.name", "/users/profiles/minecraft/Lantern_Lou", 429],
  ["mojang-legacy.bulk", "/profiles/minecraft", 429, ["Lantern_Lou"]],
  ["mojang-legacy.uuid", `/user/profile/${UUID}`, 429],
  ["mojang-session.profile", `/session/minecraft/profile/${UUID}`, 429],
  ["mojang-textures.texture", `/texture/${STEVE}`, 429],
  ["geyser.xuid", "/v2/xbox/xuid/Lantern%20Lou", 429],
  ["geyser.gamertag", `/v2/xbox/gamertag/${XUID}`, 429],
  ["geyser.batch", "/v2/xbox/batch/gamertag", 429, { xuids: [XUID] }],
  ["geyser.utils", "/v2/utils/uuid/bedrock_or_java/.Lantern%20Lou?prefix=.", 429],
  ["geyser.skin", `/v2/skin/${XUID}`, 429],
  ["geyser.recent", "/v2/skin/bedrock/recent/1", 429],
  ["geyser.link-bedrock", `/v2/link/bedrock/${XUID}`, 429],
  ["geyser.link-java", `/v2/link/java/${DASHED}`, 429],
  ["playerdb.java", "/api/player/minecraft/Lantern_Lou", 429],
  ["playerdb.bedrock", "/api/player/xbox/Lantern%20Lou", 429],
  ["xbox.gamertag", "/users/gt(Lantern%20Lou)/profile/settings?settings=Gamertag", 429],
  ["xbox.xuid", `/users/xuid(${XUID})/profile/settings?settings=Gamertag`, 429],
  ["xbox.batch", "/users/batch/profile/settings", 429, { userIds: [XUID], settings: ["Gamertag"] }],
  ["openxbl.account", `/api/v2/account/${XUID}`, 200],
  ["openxbl.search", "/api/v2/friends/search?gt=Lantern%20Lou", 200],
  ["laby.profile", `/api/v3/user/${UUID}/profile`, 429],
  ["laby.names", `/api/v3/user/${UUID}/names`, 429],
  ["laby.unique-id", "/api/v3/user/Lantern_Lou/uniqueId", 429],
  ["injector.names", "/api/profiles/minecraft", 429, ["Willow_Wisp"]],
  [
    "injector.profile",
    "/sessionserver/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10",
    429,
  ],
  ["injector.texture", `/textures/${STEVE}`, 429],
  ["lookalike.name", "/users/profiles/minecraft/Willow_Wisp", 429],
  ["lookalike.profile", "/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10", 429],
  ["lookalike.texture", `/textures/${STEVE}`, 429],
  ["optifine.cape", "/capes/Tinker_Tess.png", 429],
];

const cases = rows.map(([key, path, throttled, body]) => ({ key, path, throttled, body }));

describe.each(cases)("$key", ({ key, path, throttled, body }) => {
  const request = () =>
    fetch(`${sandbox.url}/${key.split(".")[0]}${path}`, {
      headers: {
        authorization: "XBL3.0 x=1;token",
        "x-xbl-contract-version": "2",
        "x-authorization": "key",
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });

  it("returns a good response, and is counted under its key", async () => {
    expect((await request()).status).toBe(200);
    expect(sandbox.control.calls().counts).toEqual({ [key]: 1 });
  });

  it("can be throttled", async () => {
    sandbox.control.fault({ route: key, fault: { kind: "throttle" } });
    expect((await request()).status).toBe(throttled);
  });

  it("can be down", async () => {
    sandbox.control.fault({ route: key, fault: { kind: "status", status: 503 } });
    expect((await request()).status).toBe(503);
  });

  it("can respond about another player", async () => {
    const right = await (await request()).text();
    sandbox.control.fault({ route: key, fault: { kind: "wrong-identity" } });
    const response = await request();
    expect(response.status).toBe(200);
    // The list of recent skins is not about a single player.
    if (key !== "geyser.recent") expect(await response.text()).not.toBe(right);
  });

  it("can wrap an error in status 200", async () => {
    const right = await (await request()).text();
    sandbox.control.fault({ route: key, fault: { kind: "error-envelope" } });
    const response = await request();
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(await response.text()).not.toBe(right);
  });
});

it("has a row for every route but the three without players", () => {
  const keys = ROUTE_KEYS.filter((key) => !key.endsWith(".unknown"));
  expect(
    [...rows.map(([key]) => key), "geyser.health", "geyser.v1", "injector.metadata"].toSorted(),
  ).toEqual(keys.toSorted());
});
