import { describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { LOU, withStoppedClock, withWorld } from "../../testing/world.ts";
import {
  endpoints,
  MINNOW,
  MINNOW_XUID,
  NIL,
  NPC,
  OFFLINE,
  type Property,
  signatureOf,
  useCompatWorld,
} from "./json.fixture.ts";
import { WILLOW, withService } from "../routes/skin-services.fixture.ts";

const { request, world } = useCompatWorld();

describe.each(endpoints)("$name", ({ schema, endpoint, known, none }) => {
  it("has the shape that the contract says, for GET and HEAD, on every site", async () => {
    const reply = await request(known);
    expect(reply.status).toBe(200);
    const text = reply.bytes.toString();
    const isText = !reply.headers["content-type"]?.startsWith("application/json");
    expect(schema.safeParse(isText ? text : JSON.parse(text)).error).toBeUndefined();
    const head = await world.request(`/compat/${known}`, { method: "HEAD" });
    expect([head.status, head.body, head.headers["content-length"]]).toEqual([
      200,
      null,
      String(reply.bytes.length),
    ]);
    expect(head.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": expect.stringMatching(/^public, max-age=\d+/),
    });
    const etag = head.headers["etag"] ?? "";
    const unchanged = await world.request(`/compat/${known}`, { ifNoneMatch: etag });
    expect([unchanged.status, unchanged.body]).toEqual([304, null]);
  });

  it("is unknown only where providers say so, on every site", async () => {
    const reply = await request(none);
    const { status, body } = endpoint.none({ text: "", path: "" });
    expect(reply.status).toBe(status);
    if (status === 200 && !endpoint.draws) expect(reply.json()).toEqual(body);
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": expect.stringMatching(/^public, max-age=\d+$/),
    });
  });
});

it.each([
  ["mojang/users/profiles/minecraft", "\u{FEFF}Lantern_Lou\n"],
  ["mojang/user/profile", ` {${LOU}}\t`],
  ["mojang/session/minecraft/profile", `urn:uuid:${LOU}`],
  ["playerdb/api/player/minecraft", "[I;-541574585,-1678555499,-2081964605,1277753934]"],
  ["playerdb/api/player/xbox", `\u200B${MINNOW_XUID} `],
  ["geyser/v2/xbox/xuid", "\u2060Mossy Minnow\r\n"],
  ["geyser/v2/link/bedrock", `\n${MINNOW_XUID}`],
  ["ashcon/mojang/v2/uuid", `\u00A0Lantern_Lou`],
  ["mcprofile/api/v1/bedrock/gamertag", "\tMossy Minnow"],
  ["crafatar/avatars", ` {${LOU}} `],
])("%s takes what stands around a name for no part of it: %j", async (path, text) => {
  const reply = await request(`${path}/${encodeURIComponent(text)}`);
  expect(reply.status).toBe(200);
});

describe("while providers fail", () => {
  const faults: Fault[] = [
    { kind: "drop" },
    { kind: "throttle" },
    { kind: "status", status: 503 },
    { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" },
    { kind: "forbidden-html" },
    { kind: "error-envelope" },
  ];
  it.each(faults)("$kind $status: no endpoint says that a player is unknown", (fault) =>
    withWorld(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "*", fault });
      for (const { known } of endpoints) {
        const reply = await ownWorld.request(`/compat/${known}`);
        expect([known, reply.status, reply.json()["code"]]).toEqual([known, 502, "BAD_GATEWAY"]);
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
        expect(reply.headers).toMatchObject({
          "cache-control": "no-store",
          "access-control-allow-origin": "*",
        });
      }
    }),
  );

  it("a name is found though its textures are unreadable; its profile is not", () =>
    withWorld(async (ownWorld) => {
      const fault = { kind: "bad-textures", variant: "foreign-host" } as const;
      ownWorld.sandbox.control.fault({ route: "mojang-session.profile", fault });
      const statusOf = async (path: string) => (await ownWorld.request(`/compat/${path}`)).status;
      expect(await statusOf("mojang/users/profiles/minecraft/Lantern_Lou")).toBe(200);
      for (const query of ["", "?unsigned=false", "?unsigned=false"]) {
        expect(await statusOf(`mojang/session/minecraft/profile/${LOU}${query}`)).toBe(502);
      }
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(1);
    }));

  it("a known signature is served stale", () =>
    withStoppedClock(async (ownWorld) => {
      const target = `/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`;
      const before = await ownWorld.request(target);
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + 1_300_000);
      const after = await ownWorld.request(target);
      expect([after.status, after.headers["x-cache"]]).toEqual([200, "STALE"]);
      expect(after.json()).toEqual(before.json());
    }));
});

