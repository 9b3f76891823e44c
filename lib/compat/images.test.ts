import { describe, expect, it } from "vitest";
import { decodeImage } from "../textures/images.fixture.ts";
import { openWorld } from "../../testing/world.ts";
import { textOf, UNKNOWN, useCompatImages } from "./images.fixture.ts";

const { world, request, shapeOf } = useCompatImages();
const isSame = async (path: string, native: string) =>
  Buffer.compare((await request(path)).bytes, (await world.request(native)).bytes) === 0;

describe("Visage and VZGE", () => {
  it.each([
    ["helm/Lantern_Lou.png", "../face/256/Lantern_Lou.png"],
    ["helm/64/Lantern_Lou", "../../face/64/Lantern_Lou"],
    ["portrait/100/Lantern_Lou", "../../bust/100/Lantern_Lou"],
    ["player/Lantern_Lou", "../full/416/Lantern_Lou"],
    ["player/101/Lantern%20Lou", "../../full/164/Lantern%20Lou"],
  ])("redirects %s to %s", async (path, location) => {
    const reply = await request(`visage/${path}`);
    expect([reply.status, reply.headers["location"]]).toEqual([301, location]);
    const { pathname } = new URL(location, `http://host/compat/visage/${path}`);
    expect((await world.request(pathname)).status).toBe(200);
  });

  it.each([
    ["face/60/Lantern_Lou", 64, 64],
    ["front/60/Lantern_Lou", 64, 64],
    ["head/129/Lantern_Lou", 136, 136],
    ["bust/129/Lantern_Lou", 136, 136],
    ["full/384/Lantern_Lou", 237, 384],
    ["full/Lantern_Lou", 158, 256],
    ["frontfull/1500/Lantern_Lou", 631, 1_024],
    ["full/384/Lantern_Lou?y=90&p=-30", 237, 384],
  ])("draws %s with the size that it has there", async (path, width, height) => {
    expect(await shapeOf(`visage/${path}`)).toEqual([200, "image/png", width, height]);
  });

  it.each(["webp", "jxl", "WebP"])("sends a WebP for .%s", async (extension) => {
    const path = "visage/full/64/Lantern_Lou";
    expect(await shapeOf(`${path}.${extension}`)).toEqual([200, "image/webp", 40, 64]);
    const [webp, png] = [await request(`${path}.${extension}`), await request(`${path}.png`)];
    expect(await decodeImage(webp.bytes)).toEqual(await decodeImage(png.bytes));
    expect(webp.headers["etag"]).not.toBe(png.headers["etag"]);
  });

  it("turns the figure to its left with a positive yaw, and sees it from above with a negative pitch", async () => {
    const who = "username=Lantern_Lou&projection=perspective&size=128";
    for (const [path, native] of [
      ["head/128/Lantern_Lou", "/head?yaw=35&pitch=20"],
      ["bust/128/Lantern_Lou", "/bust?yaw=-20&pitch=20&cape=true"],
      ["bust/128/Lantern_Lou?y=-40", "/bust?yaw=20&pitch=20&cape=true"],
      ["bust/128/Lantern_Lou?y=400&p=110", "/bust?yaw=-60&pitch=-90&cape=true"],
      ["bust/128/Lantern_Lou?y=x&r=45", "/bust?yaw=-20&pitch=20&cape=true"],
    ] as const) {
      expect([path, await isSame(`visage/${path}`, `${native}&${who}`)]).toEqual([path, true]);
    }
  });

  it("leaves features and takes the model that the query names", async () => {
    const native = "/body?username=Lantern_Lou&size=256";
    for (const [query, ours] of [
      ["no=ears,overlay", "&overlay=false"],
      ["no=ears,cape", ""],
      ["slim", "&model=slim"],
      ["wide", "&model=classic"],
    ] as const) {
      const [own, there] = await Promise.all(
        [native + ours, `/compat/visage/frontfull/Lantern_Lou?${query}`].map((target) =>
          world.request(target),
        ),
      );
      const [narrow, wide] = [
        await decodeImage(own?.bytes ?? new Uint8Array()),
        await decodeImage(there?.bytes ?? new Uint8Array()),
      ];
      expect([query, wide.width, narrow.width]).toEqual([query, 158, 128]);
      const middle = (wide.width - narrow.width) / 2;
      const column = (image: typeof wide, x: number) =>
        [...Array(256).keys()].map((y) => image.data[(y * image.width + x) * 4]);
      expect(column(wide, middle + 60)).toEqual(column(narrow, 60));
      expect(column(wide, middle + 10)).toEqual(column(narrow, 10));
    }
  });

  it("has its own default skins, and none for a name that no player has", async () => {
    for (const [path, native] of [
      ["face/64/X-Alex", "/head?username=nobody_at_all&size=64&default=alex"],
      ["face/64/X-Steve.png", "/head?username=nobody_at_all&size=64&default=steve"],
    ] as const) {
      expect(await isSame(`visage/${path}`, native)).toBe(true);
    }
    expect((await request(`visage/face/64/${UNKNOWN}`)).status).toBe(200);
    const body = (name: string) => `Could not find a player named '${name}'`;
    for (const name of ["nobody_at_all", "{texture}"]) {
      const reply = await request(`visage/face/64/${encodeURIComponent(name)}`);
      expect(textOf(reply)).toEqual([400, "text/plain; charset=utf-8", body(name)]);
      const other = await request("visage/face/64/nobody_else");
      expect(textOf(other)[2]).toBe(body("nobody_else"));
    }
  });
});

