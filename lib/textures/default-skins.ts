import { deflateSync, inflateSync } from "node:zlib";
import type { Pixels } from "./codec.ts";
import { pngChunk, pngHead } from "./png.ts";

/** A skin that the game shows for a player without one. The image itself may not be shipped. */
export interface DefaultSkin {
  readonly name: string;
  readonly model: "classic" | "slim";
  /** The texture's name at textures.minecraft.net. */
  readonly hash: string;
}

/** Hashes by name, in the order of the vanilla client, which decides the skin of a player. */
const SLIM = {
  alex: "46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7",
  ari: "6ac6ca262d67bcfb3dbc924ba8215a18195497c780058a5749de674217721892",
  efe: "fece7017b1bb13926d1158864b283b8b930271f80a90482f174cca6a17e88236",
  kai: "226c617fde5b1ba569aa08bd2cb6fd84c93337532a872b3eb7bf66bdd5b395f8",
  makena: "7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db",
  noor: "6c160fbd16adbc4bff2409e70180d911002aebcfa811eb6ec3d1040761aea6dd",
  steve: "d5c4ee5ce20aed9e33e866c66caa37178606234b3721084bf01d13320fb2eb3f",
  sunny: "b66bc80f002b10371e2fa23de6f230dd5e2f3affc2e15786f65bc9be4c6eb71a",
  zuri: "eee522611005acf256dbd152e992c60c0bb7978cb0f3127807700e478ad97664",
};

const CLASSIC: Record<keyof typeof SLIM, string> = {
  alex: "1abc803022d8300ab7578b189294cce39622d9a404cdc00d3feacfdf45be6981",
  ari: "4c05ab9e07b3505dc3ec11370c3bdce5570ad2fb2b562e9b9dd9cf271f81aa44",
  efe: "daf3d88ccb38f11f74814e92053d92f7728ddb1a7955652a60e30cb27ae6659f",
  kai: "e5cdc3243b2153ab28a159861be643a4fc1e3c17d291cdd3e57a7f370ad676f3",
  makena: "dc0fcfaf2aa040a83dc0de4e56058d1bbb2ea40157501f3e7d15dc245e493095",
  noor: "90e75cd429ba6331cd210b9bd19399527ee3bab467b5a9f61cb8a27b177f6789",
  steve: "31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb",
  sunny: "a3bd16079f764cd541e072e888fe43885e711f98658323db0f9a6045da91ee7a",
  zuri: "f5dddb41dcafef616e959c2817808e0be741c89ffbfed39134a13e75b811863d",
};

/** All 18, the nine slim ones first: the vanilla order since 1.19.3. */
export const DEFAULT_SKINS = [...skinsOf("slim", SLIM), ...skinsOf("classic", CLASSIC)];

/**
 * The skin that the game shows for a player who has none, by the player's UUID, with or without
 * dashes: Java's UUID.hashCode, which folds its four words into a signed one, modulo 18.
 */
export function defaultSkinOf(uuid: string): DefaultSkin {
  const words = uuid.replaceAll("-", "").match(/.{8}/g) ?? [];
  const hashCode = words.reduce((code, word) => code ^ Number.parseInt(word, 16), 0);
  const count = DEFAULT_SKINS.length;
  return skinAt(((hashCode % count) + count) % count);
}

/** The two best-known ones in their usual shape: a wide steve and a slim alex. */
export function namedDefaultSkin(name: "steve" | "alex"): DefaultSkin {
  const model = name === "steve" ? "classic" : "slim";
  return skinAt(DEFAULT_SKINS.findIndex((skin) => skin.name === name && skin.model === model));
}

/** The width of the arms of a default skin, by the name of its texture; undefined for any other texture. */
export function defaultModelOf(hash: string | undefined): DefaultSkin["model"] | undefined {
  return DEFAULT_SKINS.find((skin) => skin.hash === hash)?.model;
}

