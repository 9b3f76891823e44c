// npm run sheet: every view of every drawn player in one image, dist/sheet.png, for a visual check. `-- --docs` draws
// the documentation's images instead, most of which it requests from `npm run demo`, which has to run: `DEMO_URL` says
// where, unless it is http://localhost:3000.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { built, prepareServer, root } from "./prepare.mjs";

/**
 * @import { ShotOptions, ViewName } from "../lib/textures/view.ts"
 * @import { Pixels } from "../lib/textures/codec.ts"
 * @import { Skin } from "../sandbox/player.ts"
 *
 * @typedef {Skin & { name: string, cape?: string | undefined }} Worn
 */

prepareServer();
const { default: sharp } = await import("sharp");
/** @type {typeof import("../site/docs/contract.ts")} */
const { examplePlayer, skinViews } = await import(built("site/docs/contract.js"));
/** @type {typeof import("../sandbox/players.ts")} */
const { players } = await import(built("sandbox/players.js"));
/** @type {typeof import("../sandbox/textures.ts")} */
const { createTextureStore } = await import(built("sandbox/textures.js"));
/** @type {typeof import("../lib/textures/codec.ts")} */
const { decodeTexture } = await import(built("lib/textures/codec.js"));
/** @type {typeof import("../lib/contract/views.ts")} */
const { poses } = await import(built("lib/contract/views.js"));
/** @type {typeof import("../lib/textures/view.ts")} */
const { drawView } = await import(built("lib/textures/view.js"));

/**
 * The views that are drawn. The flat face is not.
 * @type {readonly ViewName[]}
 */
const drawn = [
  ...skinViews
    .filter(({ name }) => name !== "head")
    .map(({ path: of, view = of === "/player" ? "card" : "front" }) => {
      // Drawing throws for any other.
      return /** @type {ViewName} */ (`${of.slice(1)}-${view}`);
    }),
  "cape-front",
  "cape-back",
  "cape-elytra",
];
/** The height of an image in a gallery, in CSS pixels. */
const TILE = 96;
/** @type {4} */
const RGBA = 4;

const textures = createTextureStore();
/** @type {Worn[]} */
const worn = players.flatMap(({ java, bedrock }) => [
  ...(java?.skin ? [{ name: java.name, ...java.skin, cape: java.cape }] : []),
  ...(bedrock?.skin ? [{ name: bedrock.gamertag, ...bedrock.skin }] : []),
]);

/**
 * The views that can be drawn: not those of a missing cape or an illegal skin.
 *
 * @param {Worn} player
 * @param {number} size
 */
async function draw({ hash, model, cape }, size) {
  const images = [];
  for (const view of drawn) {
    const wanted = view.startsWith("cape-") ? textureOf(cape, "cape") : textureOf(hash, "skin");
    const texture = await wanted.catch(() => null);
    const options = { view, size, overlay: true, model, upsideDown: false, ears: false };
    if (texture) images.push(drawView({ texture }, options));
  }
  return images;
}

/**
 * @param {string | undefined} hash
 * @param {"skin" | "cape"} kind
 */
async function textureOf(hash = "", kind) {
  const bytes = textures.find(hash);
  if (bytes === undefined) throw new Error(`There is no ${kind} "${hash}".`);
  return decodeTexture(bytes, kind);
}

/**
 * Lantern_Lou in every pose, with a cape and a shadow.
 *
 * @param {number} size
 */
async function drawPoses(size) {
  const { hash, model, cape } = worn.find(({ name }) => name === "Lantern_Lou") ?? {};
  const textures = { texture: await textureOf(hash, "skin"), cape: await textureOf(cape, "cape") };
  const look = { overlay: true, upsideDown: false, ears: false, cape: true, shadow: true };
  return poses.map((pose) => {
    /** @type {ShotOptions} */
    const shot = { yaw: 30, pitch: 15, projection: "perspective", pose };
    return drawView(textures, { ...look, view: "body-front", size, model, shot });
  });
}