describe("Crafthead", () => {
  it.each(["nobody_at_all", "Tinker_Tess", "{uuid}", "minecraft"])(
    "has a transparent pixel with status 404 in place of the cape of %s",
    async (name) => {
      const path =
        name === "minecraft" ? "minecraft/cape/Tinker_Tess" : `cape/${encodeURIComponent(name)}`;
      const reply = await request(`crafthead/${path}`);
      expect([reply.status, reply.headers["content-type"]]).toEqual([404, "image/png"]);
      const pixel = { width: 1, height: 1, data: Buffer.alloc(4) };
      expect(await decodeImage(reply.bytes)).toEqual(pixel);
    },
  );

  it.each([
    ["cape/Lantern_Lou", 113, 180],
    ["helm/Lantern_Lou", 180, 180],
    ["helm/Lantern_Lou/1", 8, 8],
    ["helm/Lantern_Lou/301", 300, 300],
    ["body/Lantern_Lou/300", 300, 600],
  ])("draws %s in the size that it has there", async (path, width, height) => {
    expect(await shapeOf(`crafthead/${path}`)).toEqual([200, "image/png", width, height]);
  });

  it("does not say that there is no cape while that is not known", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    expect((await ownWorld.request("/compat/crafthead/cape/Lantern_Lou")).status).toBe(502);
  });

  it.each(["face/Lantern_Lou", "armor/Lantern_Lou", "hytale/helm/Lantern_Lou", ""])(
    "has no URL %j",
    async (path) => expect((await request(`crafthead/${path}`)).status).toBe(404),
  );
});

describe("Minotar", () => {
  it.each([
    ["avatar/Lantern_Lou.svg", "/head?size=8&overlay=false"],
    ["helm/Lantern_Lou/64.svg", "/head?size=8"],
    ["bust/Lantern_Lou.svg", "/bust?size=16&overlay=false"],
    ["armor/body/Lantern_Lou/300.SVG", "/body?size=32"],
    ["cubehelm/Lantern_Lou/40.svg", "/head?view=iso&size=40"],
  ])("draws %s with the pixels that its PNG has", async (path, native) => {
    const reply = await request(`minotar/${path}`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(reply.headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    const { width, height, data } = await decodeImage(
      (await world.request(`${native}&username=Lantern_Lou`)).bytes,
    );
    const svg = reply.bytes.toString();
    const size = `width="${width}" height="${height}"`;
    expect(svg).toMatch(
      new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" [^<>]*${size}[^<>]*>`),
    );
    const drawn = new Map<number, string>();
    for (const [, x, y, run, colour = ""] of svg.matchAll(
      /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="1" fill="#(\w{6})"/g,
    )) {
      for (let at = 0; at < Number(run); at++)
        drawn.set(Number(y) * width + Number(x) + at, colour);
    }
    const expected = [...Array(width * height).keys()].flatMap((pixel) => {
      const colour = Buffer.from(data.subarray(pixel * 4, pixel * 4 + 3)).toString("hex");
      return data[pixel * 4 + 3] === 0 ? [] : [[pixel, colour] as const];
    });
    expect([...drawn]).toEqual(expected);
  });

  it("shows a default skin for an unknown player, and the placeholder while a provider fails", async () => {
    const unknown = await request("minotar/avatar/nobody_at_all.svg");
    expect([unknown.status, unknown.headers["x-texture-source"]]).toEqual([200, "default"]);
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const failed = await ownWorld.request("/compat/minotar/avatar/Lantern_Lou.svg");
    expect([failed.status, failed.headers["content-type"]]).toEqual([502, "image/svg+xml"]);
    expect(failed.bytes.toString()).toMatch(/^<svg .*<\/svg>$/);
  });

  it.each([
    ["avatar/Lantern_Lou", 180, 180],
    ["armor/bust/Lantern_Lou/1000", 300, 300],
    ["body/Lantern_Lou", 180, 360],
    ["helm/Lantern_Lou/4.png", 8, 8],
  ])("draws %s in the size that it has there", async (path, width, height) => {
    expect(await shapeOf(`minotar/${path}`)).toEqual([200, "image/png", width, height]);
  });
});
