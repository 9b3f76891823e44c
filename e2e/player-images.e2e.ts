import { capeViews, skinViews, viewUrl } from "../lib/contract/urls.ts";
import { test } from "./support/elsewhere.ts";
import { expect } from "./support/test.ts";

const players = [
  { shows: "a hat", player: "username=Lantern_Lou&type=java" },
  { shows: "a Bedrock skin", player: "username=Lantern_Lou&type=bedrock" },
  { shows: "an old skin with a hat", player: "username=Gramps_Gravel" },
  { shows: "a skin with a palette", player: "username=Palette_Pat" },
  { shows: "a skin without transparency", player: "username=Solid_Sol" },
  { shows: "a default skin", player: "username=Newcomer_Nia" },
];

const TEXTURE_ROUTE = "mojang-textures.texture";

const images = [8, 64, 100, 512].flatMap((size) =>
  ["png", "webp"].map((format) => ({ size, format })),
);

for (const { shows, player } of players) {
  test(`draws ${shows} to the pixel in every size and format`, async ({ page, service }) => {
    const skin = `${service.url}/skin?${player}`;
    for (const { size, format } of images) {
      const head = `${service.url}/head?${player}&size=${size}&format=${format}`;
      expect(await page.evaluate(comparePixels, { head, skin, size })).toEqual({
        type: `image/${format}`,
        width: size,
        height: size,
        wrong: 0,
        plain: false,
      });
    }
  });
}

test("draws the face without the hat on request", async ({ page, service }) => {
  const head = `${service.url}/head?username=NoodleKnight&size=64`;
  const skin = `${service.url}/skin?username=NoodleKnight`;
  const compare = (options: { head: string; overlay: boolean }) =>
    page.evaluate(comparePixels, { skin, size: 64, ...options });
  const right = { type: "image/png", width: 64, height: 64, wrong: 0, plain: false };
  expect(await compare({ head, overlay: true })).toEqual(right);
  expect(await compare({ head: `${head}&overlay=false`, overlay: false })).toEqual(right);
  expect((await compare({ head, overlay: false })).wrong).toBeGreaterThan(0);
});

test("serves a skin with the bytes of the provider", async ({ service, sandbox }) => {
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  sandbox.control.clearCalls();
  const skin = await bytesOf(`${service.url}/skin?username=ShortHash_Shea`);
  const calls = sandbox.control.calls().last.filter(({ route }) => route === TEXTURE_ROUTE);
  expect(calls).toHaveLength(1);
  const texture = await bytesOf(`${sandbox.url}/mojang-textures${calls[0]?.path}`);
  expect(skin.equals(texture)).toBe(true);
});

test("draws every view in every format, with the height that a browser sees", async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/en`);
  const player = { username: "Lantern_Lou", type: "java" } as const;
  for (const view of [...skinViews, ...capeViews]) {
    for (const format of ["png", "webp"] as const) {
      const url = viewUrl(view, { ...player, size: 96, format });
      expect([url, await page.evaluate(heightOf, url)]).toEqual([url, 96]);
    }
  }
});

async function heightOf(url: string): Promise<number> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image.naturalHeight;
}

interface Comparison {
  head: string;
  skin: string;
  /** The side of the head in pixels. */
  size: number;
  overlay?: boolean;
}

interface Compared {
  type: string;
  width: number;
  height: number;
  /** How many pixels differ from a nearest-neighbour enlargement of the skin's face. */
  wrong: number;
  /** All pixels are the same, so a comparison would be meaningless. */
  plain: boolean;
}

/** Compares a head with the skin it is cut from, as the browser decodes them. Runs in the page. */
async function comparePixels(given: Comparison): Promise<Compared> {
  const { size, overlay = true } = given;
  const head = await decode(given.head);
  const skin = await decode(given.skin);
  const pixelOf = (x: number, y: number) => {
    const hat = skin.at(40 + x, 8 + y);
    const alpha = hat & 0xff;
    if (alpha !== 0 && alpha !== 0xff) throw new Error("A canvas keeps only opaque colours exact.");
    return overlay && alpha === 0xff ? hat : skin.at(8 + x, 8 + y);
  };
  const source = (at: number) => Math.floor(((at + 0.5) * 8) / size);

  let wrong = 0;
  const seen = new Set<number>();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const pixel = head.at(x, y);
      seen.add(pixel);
      if (pixel !== pixelOf(source(x), source(y))) wrong++;
    }
  }
  return { type: head.type, width: head.width, height: head.height, wrong, plain: seen.size < 2 };

  async function decode(url: string) {
    const blob = await (await fetch(url)).blob();
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { colorSpace: "srgb", willReadFrequently: true });
    if (context === null) throw new Error("There is no canvas.");
    context.drawImage(image, 0, 0);
    const view = new DataView(context.getImageData(0, 0, width, height).data.buffer);
    /** Red, green, blue and alpha as one number. */
    const at = (x: number, y: number) => view.getUint32((y * width + x) * 4);
    return { type: blob.type, width, height, at };
  }
}
