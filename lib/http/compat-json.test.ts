import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { compatServices, schemeOf } from "../contract/compat.ts";
import { dashed } from "../contract/identifiers.ts";
import {
  createTestWorld,
  LOU,
  LOU_XUID,
  withStoppedClock,
  withWorld,
  type TestWorld,
} from "../testing/world.ts";

const MINNOW_XUID = "2796662987455236";
const MINNOW = "00000000-0000-0000-0009-ef8cd7ec7b04";
const LOU_BEDROCK = "00000000-0000-0000-0009-cfc2799b6682";
const OFFLINE = "b50ad385-829d-3141-a216-7e7d7539ba7f";
const NPC = "5d1f7c3a-9b2e-2f60-a8d4-c7e2b1903f56";
const NIL = "00000000-0000-0000-0000-000000000000";
const UNKNOWN = "0123456789ab4def8123456789abcdef";
const UNKNOWN_XUID = "2533274790395999";
const SKIN =
  "https://textures.minecraft.net/texture/83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
const CAPE =
  "https://textures.minecraft.net/texture/3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e";
const MINNOW_SKIN = "b5e020f003ebea6ea1b9214cda23ed9955199263b37f88e794a05a675cc146a3";

let world: TestWorld;

beforeAll(async () => (world = await createTestWorld()));
afterAll(() => world.close());

const request = (path: string) => world.request(`/compat/${path}`);

/** The URL of each endpoint that takes GET, for a linked player and for an unknown one. */
const endpoints = compatServices.flatMap((service) =>
  Object.entries(schemeOf(service).json)
    .filter(([, { bulk }]) => bulk === undefined)
    .map(([route, answer]) => {
      const ids = {
        name: ["Lantern_Lou", "nobody_at_all"],
        uuid: [LOU, UNKNOWN],
        nameOrUuid: ["Lantern_Lou", UNKNOWN],
        player: ["Lantern_Lou", "nobody_at_all"],
        gamertag: ["Lantern%20Lou", "Nobody At All"],
        xuid: [LOU_XUID, UNKNOWN_XUID],
        xuidOrGamertag: ["Lantern%20Lou", UNKNOWN_XUID],
        floodgate: [LOU_BEDROCK, "00000000-0000-0000-0009-000000000bad"],
      }[answer.reads];
      const urlFor = (id = "") => `${service}/${route.replace(":id", id)}`;
      return { name: `${service}/${route}`, answer, known: urlFor(ids[0]), none: urlFor(ids[1]) };
    }),
);

function signatureOf(value: string): string {
  const parts = [0, 1, 2, 3, 4, 5, 6, 7].map((part) =>
    createHash("sha512").update(`${part}${value}`).digest(),
  );
  return Buffer.concat(parts).toString("base64");
}

interface Property {
  name: string;
  value: string;
  signature?: string;
}

function decoded({ value }: Pick<Property, "value">): Record<string, unknown> {
  return JSON.parse(Buffer.from(value, "base64").toString("utf8")) as Record<string, unknown>;
}

