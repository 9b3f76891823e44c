import { describe, expect, it, vi } from "vitest";
import { decodeTexture } from "../textures/codec.ts";
import { decodeImage } from "../textures/images.fixture.ts";
import { drawView } from "../textures/view.ts";
import { textureHash } from "../../sandbox/textures.ts";
import { openWorld, useWorld, withStoppedClock } from "../../testing/world.ts";

const LOU = "Lantern_Lou";

const world = useWorld();

describe("a camera", () => {
  const etagOf = async (target: string) => (await world.request(target)).headers["etag"];

  it.each([
    ["/body?yaw=30&pitch=10&size=96", 96],
    ["/body?yaw=-180&pitch=-90&projection=perspective&size=96", 96],
    ["/body?pose=sleeping&size=1024", 1024],
    ["/body?view=iso&pose=waving&projection=perspective&format=webp", 256],
    ["/bust?yaw=30&size=1024", 1024],
    ["/head?yaw=45&pitch=20&size=1024", 1024],
    ["/head?view=iso&size=1024", 1024],
    ["/body?shadow=true&cape=true&size=66", 66],
    ["/head?view=iso&projection=perspective", 64],
    ["/body/Lantern_Lou/64.webp?yaw=30", 64],
  ])("%s is an image", async (target, height) => {
    const player = target.includes(LOU) ? "" : `&username=${LOU}`;
    const reply = await world.request(`${target}${player}`);
    expect(reply.status).toBe(200);
    const image = await decodeImage(reply.bytes);
    expect(image.height).toBe(height);
    expect(image.width).toBeLessThanOrEqual(height);
    expect(image.data.some((value) => value !== 0)).toBe(true);
  });

  it("is rounded to 5 degrees", async () => {
    const of = (query: string) => etagOf(`/body?username=${LOU}&${query}`);
    expect(await of("yaw=37&pitch=-12.4")).toBe(await of("yaw=35&pitch=-10"));
    expect(await of("yaw=-180")).toBe(await of("yaw=180"));
    expect(await of("yaw=37")).not.toBe(await of("yaw=40"));
  });

  it("changes only what it names of the view", async () => {
    const of = (query: string) => etagOf(`/body?username=${LOU}&${query}`);
    expect(await of("view=left&pitch=20")).toBe(await of("yaw=90&pitch=20"));
    expect(await of("view=back&yaw=-45&pitch=20")).toBe(await of("yaw=-45&pitch=20"));
    expect(await of("pose=standing&projection=orthographic")).toBe(await of("view=front"));
    expect(await of("yaw=&pitch=")).toBe(await of("view=front"));
    expect(await of("pose=walking")).not.toBe(await of("view=front"));
  });

  it.each([
    ["yaw=181", "yaw must be a number from -180 to 180."],
    ["yaw=north", "yaw must be a number from -180 to 180."],
    ["yaw=1e2", "yaw must be a number from -180 to 180."],
    ["pitch=-90.5", "pitch must be a number from -90 to 90."],
    ["projection=fisheye", "projection must be orthographic or perspective."],
    [
      "pose=dancing",
      "pose must be standing, walking, waving, sitting, crouching, pointing, cheering or sleeping.",
    ],
    ["size=1025", "size must be at most 1024."],
  ])("refuses %s and names what is possible", async (query, sentence) => {
    const reply = await world.request(`/body?username=${LOU}&${query}`);
    expect([reply.status, reply.json()["error"]]).toEqual([400, sentence]);
  });

  it("is none of a flat head, which stays small", async () => {
    const large = await world.request(`/head?username=${LOU}&size=513`);
    const sentence =
      "size must be at most 512. A flat head shows no more in more pixels; with view=iso, it is at most 1024.";
    expect([large.status, large.json()["error"]]).toEqual([400, sentence]);
    const larger = await world.request(`/head?username=${LOU}&size=1025&view=iso`);
    expect(larger.json()["error"]).toBe("size must be at most 1024.");
    expect(await etagOf(`/head?username=${LOU}&projection=orthographic`)).toBe(
      await etagOf(`/head?username=${LOU}`),
    );
  });
});

describe("a worn cape", () => {
  const BACK = "/body?view=back&size=64";

  it("is drawn where it is asked for, and only there", async () => {
    const cape = await world.request(`/cape?username=${LOU}`);
    const skin = await world.request(`/skin?username=${LOU}`);
    const reply = await world.request(`${BACK}&cape=true&username=${LOU}`);
    const pixels = {
      texture: await decodeTexture(skin.bytes, "skin"),
      cape: await decodeTexture(cape.bytes, "cape"),
    };
    const options = { view: "body-back", size: 64, overlay: true, cape: true } as const;
    const look = { model: "classic", upsideDown: false, ears: false } as const;
    const drawn = drawView(pixels, { ...options, ...look });
    const { data } = await decodeImage(reply.bytes);
    expect([reply.status, Buffer.compare(data, drawn.data)]).toEqual([200, 0]);
    const without = await world.request(`${BACK}&username=${LOU}`);
    expect(Buffer.compare((await decodeImage(without.bytes)).data, drawn.data)).not.toBe(0);
    expect(reply.headers["etag"]).not.toBe(without.headers["etag"]);
  });

  it.each(["Tinker_Tess", ".Mossy_Minnow"])("of %s, who has none, is none", async (name) => {
    const [caped, bare] = await Promise.all(
      ["&cape=true", ""].map((query) => world.request(`${BACK}${query}&username=${name}`)),
    );
    expect(caped?.status).toBe(200);
    expect(caped?.bytes).toEqual(bare?.bytes);
  });

  it.each([
    [
      "file",
      {
        route: "mojang-textures.*",
        match: textureHash("cape-lantern"),
        fault: { kind: "drop" },
      },
    ],
    [
      "address",
      {
        route: "mojang-session.profile",
        fault: { kind: "bad-textures", variant: "foreign-host", part: "CAPE" },
      },
    ],
  ] as const)(
    "whose %s cannot be had is left out for a few seconds, and the image says so",
    (_, fault) =>
      withStoppedClock(async (ownWorld) => {
        ownWorld.sandbox.control.fault(fault);
        const bare = await ownWorld.request(`${BACK}&username=${LOU}`);
        const partial = await ownWorld.request(`${BACK}&cape=true&username=${LOU}`);
        expect([partial.status, partial.headers]).toMatchObject([
          200,
          { "x-texture-source": "player", "x-partial": "cape" },
        ]);
        expect(partial.headers["cache-control"]).toMatch(/^public, max-age=[0-5]$/);
        expect(partial.bytes).toEqual(bare.bytes);
        expect(bare.headers["x-partial"]).toBeUndefined();

        ownWorld.sandbox.control.clearFaults();
        vi.setSystemTime(Date.now() + 100_000);
        const ifNoneMatch = partial.headers["etag"] ?? "";
        const whole = await ownWorld.request(`${BACK}&cape=true&username=${LOU}`, { ifNoneMatch });
        expect([whole.status, whole.headers["x-partial"]]).toEqual([200, undefined]);
        expect(whole.bytes).not.toEqual(bare.bytes);
      }),
  );

  it("costs one upstream call more", async () => {
    const ownWorld = await openWorld();
    await ownWorld.request(`${BACK}&cape=true&username=${LOU}`);
    expect(ownWorld.sandbox.control.calls().counts).toEqual({
      "mojang-api.name": 1,
      "mojang-session.profile": 1,
      "mojang-textures.texture": 2,
    });
  });
});
