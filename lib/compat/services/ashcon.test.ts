import { describe, expect, it, vi } from "vitest";
import { dashed } from "../../contract/identifiers.ts";
import { LOU, withStoppedClock, withWorld } from "../../../testing/world.ts";
import { decodeImage } from "../../textures/images.fixture.ts";
import {
  CAPE,
  decoded,
  MINNOW,
  type Property,
  signatureOf,
  SKIN,
  UNKNOWN,
  useCompatWorld,
} from "../json.fixture.ts";
import { withService } from "../../routes/skin-services.fixture.ts";

const { request, world } = useCompatWorld();

/** The file that `/skin` or `/cape` sends, in Base64. */
async function fileOf(target: string, from = world): Promise<string> {
  return Buffer.from((await from.request(target)).bytes).toString("base64");
}

const lou = async () => ({
  uuid: dashed(LOU),
  username: "Lantern_Lou",
  username_history: [{ username: "Lantern_Lou" }],
  textures: {
    custom: true,
    slim: false,
    skin: { url: SKIN, data: await fileOf("/skin?username=Lantern_Lou") },
    cape: { url: CAPE, data: await fileOf("/cape?username=Lantern_Lou") },
  },
});

describe("version 2", () => {
  it("describes a player, with the textures and their signature", async () => {
    const body = (await request("ashcon/mojang/v2/user/Lantern_Lou")).json() as {
      textures: { raw: Property };
    };
    const { raw, ...textures } = body.textures;
    expect({ ...body, textures }).toEqual({
      ...(await lou()),
      profile_actions: [],
      created_at: null,
    });
    expect(raw.signature).toBe(signatureOf(raw.value));
    expect(decoded(raw)).toMatchObject({ profileId: LOU, signatureRequired: true });
  });

  it.each([
    ["Plain_Paul", "/skin?username=Plain_Paul&default=auto", false],
    [".Mossy_Minnow", "/skin?username=.Mossy_Minnow", true],
  ])("has the skin of %s", async (name, path, custom) => {
    const { textures } = (await request(`ashcon/mojang/v2/user/${name}`)).json();
    expect(textures).toMatchObject({ custom, skin: { data: await fileOf(path) } });
    expect(textures).not.toHaveProperty("cape");
  });

  it("has the cape of a player without a skin", async () => {
    const { textures } = (await request("ashcon/mojang/v2/user/CapeOnly_Cleo")).json();
    const data = await fileOf("/cape?username=CapeOnly_Cleo");
    expect(textures).toMatchObject({ custom: false, cape: { data } });
  });

  it("has the textures of a skin service", () =>
    withService("after", async (ownWorld) => {
      const reply = await ownWorld.request("/compat/ashcon/mojang/v2/user/Borrowed_Bea");
      const { textures } = reply.json() as { textures: Record<"skin" | "cape", { data: string }> };
      for (const kind of ["skin", "cape"] as const) {
        const data = await fileOf(`/${kind}?username=Borrowed_Bea&type=java`, ownWorld);
        expect(textures[kind].data).toBe(data);
      }
    }));

  it.each(["lantern_lou", "lantern_lou/", LOU])("gives the UUID of %s as text", async (name) => {
    const reply = await request(`ashcon/mojang/v2/uuid/${name}`);
    expect([reply.headers["content-type"], reply.bytes.toString()]).toEqual([
      "text/plain; charset=utf-8",
      dashed(LOU),
    ]);
  });

  it.each([
    ["user/nobody_at_all", "No user with the name 'nobody_at_all' was found"],
    ["uuid/nobody_at_all/", "No user with the name 'nobody_at_all' was found"],
    [`user/${dashed(UNKNOWN)}`, `No user with the UUID '${UNKNOWN}' was found`],
  ])("%s is unknown", async (path, reason) => {
    const reply = await request(`ashcon/mojang/v2/${path}`);
    expect([reply.status, reply.json()]).toEqual([404, { code: 404, error: "Not Found", reason }]);
  });

  it.each([
    ["user/no!pe", "Invalid format for the UUID 'no!pe'"],
    ["uuid/no!pe", "Invalid format for the name 'no!pe'"],
  ])("%s is malformed", async (path, reason) => {
    const reply = await request(`ashcon/mojang/v2/${path}`);
    const body = { code: 400, error: "Bad Request", reason };
    expect([reply.status, reply.json()]).toEqual([400, body]);
  });
});