describe("PlayerDB", () => {
  it("describes a Java player", async () => {
    const reply = await request("playerdb/api/player/minecraft/lantern_lou");
    expect(reply.status).toBe(200);
    const { data, ...rest } = reply.json() as { data: { player: Record<string, unknown> } };
    expect(rest).toEqual({
      code: "player.found",
      message: "Successfully found player by given ID.",
      success: true,
    });
    const { properties, ...player } = data.player;
    expect(player).toEqual({
      meta: { cached_at: expect.any(Number) },
      username: "Lantern_Lou",
      id: dashed(LOU),
      raw_id: LOU,
      avatar: `http://localhost:3000/compat/crafthead/avatar/${LOU}`,
      skin_texture: SKIN,
      cape_texture: CAPE,
      name_history: [],
    });
    const [property] = properties as [Property];
    expect(property.signature).toBe(signatureOf(property.value));
  });

  it.each([
    ".Mossy_Minnow",
    ".Mossy%20Minnow",
    "*Mossy+Minnow",
    "Mossy%20Minnow",
    MINNOW,
    MINNOW.replaceAll("-", ""),
    MINNOW_XUID,
  ])("gives %s Floodgate's name and UUID", async (id) => {
    const reply = await request(`playerdb/api/player/minecraft/${id}`);
    expect(reply.json()).toMatchObject({
      success: true,
      data: { player: { username: ".Mossy_Minnow", id: MINNOW } },
    });
  });

  it.each(["Mossy%20Minnow", MINNOW_XUID])("describes the Xbox account %s", async (id) => {
    expect((await request(`playerdb/api/player/xbox/${id}`)).json()).toMatchObject({
      success: true,
      data: { player: { id: MINNOW_XUID, username: "Mossy Minnow", meta: {} } },
    });
  });

  it.each([
    ["minecraft/nobody_at_all", "minecraft.invalid_username"],
    ["minecraft/two%20wo-rds", "minecraft.invalid_username"],
    [`minecraft/${OFFLINE}`, "minecraft.invalid_username"],
    [`xbox/${UNKNOWN_XUID}`, "xbox.not_found"],
    ["xbox/%F0%9F%A7%B1", "xbox.not_found"],
  ])("has no player %s", async (path, code) => {
    const reply = await request(`playerdb/api/player/${path}`);
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, error: false, code, data: {} });
  });
});

describe("Ashcon", () => {
  it("describes a player, with the signed textures", async () => {
    const body = (await request("ashcon/mojang/v2/user/Lantern_Lou")).json() as {
      textures: { raw: Property };
    };
    const { raw, ...textures } = body.textures;
    expect({ ...body, textures }).toEqual({
      uuid: dashed(LOU),
      username: "Lantern_Lou",
      username_history: [{ username: "Lantern_Lou" }],
      textures: { custom: true, slim: false, skin: { url: SKIN }, cape: { url: CAPE } },
      created_at: null,
    });
    expect(raw.signature).toBe(signatureOf(raw.value));
    expect(decoded(raw)).toMatchObject({ profileId: LOU, signatureRequired: true });
  });

  it("gives a UUID as text", async () => {
    const reply = await request("ashcon/mojang/v2/uuid/lantern_lou");
    expect([reply.headers["content-type"], reply.bytes.toString()]).toEqual([
      "text/plain; charset=utf-8",
      dashed(LOU),
    ]);
  });

  it("has no unknown player", async () => {
    const reply = await request("ashcon/mojang/v2/user/nobody_at_all");
    expect(reply.status).toBe(404);
    expect(reply.json()).toEqual({
      code: 404,
      error: "Not Found",
      reason: "No user with the name 'nobody_at_all' was found",
    });
  });
});

