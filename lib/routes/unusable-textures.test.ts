import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { textureHash } from "../../sandbox/textures.ts";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { profileOf, withWorld, type TestWorld } from "../../testing/world.ts";
import { defaultSkinOf } from "../textures/default-skins.ts";
import { withService } from "./skin-services.fixture.ts";

/** A player with a skin and a cape in the game, one of the skin services, and one with a cape of OptiFine. */
const COBBLE = "2bbbabab937742628b3602462ddbd909";
const WIM = "6f1e2d3c4b5a4978a6b5c4d3e2f1a0b9";
const TESS = "a9a041d770424d1bbe1e5c603300460c";

type Kind = "skin" | "cape";

/** The source of a skin of the player's own. */
const OWN = expect.stringMatching(/^(player|127\.0\.0\.1:\d+)$/) as string;

/** A PNG of this size; of noise, if it shall have many bytes. */
function png(width: number, height: number, isNoise = false): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width, height, channels: 3, background: "#a40" } as const;
  return sharp({ create: isNoise ? { ...create, noise } : create })
    .png({ compressionLevel: isNoise ? 0 : 6 })
    .toBuffer();
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const jpeg = async () =>
  sharp(await png(64, 64))
    .jpeg()
    .toBuffer();

/** Files that are no skin, or no cape, and how the warning says so. */
const FILES: [what: string, kind: Kind, file: () => Promise<Buffer>, wrong: string][] = [
  ["2048 × 2048 pixels", "skin", () => png(2_048, 2_048), "width and height"],
  ["96 × 96 pixels", "skin", () => png(96, 96), "width and height"],
  ["1 × 1 pixel", "skin", () => png(1, 1), "width and height"],
  ["2 MB", "skin", () => png(1_024, 1_024, true), "too many bytes"],
  ["a JPEG", "skin", jpeg, "not a PNG"],
  ["no bytes", "skin", async () => Buffer.alloc(0), "not a PNG"],
  ["half of a PNG", "skin", async () => half(await png(64, 64)), "damaged"],
  ["64 × 48 pixels", "cape", () => png(64, 48), "width and height"],
  ["100 × 50 pixels", "cape", () => png(100, 50), "width and height"],
  ["2 MB", "cape", () => png(1_024, 512, true), "too many bytes"],
  ["a JPEG", "cape", jpeg, "not a PNG"],
  ["half of a PNG", "cape", async () => half(await png(64, 32)), "damaged"],
];