function skinsOf(model: DefaultSkin["model"], hashes: Record<string, string>): DefaultSkin[] {
  return Object.entries(hashes).map(([name, hash]) => ({ name, model, hash }));
}

function skinAt(index: number): DefaultSkin {
  const skin = DEFAULT_SKINS[index];
  if (skin === undefined) throw new RangeError(`There is no default skin ${index}.`);
  return skin;
}

/**
 * The RGBA pixels of the placeholder skin, deflated and in base64. Not a PNG file, since it has to be
 * available when no texture can be decoded, and in every bundle.
 */
const SKIN_PIXELS =
  "eNrsmIPvHFEUhec/qW3btm3btu02KoPaCNugboPaNuMyzmvuJmdz5ySD/vh237zky9ynm/stRl5Ea9Jnpglj96FzoXgZ3t" +
  "i366TtgpP+cHfRn91d9Vd95/xV7JZ/cv5j96zxr9dlnAFtR6xMg7FGPaem6TRuI8BY0F4QOW+LP9fH/uwN2FGIdrfPPwj2" +
  "vffiE/vnnAzwh3Px6u3l6IurNO1rKjbsEbiX5/g3YYM/1yhcu/0EkLM/Pn/jkV4b6s/uNvrD/dSFmz7/b6cOyBFgTPtjD/" +
  "sL7K7nrfAX4M7A9/Cu4xzDn4GbBs7a3Qp/+d6kDnx/jDjCe/6EpQL6gf4qJ+LAvmdZa9F1pNEULVNdE1nviA2nDbh051UK" +
  "PVa7WbdQ4uYHOb/fSvwT/8S/VtOupmHb/ikkrtuyl2naaaiQinme+/0W7/MxZPURIOdHwTfG65sOnhNGYH7A80xh+jOoN+" +
  "fY799r/q50be/m9tc45//353eNk/4rdhwSJJY51/yBk/5MTvy7ztimY51fYp7nflb4A/hreJ6J4w/gr+F5IrA+do9bL8P3" +
  "Ay1HLtHwPBPpX7JiHaMpXaWBD55n8tk/8Hkc8DyT3/5R3w/D6yOw3h/nAoBzB84fgh7j9VHo9xIS6/cREvM8971/7doxEQ" +
  "AADMJA/66rIleGfweZAQAAAGDgPxDsmwH9+vUH+0mwb63369evX7/+et/f76/2/UDwH+j2/UCwH4f79n6//vd9/wB+d6zK";

/**
 * The skin that is shown when no other is available: 64×64, wide arms, every side of the six parts
 * filled, the second layer empty. It is our own, since the game's art may not be shipped, and looks
 * unlike the game's figures, so that it is not mistaken for a player's choice. Do not change the
 * pixels: the entity tag of a placeholder does not depend on them.
 */
export const placeholderSkin: Pixels = {
  width: 64,
  height: 64,
  data: inflateSync(Buffer.from(SKIN_PIXELS, "base64")),
};

/** An invisible cape of the usual 64×32 pixels. */
export const placeholderCape: Pixels = {
  width: 64,
  height: 32,
  data: new Uint8Array(64 * 32 * 4),
};

/** Both as PNG. Do not change the bytes. */
export const placeholderSkinPng = plainPng(placeholderSkin);
export const placeholderCapePng = plainPng(placeholderCape);

/** Other services send this in place of a cape. */
export const transparentPixelPng = plainPng({ width: 1, height: 1, data: new Uint8Array(4) });

function plainPng({ width, height, data }: Pixels): Uint8Array {
  const rowLength = width * 4;
  // One filter byte before each row, 0 for none.
  const rows = new Uint8Array(height * (1 + rowLength));
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * rowLength, (y + 1) * rowLength), y * (1 + rowLength) + 1);
  }
  return Buffer.concat([
    pngHead({ width, height, bitDepth: 8, colorType: 6 }),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}