describe("the game's own API", () => {
  const account = { id: LOU, name: "Lantern_Lou" };

  it.each([
    "users/profiles/minecraft/LANTERN_lou",
    "minecraft/profile/lookup/name/Lantern_Lou",
    `minecraft/profile/lookup/${dashed(LOU)}`,
    `user/profile/${LOU}`,
  ])("%s is an account", async (path) => {
    const reply = await request(`mojang/${path}`);
    expect([reply.status, reply.json()]).toEqual([200, account]);
  });

  it.each([
    [
      "users/profiles/minecraft/nobody_at_all",
      404,
      { errorMessage: "Couldn't find any profile with name nobody_at_all" },
    ],
    [
      "users/profiles/minecraft/not%20a%20name",
      400,
      {
        error: "CONSTRAINT_VIOLATION",
        errorMessage: "getProfileName.name: Invalid profile name",
      },
    ],
    [
      "minecraft/profile/lookup/name/abcdefghijklmnopqrstuvwxyz",
      400,
      {
        error: "CONSTRAINT_VIOLATION",
        errorMessage:
          "getProfileName.name: Invalid profile name, getProfileName.name: size must be between 1 and 25",
      },
    ],
    [`minecraft/profile/lookup/${UNKNOWN}`, 404, { error: "NOT_FOUND", errorMessage: "Not Found" }],
    [
      "minecraft/profile/lookup/xyz",
      400,
      { error: "CONSTRAINT_VIOLATION", errorMessage: "Not a valid UUID: xyz" },
    ],
    [
      "session/minecraft/profile/xyz",
      400,
      { error: "CONSTRAINT_VIOLATION", errorMessage: "Not a valid UUID: xyz" },
    ],
  ])("%s is a %i", async (path, status, body) => {
    const reply = await request(`mojang/${path}`);
    expect([reply.status, reply.json()]).toEqual([status, { path: `/${path}`, ...body }]);
  });

  it("has session profiles with a signature only when one is requested", async () => {
    for (const [query, isSigned] of [
      ["", false],
      ["?unsigned=true", false],
      ["?unsigned=false", true],
    ] as const) {
      const reply = await request(`mojang/session/minecraft/profile/${LOU}${query}`);
      const { properties, ...profile } = reply.json() as { properties: [Property] };
      expect(profile).toEqual({ ...account, profileActions: [] });
      const [{ name, value, signature }] = properties;
      expect([name, signature]).toEqual(["textures", isSigned ? signatureOf(value) : undefined]);
      expect(decoded({ value })).toMatchObject({
        profileId: LOU,
        profileName: "Lantern_Lou",
        textures: {
          SKIN: { url: SKIN.replace("https", "http") },
          CAPE: { url: CAPE.replace("https", "http") },
        },
      });
    }
  });

  it("says nothing about the session of an unknown player", async () => {
    const reply = await request(`mojang/session/minecraft/profile/${UNKNOWN}`);
    expect([reply.status, reply.bytes.length]).toEqual([204, 0]);
    expect(reply.headers["content-type"]).toBeUndefined();
  });
});

describe("mowojang", () => {
  it.each(["Lantern_Lou", LOU, "users/profiles/minecraft/Lantern_Lou"])("knows %s", async (id) => {
    expect((await request(`mowojang/${id}`)).json()).toEqual({ id: LOU, name: "Lantern_Lou" });
  });

  it.each(["nobody_at_all", UNKNOWN, OFFLINE, `session/minecraft/profile/${UNKNOWN}`, "a%20b"])(
    "does not know %s",
    async (id) => {
      const reply = await request(`mowojang/${id}`);
      expect([reply.status, reply.bytes.toString()]).toEqual([404, "Not found"]);
    },
  );
});

