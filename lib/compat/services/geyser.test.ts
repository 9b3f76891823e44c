import { describe, expect, it } from "vitest";
import { dashed } from "../../contract/identifiers.ts";
import { openFront } from "../../../testing/served.ts";
import { LOU, LOU_XUID, withWorld } from "../../../testing/world.ts";
import {
  MINNOW,
  MINNOW_SKIN,
  MINNOW_XUID,
  OFFLINE,
  signatureOf,
  UNKNOWN_XUID,
  useCompatWorld,
} from "../json.fixture.ts";

const { request, world } = useCompatWorld();

describe("version 2", () => {
  it.each([
    ["xbox/xuid/Mossy%20Minnow", { xuid: Number(MINNOW_XUID) }],
    [`xbox/gamertag/${MINNOW_XUID}`, { gamertag: "Mossy Minnow" }],
    [
      `link/bedrock/${LOU_XUID}`,
      {
        bedrock_id: Number(LOU_XUID),
        java_id: dashed(LOU),
        java_name: "Lantern_Lou",
        last_name_update: expect.any(Number),
      },
    ],
    [`link/java/${dashed(LOU)}`, [expect.objectContaining({ bedrock_id: Number(LOU_XUID) })]],
    [`xbox/gamertag/${UNKNOWN_XUID}`, {}],
    ["xbox/gamertag/1", {}],
    [`skin/${UNKNOWN_XUID}`, {}],
    [`link/bedrock/${MINNOW_XUID}`, {}],
    ["link/java/2470f66b-17d1-42a2-aa8e-1d85ef549286", []],
    [`link/java/${OFFLINE}`, []],
  ])("%s", async (path, body) => {
    const reply = await request(`geyser/v2/${path}`);
    expect([reply.status, reply.json()]).toEqual([200, body]);
  });

  it("has skins as they were signed", async () => {
    const { value, signature, ...skin } = (await request(`geyser/v2/skin/${MINNOW_XUID}`)).json();
    expect(skin).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      is_steve: false,
      last_update: 1_760_000_000_000,
      texture_id: MINNOW_SKIN,
    });
    expect(signature).toBe(signatureOf(String(value)));
  });

  it.each([
    ["xbox/xuid/a_gamertag_that_is_too_long", "gamertag is empty or longer than 16 chars"],
    ["xbox/gamertag/x", "xuid should be an int"],
    ["skin/x", "skin_id should be an int"],
    ["link/bedrock/x", "xuid should be an int"],
    ["link/java/x", "uuid has to be a valid uuid (36 chars long)"],
  ])("%s is a 400", async (path, message) => {
    const reply = await request(`geyser/v2/${path}`);
    expect([reply.status, reply.json()]).toEqual([400, { message }]);
  });
});

describe("version 1", () => {
  it.each([
    ["xbox/xuid/Mossy%20Minnow", { xuid: Number(MINNOW_XUID) }],
    [`xbox/gamertag/${MINNOW_XUID}`, { gamertag: "Mossy Minnow" }],
    [`link/bedrock/${LOU_XUID}`, expect.objectContaining({ java_name: "Lantern_Lou" })],
    [`link/java/${LOU}`, [expect.objectContaining({ bedrock_id: Number(LOU_XUID) })]],
    [`skin/${MINNOW_XUID}`, expect.objectContaining({ texture_id: MINNOW_SKIN })],
    [`xbox/gamertag/${UNKNOWN_XUID}`, {}],
    [`skin/${UNKNOWN_XUID}`, {}],
    [`link/java/${OFFLINE}`, []],
  ])("%s has its body in `data`", async (path, data) => {
    const reply = await request(`geyser/v1/${path}`);
    expect([reply.status, reply.json()]).toEqual([200, { success: true, data }]);
  });

  it.each([
    ["xbox/gamertag/x", "xuid should be an int"],
    ["link/java/x", "uuid has to be a valid uuid (36 chars long)"],
  ])("%s is an error with the status 200", async (path, message) => {
    const reply = await request(`geyser/v1/${path}`);
    expect([reply.status, reply.json()]).toEqual([200, { success: false, message }]);
  });
});

