import { test } from "./support/elsewhere.ts";
import { comparePixels } from "./support/pixels.ts";
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

const pictures = [8, 64, 100, 512].flatMap((size) =>
  ["png", "webp"].map((format) => ({ size, format })),
);

for (const { shows, player } of players) {
  test(`draws ${shows} to the pixel in every size and format`, async ({ page, service }) => {
    const skin = `${service.url}/skin?${player}`;
    for (const { size, format } of pictures) {
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

test("draws the face without the hat when asked to", async ({ page, service }) => {
  const head = `${service.url}/head?username=NoodleKnight&size=64`;
  const skin = `${service.url}/skin?username=NoodleKnight`;
  const compare = (options: { head: string; overlay: boolean }) =>
    page.evaluate(comparePixels, { skin, size: 64, ...options });
  const right = { type: "image/png", width: 64, height: 64, wrong: 0, plain: false };
  expect(await compare({ head, overlay: true })).toEqual(right);
  expect(await compare({ head: `${head}&overlay=false`, overlay: false })).toEqual(right);
  expect((await compare({ head, overlay: false })).wrong).toBeGreaterThan(0);
});

test("gives a skin as the bytes that the provider has", async ({ service, sandbox }) => {
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
  sandbox.control.clearCalls();
  const skin = await bytesOf(`${service.url}/skin?username=ShortHash_Shea`);
  const calls = sandbox.control.calls().last.filter(({ route }) => route === TEXTURE_ROUTE);
  expect(calls).toHaveLength(1);
  const texture = await bytesOf(`${sandbox.url}/mojang-textures${calls[0]?.path}`);
  expect(skin.equals(texture)).toBe(true);
});