describe("Geyser", () => {
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

describe("MCProfile", () => {
  it.each(["username/Lantern_Lou", `uuid/${LOU}`])("java/%s", async (path) => {
    expect((await request(`mcprofile/api/v1/java/${path}`)).json()).toEqual({
      username: "Lantern_Lou",
      uuid: dashed(LOU),
      skin: SKIN,
      cape: CAPE,
      linked: true,
      bedrock_gamertag: "Lantern Lou",
      bedrock_xuid: LOU_XUID,
      bedrock_fuid: LOU_BEDROCK,
    });
  });

  it.each(["gamertag/Mossy%20Minnow", `xuid/${MINNOW_XUID}`, `fuid/${MINNOW}`])(
    "bedrock/%s",
    async (path) => {
      expect((await request(`mcprofile/api/v1/bedrock/${path}`)).json()).toEqual({
        gamertag: "Mossy Minnow",
        xuid: MINNOW_XUID,
        floodgateuid: MINNOW,
        icon: `http://localhost:3000/compat/crafthead/avatar/${MINNOW.replaceAll("-", "")}`,
        textureid: MINNOW_SKIN,
        skin: `https://textures.minecraft.net/texture/${MINNOW_SKIN}`,
        linked: false,
      });
    },
  );

  it("names the linked Java account", async () => {
    expect((await request(`mcprofile/api/v1/bedrock/xuid/${LOU_XUID}`)).json()).toMatchObject({
      linked: true,
      java_uuid: dashed(LOU),
      java_name: "Lantern_Lou",
    });
  });

  it("has no unknown player", async () => {
    const reply = await request("mcprofile/api/v1/java/username/nobody_at_all");
    expect([reply.status, reply.json()]).toEqual([404, { message: "User not found." }]);
  });
});

it.each(["crafthead/profile", "mc-heads/minecraft/profile"])(
  "%s has profiles of both editions",
  async (path) => {
    const java = (await request(`${path}/${LOU}`)).json() as { properties: [Property] };
    expect(java).toMatchObject({ id: LOU, name: "Lantern_Lou" });
    expect(java.properties[0].signature).toBe(signatureOf(java.properties[0].value));
    expect((await request(`${path}/.Mossy_Minnow`)).json()).toMatchObject({
      id: MINNOW.replaceAll("-", ""),
      name: ".Mossy_Minnow",
    });
    const none = await request(`${path}/nobody_at_all`);
    expect([none.status, none.json()]).toEqual([404, { error: "User does not exist" }]);
  },
);

describe.each(endpoints)("$name", ({ answer, known, none }) => {
  it("has the shape that the contract says, for GET and HEAD, on every site", async () => {
    const reply = await request(known);
    expect(reply.status).toBe(200);
    const text = reply.bytes.toString();
    const isText = reply.headers["content-type"]?.startsWith("text/plain") === true;
    expect(answer.schema.safeParse(isText ? text : JSON.parse(text)).error).toBeUndefined();
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
    const { status, body } = answer.none({ text: "", path: "" });
    expect(reply.status).toBe(status);
    if (status === 200) expect(reply.json()).toEqual(body);
    expect(reply.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": expect.stringMatching(/^public, max-age=\d+$/),
    });
  });
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
    withWorld(async (own) => {
      own.sandbox.control.fault({ route: "*", fault });
      for (const { known } of endpoints) {
        const reply = await own.request(`/compat/${known}`);
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
    withWorld(async (own) => {
      const fault = { kind: "bad-textures", variant: "foreign-host" } as const;
      own.sandbox.control.fault({ route: "mojang-session.profile", fault });
      const statusOf = async (path: string) => (await own.request(`/compat/${path}`)).status;
      expect(await statusOf("mojang/users/profiles/minecraft/Lantern_Lou")).toBe(200);
      for (const query of ["", "?unsigned=false", "?unsigned=false"]) {
        expect(await statusOf(`mojang/session/minecraft/profile/${LOU}${query}`)).toBe(502);
      }
      expect(own.sandbox.control.count("mojang-session.profile")).toBe(1);
    }));

  it("a known signature is served stale", () =>
    withStoppedClock(async (own) => {
      const target = `/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`;
      const before = await own.request(target);
      own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + 1_300_000);
      const after = await own.request(target);
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
    withWorld(async (own) => {
      expect((await own.request(`/compat/${path}`)).status).toBe(status);
      expect(own.sandbox.control.calls().counts).toEqual({});
    }),
  );
});

describe("calls to providers", () => {
  it("are made once for all who want the same player at once, in any spelling", () =>
    withWorld(async (own) => {
      const targets = [
        "playerdb/api/player/minecraft/Lantern_Lou",
        "playerdb/api/player/minecraft/lantern_lou?x=1",
        "ashcon/mojang/v2/user/LANTERN_LOU",
        "crafthead/profile/Lantern_Lou",
      ];
      await Promise.all(
        targets.flatMap((path) => [path, path, path]).map((p) => own.request(`/compat/${p}`)),
      );
      await own.request(`/compat/mojang/users/profiles/minecraft/Lantern_Lou`);
      await own.request(`/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`);
      await own.request("/api?username=Lantern_Lou&type=java");
      expect(own.sandbox.control.calls().counts).toEqual({
        "mojang-api.name": 1,
        "mojang-session.profile": 1,
      });
    }));

  it("are shared with this service's own endpoints", () =>
    withWorld(async (own) => {
      await Promise.all([
        own.request("/api?username=Lantern_Lou&type=java"),
        own.request("/compat/mojang/users/profiles/minecraft/Lantern_Lou"),
        own.request("/compat/mowojang/lantern_lou"),
        own.request(`/compat/mojang/session/minecraft/profile/${LOU}`),
      ]);
      expect(own.sandbox.control.count("mojang-session.profile")).toBe(1);
    }));

  it("fetch a signature once, and keep it", () =>
    withWorld(async (own) => {
      const signed = `/compat/mojang/session/minecraft/profile/${LOU}?unsigned=false`;
      await own.request("/api?username=Lantern_Lou&type=java");
      const replies = await Promise.all(
        [signed, signed, signed].map((target) => own.request(target)),
      );
      expect(own.sandbox.control.count("mojang-session.profile")).toBe(2);
      await own.request("/api?username=Lantern_Lou&type=java&update=true");
      expect(own.sandbox.control.count("mojang-session.profile")).toBe(3);
      const [property] = (await own.request(signed)).json()["properties"] as [Property];
      expect(property.signature).toBe(signatureOf(property.value));
      expect(own.sandbox.control.count("mojang-session.profile")).toBe(3);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }));

  it("fetch a signed Bedrock skin once, and keep it", () =>
    withWorld(async (own) => {
      const signed = `/compat/geyser/v2/skin/${MINNOW_XUID}`;
      await own.request(`/head?username=${MINNOW_XUID}`);
      const [one, other] = await Promise.all([own.request(signed), own.request(signed)]);
      expect([one.json(), own.sandbox.control.count("geyser.skin")]).toEqual([other.json(), 2]);
      await own.request(signed);
      expect(own.sandbox.control.count("geyser.skin")).toBe(2);
    }));
});

it("asks Geyser for no account that is linked to an offline UUID", () =>
  withWorld(
    async (own) => {
      const target = "/compat/mcprofile/api/v1/java/uuid/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10";
      expect((await own.request(target)).json()).toMatchObject({
        username: "Willow_Wisp",
        linked: false,
      });
      expect(own.sandbox.control.count("geyser.*")).toBe(0);
    },
    (sandbox) => ({
      SKIN_SOURCES: `${new URL(sandbox["OPTIFINE_URL"] ?? "").origin}/injector`,
    }),
  ));

it("has no third party's cape", () =>
  withWorld(
    async (own) => {
      const native = await own.request("/api?username=Tinker_Tess&type=java");
      expect(native.json()).toMatchObject({ java: { cape_source: "optifine" } });
      const reply = await own.request("/compat/mcprofile/api/v1/java/username/Tinker_Tess");
      expect(reply.json()).toMatchObject({ username: "Tinker_Tess", cape: null });
    },
    () => ({ THIRD_PARTY_CAPES: "optifine" }),
  ));

it("keeps a response once, however many random parameters come with it", async () => {
  const { finished } = world.services.api;
  const target = "/compat/ashcon/mojang/v2/user/Tinker_Tess";
  await world.request(target);
  await world.request(target);
  const { entries } = finished.size();
  for (let at = 0; at < 20; at += 1) await world.request(`${target}?random=${at}`);
  expect(finished.size().entries).toBe(entries);
  expect(finished.find(target)).toBeDefined();
});

it.each([
  "playerdb/api/player/minecraft/",
  "playerdb/api/player/minecraft/x/y",
  "mojang/profiles/minecraft/x",
  "mowojang/",
  "geyser/v2/nothing/x",
])("%s is no endpoint", async (path) => {
  const reply = await request(path);
  expect([reply.status, reply.json()["code"]]).toEqual([404, "ROUTE_NOT_FOUND"]);
});