describe("a UUID of either edition", () => {
  const path = "geyser/v2/utils/uuid/bedrock_or_java";
  const id = MINNOW.replaceAll("-", "");

  it.each([
    [".Mossy%20Minnow?prefix=.", ".Mossy Minnow"],
    [".mossy_minnow?prefix=.", ".mossy_minnow"],
    ["BE-Mossy%20Minnow?prefix=BE-", "BE-Mossy Minnow"],
    ["*Mossy+Minnow/?prefix=%2A", "*Mossy Minnow"],
  ])("%s is Floodgate's", async (name, written) => {
    const reply = await request(`${path}/${name}`);
    expect([reply.status, reply.json()]).toEqual([200, { id, name: written }]);
  });

  it.each([".Nobody%20At%20All?prefix=.", ".?prefix=.", ".far_too_long_a_name_1?prefix=."])(
    "%s has none, and no body",
    async (name) => {
      const reply = await request(`${path}/${name}`);
      expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
    },
  );

  it("is left to the game's own API without the prefix, and costs no lookup", () =>
    withWorld(async (ownWorld) => {
      for (const [name, written] of [
        ["Lantern_Lou?prefix=.", "Lantern_Lou"],
        [".Mossy?prefix=*", ".Mossy"],
        ["%2F..%3Fx?prefix=.", "%2F..%3Fx"],
      ]) {
        const reply = await ownWorld.request(`/compat/${path}/${name}`);
        const target = `/compat/mojang/users/profiles/minecraft/${written}`;
        expect([reply.status, reply.headers["location"]]).toEqual([
          302,
          `http://localhost:3000${target}`,
        ]);
        expect(reply.bytes.length).toBe(0);
      }
      expect(ownWorld.sandbox.control.calls().counts).toEqual({});
    }));

  it("is another for another prefix, also from memory", async () => {
    for (const _ of [1, 2]) {
      expect((await request(`${path}/.Mossy_Minnow?prefix=.`)).status).toBe(200);
      expect((await request(`${path}/.Mossy_Minnow?prefix=-`)).status).toBe(302);
    }
  });

  it.each([
    [".Mossy", "you have to provide a prefix"],
    [".Mossy?prefix=", "prefix is empty or longer than 16 characters"],
    [`.Mossy?prefix=${"x".repeat(17)}`, "prefix is empty or longer than 16 characters"],
  ])("%s is a 400", async (name, message) => {
    const reply = await request(`${path}/${name}`);
    expect([reply.status, reply.json()]).toEqual([400, { message }]);
  });
});

describe("several gamertags", () => {
  const target = "/compat/geyser/v2/xbox/batch/gamertag";
  const post = (body: string, ownWorld = world) =>
    ownWorld.request(target, { method: "POST", body });
  const xuids = (...list: unknown[]) => JSON.stringify({ xuids: list });

  it("are listed by the XUIDs that are found", async () => {
    const body = xuids(MINNOW_XUID, Number(LOU_XUID), UNKNOWN_XUID, "1");
    const reply = await post(body);
    expect([reply.status, reply.json()]).toEqual([
      200,
      { data: { [MINNOW_XUID]: "Mossy Minnow", [LOU_XUID]: "Lantern Lou" } },
    ]);
    expect((await post(xuids())).json()).toEqual({ data: {} });
  });

  const tooMany = "xuids is not an array or has more than 50 elements";
  it.each([
    ["nothing", "", "Bad Request"],
    ["a list", "[1]", "Bad Request"],
    ["no XUIDs", "{}", "Bad Request"],
    ["a text", '{"xuids":"1"}', tooMany],
    ["51 XUIDs", xuids(...Array.from({ length: 51 }, (_, at) => at)), tooMany],
    ["a name", xuids(MINNOW_XUID, "x"), "entries contains an invalid xuid"],
    ["null", xuids(null), "entries contains an invalid xuid"],
  ])("refuses %s", async (_, body, message) => {
    const reply = await post(body);
    expect([reply.status, reply.json()]).toEqual([400, { message }]);
  });

  it("are a 502, not a shorter list, while a provider fails", () =>
    withWorld(async (ownWorld) => {
      await ownWorld.request(`/compat/geyser/v2/xbox/gamertag/${MINNOW_XUID}`);
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      const reply = await post(xuids(MINNOW_XUID, LOU_XUID), ownWorld);
      expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    }));
});

it.each(["v1", "v2"])("%s/stats has empty queues: no skin is uploaded here", async (version) => {
  const reply = await request(`geyser/${version}/stats`);
  expect([reply.status, reply.json()]).toEqual([
    200,
    { pre_upload_queue: { length: 0 }, upload_queue: { length: 0, estimated_duration: 0 } },
  ]);
  const sent = await world.request(`/compat/geyser/${version}/stats`, { method: "POST" });
  expect(sent.status).toBe(405);
});

it("is healthy without a body", async () => {
  for (const path of ["health", "health/", "health?x=1"]) {
    const reply = await request(`geyser/${path}`);
    expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  }
  expect((await request("geyser/health/x")).status).toBe(404);
});

it("is at the root of its host, over a connection", () =>
  withWorld(async (ownWorld) => {
    const front = await openFront(ownWorld, { mounts: { hosts: new Map(), root: "geyser" } });
    const get = (path: string) => fetch(front.url + path, { redirect: "manual" });
    expect((await get("/health")).status).toBe(204);
    expect((await get("/v2/stats")).status).toBe(200);
    const path = "/v2/utils/uuid/bedrock_or_java";
    for (const [name, status] of [
      ["Lantern_Lou", 302],
      [".Mossy_Minnow", 200],
      [".Nobody", 204],
    ]) {
      expect([name, (await get(`${path}/${name}?prefix=.`)).status]).toEqual([name, status]);
    }
    const body = JSON.stringify({ xuids: [MINNOW_XUID] });
    const sent = await fetch(`${front.url}/v2/xbox/batch/gamertag`, { method: "POST", body });
    expect(await sent.json()).toEqual({ data: { [MINNOW_XUID]: "Mossy Minnow" } });
  }));