describe("what no account can have costs no request", () => {
  it.each([
    ...[OFFLINE, NPC, NIL, MINNOW].flatMap((uuid) => [
      [`mojang/session/minecraft/profile/${uuid}?unsigned=false`, 204],
      [`mojang/minecraft/profile/lookup/${uuid}`, 404],
      [`mowojang/${uuid}`, 404],
      [`mcprofile/api/v1/java/uuid/${uuid}`, 404],
    ]),
    ...[OFFLINE, NPC, NIL, "f78a4d8d-d51b-4b39-98a3-230f2de0c670"].flatMap((uuid) => [
      [`playerdb/api/player/minecraft/${uuid}`, 400],
      [`ashcon/mojang/v2/user/${uuid.replaceAll("-", "")}`, 404],
      [`crafthead/profile/${uuid}`, 404],
    ]),
    ["geyser/v2/skin/12345", 200],
    ["mcprofile/api/v1/bedrock/fuid/00000000-0000-0000-0000-000000000007", 404],
    ["playerdb/api/player/minecraft/%7Buuid%7D", 400],
    ["mojang/users/profiles/minecraft/%00", 400],
  ] as [string, number][])("%s", (path, status) =>
    withWorld(async (ownWorld) => {
      expect((await ownWorld.request(`/compat/${path}`)).status).toBe(status);
      expect(ownWorld.sandbox.control.calls().counts).toEqual({});
    }),
  );
});

describe("calls to providers", () => {
  it("are made once for all who want the same player at once, in any spelling", () =>
    withWorld(async (ownWorld) => {
      const targets = [
        "playerdb/api/player/minecraft/Lantern_Lou",
        "playerdb/api/player/minecraft/lantern_lou?x=1",
        "ashcon/mojang/v2/user/LANTERN_LOU",
        "crafthead/profile/Lantern_Lou",
      ];
      await Promise.all(
        targets.flatMap((path) => [path, path, path]).map((p) => ownWorld.request(`/compat/${p}`)),
      );
      await ownWorld.request(`/compat/mojang/users/profiles/minecraft/Lantern_Lou`);
      await ownWorld.request(`/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`);
      await ownWorld.request("/api?username=Lantern_Lou&type=java");
      expect(ownWorld.sandbox.control.calls().counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
        "mojang-textures.texture": 2,
      });
    }));

  it("are shared with this service's own endpoints", () =>
    withWorld(async (ownWorld) => {
      await Promise.all([
        ownWorld.request("/api?username=Lantern_Lou&type=java"),
        ownWorld.request("/compat/mojang/users/profiles/minecraft/Lantern_Lou"),
        ownWorld.request("/compat/mowojang/lantern_lou"),
        ownWorld.request(`/compat/mojang/session/minecraft/profile/${LOU}`),
      ]);
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(1);
    }));

  it("fetch a signature once, and keep it", () =>
    withWorld(async (ownWorld) => {
      const signed = `/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`;
      await ownWorld.request("/api?username=Lantern_Lou&type=java");
      const replies = await Promise.all(
        [signed, signed, signed].map((target) => ownWorld.request(target)),
      );
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(2);
      await ownWorld.request("/api?username=Lantern_Lou&type=java&update=true");
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(3);
      const [property] = (await ownWorld.request(signed)).json()["properties"] as [Property];
      expect(property.signature).toBe(signatureOf(property.value));
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(3);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }));

  it("fetch a signed Bedrock skin once, and keep it", () =>
    withWorld(async (ownWorld) => {
      const signed = `/compat/geyser/v2/skin/${MINNOW_XUID}`;
      await ownWorld.request(`/head?username=${MINNOW_XUID}`);
      const [one, other] = await Promise.all([ownWorld.request(signed), ownWorld.request(signed)]);
      expect([one.json(), ownWorld.sandbox.control.count("geyser.skin")]).toEqual([
        other.json(),
        2,
      ]);
      await ownWorld.request(signed);
      expect(ownWorld.sandbox.control.count("geyser.skin")).toBe(2);
    }));
});

it("requests no account from Geyser that is linked to an offline UUID", () =>
  withService("after", async (ownWorld) => {
    const reply = await ownWorld.request(`/compat/mcprofile/api/v1/java/uuid/${WILLOW}`);
    expect(reply.json()).toMatchObject({ username: "Willow_Wisp", linked: false });
    expect(ownWorld.sandbox.control.count("geyser.*")).toBe(0);
  }));

it("has no third party's cape", () =>
  withWorld(
    async (ownWorld) => {
      const native = await ownWorld.request("/api?username=Tinker_Tess&type=java");
      expect(native.json()).toMatchObject({ java: { cape_source: "optifine" } });
      const reply = await ownWorld.request("/compat/mcprofile/api/v1/java/username/Tinker_Tess");
      expect(reply.json()).toMatchObject({ username: "Tinker_Tess", cape: null });
    },
    () => ({ THIRD_PARTY_CAPES: "optifine" }),
  ));

it("keeps a response once, however many random parameters come with it", async () => {
  const { responses } = world.services.api;
  const target = "/compat/ashcon/mojang/v2/user/Tinker_Tess";
  await world.request(target);
  await world.request(target);
  const { entries } = responses.size();
  for (let at = 0; at < 20; at += 1) await world.request(`${target}?random=${at}`);
  expect(responses.size().entries).toBe(entries);
  expect(responses.find(target)).toBeDefined();
});

it.each([
  "playerdb/api/player/minecraft/",
  "playerdb/api/player/minecraft/x/y",
  "mojang/profiles/minecraft/x",
  "mowojang/",
  "geyser/v2/nothing/x",
  // An empty list would say that no server is blocked.
  "mojang/blockedservers",
  "mojang/session/blockedservers",
])("%s is no endpoint", async (path) => {
  const reply = await request(path);
  expect([reply.status, reply.json()["code"]]).toEqual([404, "ROUTE_NOT_FOUND"]);
});