/**
 * Writes an image of rows of views, and returns its size.
 *
 * @param {string} file
 * @param {readonly Pixels[][]} rows
 * @param {{ size: number, gap: number, background: string }} options
 * @returns {Promise<[width: number, height: number]>}
 */
async function save(file, rows, { size, gap, background }) {
  const layers = rows.flatMap((views, row) => {
    let left = 0;
    return views.map(({ width, height, data }) => {
      const raw = { width, height, channels: RGBA };
      const layer = { input: Buffer.from(data), raw, left, top: row * (size + gap) };
      left += width + gap;
      return layer;
    });
  });
  const width = Math.max(...layers.map(({ left, raw }) => left + raw.width));
  const height = rows.length * (size + gap) - gap;
  mkdirSync(path.dirname(file), { recursive: true });
  const image = sharp({ create: { width, height, channels: RGBA, background } }).composite(layers);
  await image.png({ effort: 10, compressionLevel: 9 }).toFile(path.join(root, file));
  console.log(`${file}: ${width}×${height}`);
  return [width, height];
}

/** Writes the images that endpoints return, as the demo sends them, and their sizes in CSS pixels. */
async function saveTiles() {
  /** @type {typeof import("../site/docs/gallery.ts")} */
  const gallery = await import(built("site/docs/gallery.js"));
  /** @type {typeof import("../lib/textures/default-skins.ts")} */
  const { placeholderSkin, placeholderSkinPng } = await import(
    built("lib/textures/default-skins.js")
  );
  /** @type {typeof import("../lib/textures/head.ts")} */
  const { faceOf, renderHead } = await import(built("lib/textures/head.js"));
  const demo = process.env.DEMO_URL ?? "http://localhost:3000";
  /** @param {string} url */
  const request = (url) => fetch(demo + url);
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  const tiles = Object.values(gallery.galleries).flat();
  for (const tile of tiles) {
    // With a size, a cape is drawn.
    const isTexture = tile.endpoint === "getSkin" || gallery.tileFile(tile) === "tile-cape";
    const height = isTexture ? "" : `&size=${TILE * 2}`;
    const response = await request(gallery.tileUrl(tile, examplePlayer.javaName) + height);
    files.set(gallery.tileFile(tile), Buffer.from(await response.arrayBuffer()));
  }
  const unknown = await request("/head?username=no_such_player&size=192");
  files.set(gallery.fallbackFile("getHead", "default"), Buffer.from(await unknown.arrayBuffer()));
  const grey = await renderHead(faceOf(placeholderSkin), { size: 192, format: "png" });
  files.set(gallery.fallbackFile("getHead", "placeholder"), grey);
  files.set(gallery.fallbackFile("getSkin", "placeholder"), placeholderSkinPng);
  /** @type {Record<string, [width: number, height: number]>} */
  const sizes = {};
  for (const [name, bytes] of files) {
    writeFileSync(path.join(root, `public/pictures/${name}.png`), bytes);
    const { width, height } = await sharp(bytes).metadata();
    // Files have twice the pixels, except for textures.
    const scale = height > TILE ? 2 : 1;
    sizes[name] = [width / scale, height / scale];
  }
  return sizes;
}

if (process.argv.includes("--docs")) {
  const sizes = await saveTiles();
  const row = await drawPoses(144);
  sizes.poses = await save("public/pictures/poses.png", [row], {
    size: 144,
    gap: 8,
    background: "#0000",
  });
  const json = await format(JSON.stringify(sizes), { parser: "json" });
  writeFileSync(path.join(root, "site/docs/image-sizes.json"), json);
} else {
  /** @type {Pixels[][]} */
  const all = [];
  for (const player of worn) {
    const views = await draw(player, TILE);
    if (views.length === 0) console.log(`${player.name} has no legal skin.`);
    else all.push(views);
  }
  // Three players in a row.
  const rows = all.flatMap((_, at) => (at % 3 === 0 ? [all.slice(at, at + 3).flat()] : []));
  await save("dist/sheet.png", rows, { size: TILE, gap: 12, background: "#8fa3b5" });
}