/** What is judged while a file is read, and what is judged once it is there: everything that shows it is requested. */
const OF_EACH_STAGE = FILES.filter(([what]) => what === "2 MB" || what === "half of a PNG");

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString("base64")}`;

/** Asserts that everything shows the player as the game does, with one warning, for as long as any other. */
async function expectUnusable(world: TestWorld, uuid: string, kind: Kind, wrong: string) {
  const skin = defaultSkinOf(uuid);
  const warning = {
    edition: "java",
    code: kind === "skin" ? "UNUSABLE_SKIN" : "UNUSABLE_CAPE",
    part: kind,
    error: expect.stringContaining(wrong) as string,
  };
  const target = `/api?username=${uuid}&type=java`;
  await world.request(target);
  const reply = await world.request(target);
  const { java, warnings } = await profileOf(world, `username=${uuid}&type=java`);
  expect(warnings).toEqual([warning]);
  expect(reply.headers["x-cache"]).toBe("HIT");
  expect(reply.headers["cache-control"]).toMatch(/max-age=1[12]\d\d,/);
  expect(java).toMatchObject(
    kind === "skin"
      ? { skin_texture: null, model: skin.model }
      : { cape_texture: null, cape_url: null, cape_source: null },
  );

  const batch = (await world.request(`/api/batch?type=java&usernames=${uuid}`)).json();
  expect(batch["results"]).toMatchObject([{ java, warnings: [warning] }]);
  const history = (await world.request(`/api/history?username=${uuid}&type=java`)).json();
  expect(history["warnings"]).toEqual([warning]);

  const images = ["/head?", "/head?view=iso&", "/bust?", "/body?", "/body?cape=true&", "/player?"];
  for (const image of [...images, "/skin?"]) {
    const { status, headers } = await world.request(`${image}username=${uuid}`);
    expect([image, status, headers["x-texture-source"]]).toEqual([
      image,
      200,
      kind === "skin" ? "default" : OWN,
    ]);
    expect(headers["cache-control"]).toMatch(/max-age=1[12]\d\d,/);
  }
  const cape = await world.request(`/cape?username=${uuid}`);
  if (kind === "cape") expect([cape.status, cape.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  else {
    const same = await world.request(`/skin?texture=${skin.hash}`);
    expect((await world.request(`/skin?username=${uuid}`)).bytes).toEqual(same.bytes);
    expect(cape.status).toBe(200);
  }

  const ashcon = (await world.request(`/compat/ashcon/mojang/v2/user/${uuid}`)).json();
  expect(ashcon["textures"]).toMatchObject({
    custom: kind === "cape",
    ...(kind === "skin" && { slim: skin.model === "slim" }),
  });
  const playerDb = (await world.request(`/compat/playerdb/api/player/minecraft/${uuid}`)).json();
  const { player } = playerDb["data"] as { player: object };
  expect(player).not.toHaveProperty(`${kind}_texture`);
  const helm = await world.request(`/compat/minotar/helm/${uuid}/64`);
  expect([helm.headers["x-texture-source"]]).toEqual([kind === "skin" ? "default" : OWN]);
}

describe("at the game's host", () => {
  it.each(FILES)("a file of %s in place of a %s is shown as in the game", (_, kind, file, wrong) =>
    withWorld(async (world) => {
      world.sandbox.control.change(COBBLE, { [kind]: dataUrl(await file()) });
      const image = kind === "skin" ? "/head?" : "/body?cape=true&";
      const first = await world.request(`${image}username=${COBBLE}`);
      expect([first.status, first.headers["x-texture-source"]]).toEqual([
        200,
        kind === "skin" ? "default" : "player",
      ]);
      if (OF_EACH_STAGE.some(([, , same]) => same === file)) {
        return expectUnusable(world, COBBLE, kind, wrong);
      }
      const { warnings = [] } = await profileOf(world, `username=${COBBLE}&type=java`);
      expect(warnings.map(({ part, error }) => [part, error])).toEqual([
        [kind, expect.stringContaining(wrong)],
      ]);
    }),
  );
});

describe("at a skin service", () => {
  it.each(OF_EACH_STAGE)(
    "a file of %s in place of a %s is shown as in the game",
    (_, kind, file, wrong) =>
      withService("after", async (world) => {
        const fault: Fault = { kind: "file", bytes: await file() };
        const match = textureHash(`knitted-${kind}`);
        world.sandbox.control.fault({ route: "injector.texture", fault, match });
        await expectUnusable(world, WIM, kind, wrong);
      }),
  );
});

/** Two frames or more, one above the other: only the uppermost is red. */
async function animated(width: number, frames: number): Promise<Buffer> {
  const height = width / 2;
  const red = { create: { width, height, channels: 3, background: "#f00" } } as const;
  const rest = { ...red.create, height: height * frames, background: "#00f" } as const;
  return sharp({ create: rest })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

describe("an animated cape", () => {
  it.each([
    ["OptiFine's", 64, 3],
    ["OptiFine's", 64, 2],
    ["OptiFine's", 128, 16],
    ["OptiFine's", 512, 8],
    ["the game's", 64, 3],
    ["the game's", 128, 5],
  ])("of %s, %d pixels wide with %d frames, is its first frame", (where, width, frames) =>
    withWorld(
      async (world) => {
        const file = await animated(width, frames);
        const uuid = where === "the game's" ? COBBLE : TESS;
        if (uuid === COBBLE) world.sandbox.control.change(COBBLE, { cape: dataUrl(file) });
        else
          world.sandbox.control.fault({
            route: "optifine.cape",
            fault: { kind: "file", bytes: file },
          });
        const { java, warnings } = await profileOf(world, `username=${uuid}&type=java`);
        expect(warnings).toBe(undefined);
        for (const target of [`username=${uuid}`, `texture=${java?.cape_texture}`]) {
          const cape = await world.request(`/cape?${target}`);
          const { width: wide, height } = await sharp(cape.bytes).metadata();
          expect([cape.status, wide, height]).toEqual([200, width, width / 2]);
          const { channels } = await sharp(cape.bytes).stats();
          expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([255, 0, 0]);
        }
        for (const image of ["/cape?view=front&", "/body?cape=true&view=back&"]) {
          expect((await world.request(`${image}username=${uuid}`)).status).toBe(200);
        }
        // Found again where it came from.
        await world.services.stores.textures.delete(`texture:v1:${java?.cape_texture}`);
        await world.restart();
        expect((await world.request(`/cape?texture=${java?.cape_texture}`)).status).toBe(200);
      },
      () => ({ THIRD_PARTY_CAPES: "optifine" }),
    ),
  );
});

it("a cape of OptiFine's that cannot be used is no cape, and no failure of OptiFine", () =>
  withWorld(
    async (world) => {
      const bytes = await png(2_048, 1_024, true);
      world.sandbox.control.fault({ route: "optifine.cape", fault: { kind: "file", bytes } });
      await expectUnusable(world, TESS, "cape", "too many bytes");
    },
    () => ({ THIRD_PARTY_CAPES: "optifine" }),
  ));

it("a skin and a cape that cannot be used are two warnings, and no image fails", () =>
  withWorld(async (world) => {
    world.sandbox.control.change(COBBLE, {
      skin: dataUrl(await jpeg()),
      cape: dataUrl(await jpeg()),
    });
    const body = await world.request(`/body?cape=true&username=${COBBLE}`);
    expect([body.status, body.headers["x-texture-source"]]).toEqual([200, "default"]);
    await world.request(`/cape?username=${COBBLE}`);
    const { warnings } = await profileOf(world, `username=${COBBLE}&type=java`);
    expect(warnings?.map(({ code }) => code)).toEqual(["UNUSABLE_SKIN", "UNUSABLE_CAPE"]);
  }));

it("a Bedrock skin that cannot be used is the default one", () =>
  withWorld(async (world) => {
    world.sandbox.control.change("2761708961228418", { skin: dataUrl(await png(96, 96)) });
    const target = "username=2761708961228418&type=bedrock";
    const head = await world.request(`/head?${target}`);
    expect([head.status, head.headers["x-texture-source"]]).toEqual([200, "default"]);
    const { bedrock, warnings } = await profileOf(world, target);
    expect([bedrock?.skin_texture, warnings?.map(({ code }) => code)]).toEqual([
      null,
      ["UNUSABLE_SKIN"],
    ]);
  }));

it("a texture by its hash that cannot be used is not there, and a player beside it is shown", () =>
  withWorld(async (world) => {
    world.sandbox.control.change(COBBLE, { skin: dataUrl(await jpeg()) });
    const { java } = await profileOf(world, `username=${COBBLE}&type=java`);
    const alone = await world.request(`/head?texture=${java?.skin_texture}`);
    expect([alone.status, alone.headers["x-texture-source"]]).toEqual([404, "default"]);
    const both = await world.request(`/head?texture=${java?.skin_texture}&username=${TESS}`);
    expect([both.status, both.headers["x-texture-source"]]).toEqual([200, "player"]);
  }));

it.each<[string, Record<string, string>]>([
  ["application/octet-stream", { "content-type": "application/octet-stream" }],
  ["no type", {}],
  ["a wrong type of image", { "content-type": "image/jpeg" }],
])("a texture of %s is judged by its bytes", (_, headers) =>
  withService("after", async (world) => {
    const bytes = await png(64, 64);
    const fault: Fault = { kind: "file", bytes, headers };
    world.sandbox.control.fault({ route: "mojang-textures.texture", fault });
    world.sandbox.control.fault({ route: "injector.texture", fault });
    for (const [uuid, source] of [
      [COBBLE, "player"],
      [WIM, OWN],
    ]) {
      const head = await world.request(`/head?username=${uuid}`);
      expect([head.status, head.headers["x-texture-source"]]).toEqual([200, source]);
    }
  }),
);

describe("a failure of a host stays one", () => {
  it.each<[string, Fault]>([
    ["a web page", { kind: "wrong-type" }],
    ["a document", { kind: "error-envelope" }],
    ["a web page that is called an image", { kind: "not-json" }],
    ["a body without an end", { kind: "huge" }],
    ["404", { kind: "not-found" }],
    ["500", { kind: "status", status: 500, contentType: "image/png" }],
    ["a body that breaks off", { kind: "truncate" }],
    ["chunks that break off", { kind: "truncate", chunked: true }],
    ["a reset", { kind: "reset-mid-body" }],
    ["no answer", { kind: "drop" }],
  ])("after %s", (_, fault) =>
    withService("after", async (world) => {
      const { control } = world.sandbox;
      for (const [uuid, route] of [
        [COBBLE, "mojang-textures.texture"],
        [WIM, "injector.texture"],
      ] as const) {
        control.fault({ route, fault });
        const head = await world.request(`/head?username=${uuid}`);
        expect([head.status, head.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
        const { warnings = [] } = await profileOf(world, `username=${uuid}&type=java`);
        expect(warnings.filter(({ code }) => code !== "BAD_GATEWAY")).toEqual([]);
      }
    }),
  );
});