describe("version 1", () => {
  it("describes a player without a signature, and says when that was so", () =>
    withWorld(async (ownWorld) => {
      const reply = await ownWorld.request("/compat/ashcon/mojang/v1/user/Lantern_Lou/");
      const { cached_at, ...user } = reply.json();
      expect(user).toEqual(await lou());
      expect(cached_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(ownWorld.sandbox.control.count("mojang-session.profile")).toBe(1);
    }));

  it("gives a UUID as text", async () => {
    const reply = await request("ashcon/mojang/v1/uuid/lantern_lou");
    expect(reply.bytes.toString()).toBe(dashed(LOU));
  });

  it.each([
    ["user/nobody_at_all", 404, "404 - Not Found"],
    ["uuid/nobody_at_all", 404, "404 - Not Found"],
    ["user/no!pe", 400, "400 - Bad Request (malformed uuid 'no!pe')"],
    ["uuid/no!pe", 400, "400 - Bad Request (malformed username 'no!pe')"],
  ])("says of %s in plain text what is wrong", async (path, status, text) => {
    const reply = await request(`ashcon/mojang/v1/${path}`);
    expect([reply.status, reply.headers["content-type"], reply.bytes.toString()]).toEqual([
      status,
      "text/plain; charset=utf-8",
      text,
    ]);
  });

  it.each([
    ["Lantern_Lou", 8],
    ["Lantern_Lou/64", 64],
    ["Lantern_Lou/64/", 64],
  ])("draws the face of %s as a PNG", async (path, size) => {
    const reply = await request(`ashcon/mojang/v1/avatar/${path}`);
    const native = await world.request(`/head?username=Lantern_Lou&size=${size}`);
    expect([reply.headers["content-type"], reply.bytes]).toEqual(["image/png", native.bytes]);
  });
});

describe("an avatar of version 2", () => {
  const path = "ashcon/mojang/v2/avatar";

  /** The colours of the pixels of an SVG, row by row. */
  async function coloursOf(name: string): Promise<string[]> {
    const reply = await request(`${path}/${name}`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    const text = reply.bytes.toString();
    expect(text).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 8 8" [^>]+>(?:<rect [^>]+\/>)+<\/svg>$/);
    const runs = [...text.matchAll(/width="(\d)" height="1" fill="#(\w{6})"/g)];
    return runs.flatMap(([, width, colour = ""]) => Array<string>(Number(width)).fill(colour));
  }

  async function pixelsOf(query: string): Promise<string[]> {
    const { data } = await decodeImage((await world.request(`/head?size=8&${query}`)).bytes);
    return Array.from({ length: 64 }, (_, at) =>
      Buffer.from(data.subarray(at * 4, at * 4 + 3)).toString("hex"),
    );
  }

  it.each([
    ["Lantern_Lou", "username=Lantern_Lou"],
    [`${LOU}/`, "username=Lantern_Lou"],
    [MINNOW, "username=.Mossy_Minnow"],
    ["Plain_Paul", "username=Plain_Paul"],
    ["nobody_at_all", "username=nobody_at_all&default=steve"],
    ["no!pe", "username=nobody_at_all&default=steve"],
  ])("of %s is the face as an SVG", async (name, query) => {
    expect(await coloursOf(name)).toEqual(await pixelsOf(query));
  });

  it("has eight squares a side of a skin in a higher resolution, too", () =>
    withService("after", async (ownWorld) => {
      const text = (await ownWorld.request(`/compat/${path}/Woolly_Wim`)).bytes.toString();
      expect(text).toContain('viewBox="0 0 8 8"');
    }));

  it.each(["Lantern_Lou", "nobody_at_all"])("of %s is a 502 while no skin is there", (name) =>
    withWorld(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
      const reply = await ownWorld.request(`/compat/${path}/${name}`);
      expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    }),
  );
});

describe("while the textures are not there", () => {
  it.each(["drop", "not-there"])("no user has another's skin: %s", (kind) =>
    withWorld(async (ownWorld) => {
      const fault =
        kind === "drop" ? ({ kind } as const) : ({ kind: "status", status: 404 } as const);
      ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault });
      for (const version of ["v1", "v2"]) {
        const reply = await ownWorld.request(`/compat/ashcon/mojang/${version}/user/Lantern_Lou`);
        expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      }
    }),
  );

  it("known ones are sent", () =>
    withStoppedClock(async (ownWorld) => {
      const target = "/compat/ashcon/mojang/v2/user/Lantern_Lou";
      const before = await ownWorld.request(target);
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      vi.setSystemTime(Date.now() + 1_300_000);
      const after = await ownWorld.request(target);
      expect([after.status, after.headers["x-cache"]]).toEqual([200, "STALE"]);
      expect(after.json()).toEqual(before.json());
    }));
});

it("is no hit before the textures are cached, too", () =>
  withWorld(async (ownWorld) => {
    await ownWorld.request("/api?username=Lantern_Lou&type=java");
    const target = "/compat/ashcon/mojang/v1/user/Lantern_Lou";
    const replies = [await ownWorld.request(target), await ownWorld.request(target)];
    expect(replies.map(({ headers }) => headers["x-cache"])).toEqual(["MISS", "HIT"]);
  }));
