import { describe, expect, it } from "vitest";
import { isApiPath } from "../contract/paths.ts";
import { DEFAULT_SKINS, namedDefaultSkin } from "../textures/default-skins.ts";
import { decodeTexture } from "../textures/codec.ts";
import { brokenTextures } from "../textures/broken.fixture.ts";
import { decodeImage, encodePng, positionSkin } from "../textures/images.fixture.ts";
import { readPngHeader } from "../textures/png.ts";
import { drawView, type ViewName, type ViewOptions } from "../textures/view.ts";
import { type TestReply, openWorld, useWorld } from "../../testing/world.ts";

const LOU = "Lantern_Lou";
const LOU_UUID = "dfb83a479bf3469583e7bdc34c28fa4e";

const world = useWorld();

/** Every kind of drawn view, as its path with a query, and what draws it. */
const VIEWS: [target: string, view: ViewName, size: number][] = [
  ["/head?view=iso", "head-iso", 64],
  ["/bust?", "bust-front", 128],
  ["/body?", "body-front", 256],
  ["/body?view=front", "body-front", 256],
  ["/body?view=back", "body-back", 256],
  ["/body?view=left", "body-left", 256],
  ["/body?view=right", "body-right", 256],
  ["/body?view=iso", "body-iso", 256],
  ["/player?", "player-card", 256],
  ["/cape?view=front", "cape-front", 128],
  ["/cape?view=back", "cape-back", 128],
  ["/cape?view=elytra", "cape-elytra", 128],
];
const ofSkin = VIEWS.filter(([target]) => !target.startsWith("/cape"));

const kindOf = (view: ViewName) => (view.startsWith("cape") ? "cape" : "skin");

async function expectDrawn(
  reply: TestReply,
  texture: Uint8Array,
  view: ViewName,
  options: Partial<ViewOptions>,
): Promise<void> {
  const pixels = await decodeTexture(texture, kindOf(view));
  const drawn = drawView(
    { texture: pixels },
    {
      view,
      size: 64,
      overlay: true,
      model: "classic",
      upsideDown: false,
      ears: false,
      ...options,
    },
  );
  const { width, height, data } = await decodeImage(reply.bytes);
  expect([width, height]).toEqual([drawn.width, drawn.height]);
  expect(Buffer.compare(data, drawn.data)).toBe(0);
}

/** Images that are drawn, by URLs of this service and of others. */
const DRAWN = [
  ...VIEWS.map(([target]) => `${target}&username=${LOU}`),
  ...["/head?", "/head?size=500&", "/head?size=8&overlay=false&"].map(
    (of) => `${of}username=${LOU}`,
  ),
  "/head?username=Hi+Res+Hattie",
  "/head?username=Nobody_Here",
  "/head?username=Nobody_Here&default=alex",
  `/compat/crafatar/avatars/${LOU_UUID}`,
  `/compat/crafatar/renders/head/${LOU_UUID}`,
  `/compat/minotar/armor/bust/${LOU}/100.png`,
  `/compat/minotar/helm/${LOU}/100.png`,
  `/compat/mc-heads/avatar/${LOU}`,
  `/compat/mc-heads/body/${LOU}`,
  `/compat/visage/face/64/${LOU}`,
  `/compat/crafthead/avatar/Nobody_Here`,
];

it("is an RGBA image as a PNG: programs paste, blend and read pixels", async () => {
  const wrong = [];
  for (const target of DRAWN) {
    const { bytes } = await world.request(target);
    const header = readPngHeader(bytes);
    if (header?.colorType !== 6 || header.bitDepth !== 8) wrong.push([target, header]);
  }
  const without = await openWorld();
  without.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
  for (const target of [`/head?username=${LOU}`, `/compat/minotar/helm/${LOU}`]) {
    const { bytes } = await without.request(target);
    if (readPngHeader(bytes)?.colorType !== 6) wrong.push([target, "placeholder"]);
  }
  expect(wrong).toEqual([]);
});

describe("a view", () => {
  it.each(VIEWS)("%s is the player's texture, drawn", async (target, view, size) => {
    const kind = kindOf(view);
    const texture = await world.request(`/${kind}?username=${LOU}`);
    const reply = await world.request(`${target}&username=${LOU}`);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "image/png",
      "x-texture-source": "player",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    await expectDrawn(reply, texture.bytes, view, { size });
  });

  it.each(VIEWS)(
    "%s comes as WebP, in other sizes, without the second layer",
    async (target, view) => {
      const texture = await world.request(`/${kindOf(view)}?username=${LOU}`);
      const query = `&username=${LOU}&format=webp&size=48`;
      const reply = await world.request(`${target}${query}&overlay=false`);
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/webp"]);
      await expectDrawn(reply, texture.bytes, view, { size: 48, overlay: kindOf(view) === "cape" });
    },
  );

  it.each(VIEWS)("%s of a texture never changes", async (target, view) => {
    const { java } = (await world.request(`/api?username=${LOU}`)).json() as {
      java: { skin_texture: string; cape_texture: string };
    };
    const hash = kindOf(view) === "cape" ? java.cape_texture : java.skin_texture;
    const reply = await world.request(`${target}&texture=${hash}`);
    expect([reply.status, reply.headers["cache-control"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
  });

  it.each(ofSkin)("%s of an unknown player is a default skin with status 404", async (target) => {
    const reply = await world.request(`${target}&username=nobody_at_all`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "image/png"]);
    expect(reply.headers["x-texture-source"]).toBe("default");
    const requested = await world.request(`${target}&username=nobody_at_all&default=alex`);
    expect([requested.status, requested.headers["x-texture-source"]]).toEqual([200, "default"]);
    const { hash } = namedDefaultSkin("alex");
    const alex = await world.request(`${target}&texture=${hash}&model=slim`);
    expect(requested.bytes).toEqual(alex.bytes);
    const json = await world.request(`${target}&username=nobody_at_all&default=404`);
    expect([json.status, json.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("is a placeholder with status 502 while a provider fails", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    for (const [target, , size] of VIEWS) {
      const reply = await ownWorld.request(`${target}&username=${LOU}`);
      expect([target, reply.status, reply.headers["content-type"]]).toEqual([
        target,
        502,
        "image/png",
      ]);
      expect(reply.headers).toMatchObject({
        "cache-control": "no-store",
        "x-texture-source": "placeholder",
      });
      expect((await decodeImage(reply.bytes)).height).toBe(size);
    }
  });

  it("is drawn for players of the Bedrock edition", async () => {
    const skin = await world.request("/skin?username=.Mossy_Minnow");
    const reply = await world.request("/body?view=iso&size=64&username=.Mossy_Minnow");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "player"]);
    await expectDrawn(reply, skin.bytes, "body-iso", { model: "slim" });
  });

  describe("of a figure", () => {
    const armsOf = async (query: string, ownWorld = world) => {
      const { data } = await decodeImage((await ownWorld.request(`/body?size=32&${query}`)).bytes);
      // The outermost column is empty beside a slim arm.
      return data[(10 * 16 + 0) * 4 + 3] === 255 ? "classic" : "slim";
    };

    it("has the arms of the profile, of a default skin, or those that are requested for", async () => {
      expect(await armsOf("username=Tinker_Tess")).toBe("slim");
      expect(await armsOf(`username=${LOU}`)).toBe("classic");
      expect(await armsOf(`username=${LOU}&model=slim`)).toBe("slim");
      expect(await armsOf("username=Newcomer_Nia")).toBe("slim");
      expect(await armsOf("username=Plain_Paul")).toBe("classic");
    });

    it("has those of a default skin that is known by its hash", async () => {
      const wrong: string[] = [];
      for (const { name, model, hash } of DEFAULT_SKINS) {
        if ((await armsOf(`texture=${hash}`)) !== model) wrong.push(`${model} ${name}`);
      }
      expect(wrong).toEqual([]);
    });

    it("has those of the profile with a skin of the old shape, too", async () => {
      const { java } = (await world.request("/api?username=Opaque_Otto")).json() as {
        java: { skin_texture: string; model: string };
      };
      const byHash = `texture=${java.skin_texture}`;
      expect([
        java.model,
        await armsOf("username=Opaque_Otto"),
        await armsOf("username=Opaque_Otto&model=classic"),
        await armsOf(byHash),
        await armsOf(`${byHash}&model=slim`),
      ]).toEqual(["slim", "slim", "classic", "classic", "slim"]);
    });
  });

  it("turns players upside down, and gives ears, as the game does", async () => {
    const ownWorld = await openWorld();
    const skin = (await ownWorld.request(`/skin?username=${LOU}`)).bytes;
    for (const [name, pose] of [
      ["Dinnerbone", { upsideDown: true }],
      ["deadmau5", { ears: true }],
    ] as const) {
      ownWorld.sandbox.control.change(LOU_UUID, { name });
      const reply = await ownWorld.request(`/body?size=64&username=${name}`);
      await expectDrawn(reply, skin, "body-front", pose);
      const face = await ownWorld.request(`/head?username=${name}`);
      expect(face.bytes).toEqual((await world.request(`/head?username=${LOU}`)).bytes);
      await ownWorld.restart();
    }
  });

  it("makes only the upstream calls that the image needs", async () => {
    const ownWorld = await openWorld();
    await Promise.all(
      VIEWS.filter(([target]) => !target.startsWith("/cape")).flatMap(([target]) =>
        [16, 64].map((size) => ownWorld.request(`${target}&size=${size}&username=${LOU}`)),
      ),
    );
    expect(ownWorld.sandbox.control.calls().counts).toEqual({
      "mojang-api.name": 1,
      "mojang-session.profile": 1,
      "mojang-textures.texture": 1,
    });
  });

  it("has an entity tag of its own, and is 304 to who has it", async () => {
    const targets = VIEWS.map(([target]) => `${target}&size=50&username=${LOU}`);
    const more = ["&format=webp", "&overlay=false", "&model=slim", "&size=51"].map(
      (query) => `/body?username=${LOU}${query}`,
    );
    const tags = new Set<string | undefined>();
    for (const target of [...targets, ...more]) {
      const reply = await world.request(target);
      const again = await world.request(target, { ifNoneMatch: reply.headers["etag"] ?? "" });
      expect([target, again.status, again.bytes.length]).toEqual([target, 304, 0]);
      tags.add(reply.headers["etag"]);
    }
    // `view=front` is what `/body` shows by itself.
    expect(tags.size).toBe(targets.length + more.length - 1);
  });

  it("is kept once its texture is known", async () => {
    const target = `/body?view=iso&size=33&username=${LOU}`;
    const [first, second] = [await world.request(target), await world.request(target)];
    expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["HIT", "HIT"]);
    expect(world.services.api.responses.find(target)).toBeDefined();
  });

  it("is never drawn from a broken texture", async () => {
    for (const { name, bytes } of (await brokenTextures()).slice(0, 12)) {
      const ownWorld = await openWorld();
      const skin = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
      ownWorld.sandbox.control.change(LOU_UUID, { skin });
      const reply = await ownWorld.request(`/body?view=iso&username=${LOU}`);
      // A document is what a host in trouble sends.
      const expected = /HTML|SVG/.test(name) ? [502, "placeholder"] : [200, "default"];
      const shown = [name, reply.status, reply.headers["x-texture-source"]];
      expect(shown).toEqual([name, ...expected]);
    }
  });

  it.each([
    [64, 32],
    [128, 64],
    [512, 512],
  ])("is drawn from a skin of %d×%d", async (width, height) => {
    const ownWorld = await openWorld();
    const bytes = await encodePng(positionSkin({ width, height, hat: "translucent" }));
    const skin = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    ownWorld.sandbox.control.change(LOU_UUID, { skin });
    for (const [target, view] of ofSkin) {
      await expectDrawn(
        await ownWorld.request(`${target}&size=64&username=${LOU}`),
        bytes,
        view,
        {},
      );
    }
  });
});

describe("a cape", () => {
  it("that no player wears is a JSON 404 in every view", async () => {
    for (const view of ["texture", "front", "back", "elytra"]) {
      const reply = await world.request(`/cape?username=Tinker_Tess&view=${view}`);
      expect([view, reply.status, reply.json()["code"]]).toEqual([view, 404, "NOT_FOUND"]);
    }
  });

  it("without wings has no elytra", async () => {
    const ownWorld = await openWorld();
    const bytes = await encodePng(positionSkin({ width: 22, height: 17 }));
    const cape = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    ownWorld.sandbox.control.change(LOU_UUID, { cape });
    const front = await ownWorld.request(`/cape?view=front&username=${LOU}`);
    const elytra = await ownWorld.request(`/cape?view=elytra&username=${LOU}`);
    expect([front.status, elytra.status, elytra.json()["code"]]).toEqual([200, 404, "NOT_FOUND"]);
  });
});

describe("a malformed request", () => {
  it.each([
    ["/head?username=a&view=back", "view must be front or iso."],
    ["/body?username=a&view=top", "view must be front, back, left, right or iso."],
    ["/cape?username=a&view=iso", "view must be texture, front, back or elytra."],
    ["/body?username=a&size=15", "size must be at least 16."],
    ["/bust?username=a&size=1025", "size must be at most 1024."],
    ["/player?username=a&model=wide", "model must be classic or slim."],
    ["/body?", "The username parameter is missing. Send a name, a UUID, an XUID or a gamertag."],
  ])("(%s) is answered in JSON", async (target, sentence) => {
    const reply = await world.request(target);
    expect([reply.status, reply.json()["error"]]).toEqual([400, sentence]);
  });

  it("to the pages of players is no business of the API", () => {
    expect(["/player", "/body", "/body/x"].map(isApiPath)).toEqual([true, true, true]);
    expect(["/player/Lantern_Lou", "/player/"].map(isApiPath)).toEqual([false, false]);
  });
});
