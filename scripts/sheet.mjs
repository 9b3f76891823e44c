// npm run sheet: every view of every drawn player in one image, dist/sheet.png, for a visual check.
// `-- Lantern_Lou PicklePilot` draws these players only, larger; `-- --cameras` draws one player in every pose from
// many sides; `-- --docs` draws the documentation's images, most of which it requests from `npm run demo`, which has
// to run: `DEMO_URL` says where, unless it is http://localhost:3000.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { prepareServer, root } from "./prepare.mjs";

prepareServer();
const { default: sharp } = await import("sharp");
const { skinViews, viewName } = await import(`${root}/dist/lib/docs/contract.js`);
const { players } = await import(`${root}/dist/sandbox/players.js`);
const { createTextureStore } = await import(`${root}/dist/sandbox/textures.js`);
const { decodeTexture } = await import(`${root}/dist/lib/textures/codec.js`);
const { poses } = await import(`${root}/dist/lib/contract/views.js`);
const { drawView } = await import(`${root}/dist/lib/textures/view.js`);

/** The views that are drawn, by the name of their image in the documentation. The flat face is not. */
const drawn = new Map();
for (const { path: of, view } of skinViews.filter(({ name }) => name !== "head")) {
  const name = viewName(of);
  const drawnView = `${of.slice(1)}-${view ?? (name === "card" ? "card" : "front")}`;
  drawn.set(name, [...(drawn.get(name) ?? []), drawnView]);
}
drawn.set("cape", ["cape-front", "cape-back", "cape-elytra"]);
/** The height of an image in a gallery, in CSS pixels. */
const TILE = 96;

const textures = createTextureStore();
const worn = players.flatMap(({ java, bedrock }) => [
  ...(java?.skin ? [{ name: java.name, ...java.skin, cape: java.cape }] : []),
  ...(bedrock?.skin ? [{ name: bedrock.gamertag, ...bedrock.skin }] : []),
]);

/** The views that can be drawn: not those of a missing cape or an illegal skin. */
async function draw({ hash, model, cape }, views, size) {
  const images = [];
  for (const view of views) {
    const kind = view.startsWith("cape-") ? "cape" : "skin";
    const bytes = textures.find(kind === "cape" ? cape : hash);
    const texture = bytes && (await decodeTexture(bytes, kind).catch(() => null));
    const options = { view, size, overlay: true, model, upsideDown: false, ears: false };
    if (texture) images.push(drawView({ texture }, options));
  }
  return images;
}

/** A player in every pose, with a cape and a shadow. */
async function drawPoses({ hash, model, cape }, camera, size) {
  const [texture, worn] = await Promise.all([
    decodeTexture(textures.find(hash), "skin"),
    decodeTexture(textures.find(cape), "cape"),
  ]);
  const look = { overlay: true, upsideDown: false, ears: false, cape: true, shadow: true };
  return poses.map((pose) => {
    const shot = { projection: "perspective", ...camera, pose };
    return drawView({ texture, cape: worn }, { ...look, view: "body-front", size, model, shot });
  });
}

/** Writes an image of rows of views, and returns its size. */
async function save(file, rows, { size, gap, background }) {
  const layers = rows.flatMap((views, row) => {
    let left = 0;
    return views.map(({ width, height, data }) => {
      const raw = { width, height, channels: 4 };
      const layer = { input: Buffer.from(data), raw, left, top: row * (size + gap) };
      left += width + gap;
      return layer;
    });
  });
  const width = Math.max(...layers.map(({ left, raw }) => left + raw.width));
  const create = { width, height: rows.length * (size + gap) - gap, channels: 4, background };
  mkdirSync(path.dirname(file), { recursive: true });
  const image = sharp({ create }).composite(layers);
  await image.png({ effort: 10, compressionLevel: 9 }).toFile(path.join(root, file));
  console.log(`${file}: ${create.width}×${create.height}`);
  return [create.width, create.height];
}

/** Writes the images that endpoints return, as the demo sends them, and their sizes in CSS pixels. */
async function saveTiles() {
  const gallery = await import(`${root}/dist/lib/docs/gallery.js`);
  const { examplePlayer } = await import(`${root}/dist/lib/docs/contract.js`);
  const { placeholderSkin, placeholderSkinPng } = await import(
    `${root}/dist/lib/textures/default-skins.js`
  );
  const { faceOf, renderHead } = await import(`${root}/dist/lib/textures/head.js`);
  const demo = process.env.DEMO_URL ?? "http://localhost:3000";
  const request = (url) => fetch(demo + url);
  const files = new Map();
  const tiles = Object.values(gallery.galleries).flat();
  for (const tile of tiles) {
    const height = tile.endpoint === "getSkin" ? "" : `&size=${TILE * 2}`;
    const response = await request(gallery.tileUrl(tile, examplePlayer.javaName) + height);
    files.set(gallery.tileFile(tile), Buffer.from(await response.arrayBuffer()));
  }
  const unknown = await request("/head?username=no_such_player&size=192");
  files.set(gallery.insteadFile("getHead", "default"), Buffer.from(await unknown.arrayBuffer()));
  const grey = await renderHead(faceOf(placeholderSkin), { size: 192, format: "png" });
  files.set(gallery.insteadFile("getHead", "placeholder"), grey);
  files.set(gallery.insteadFile("getSkin", "placeholder"), placeholderSkinPng);
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

const args = process.argv.slice(2);
const player = worn.find(({ name }) => name === "Lantern_Lou");
if (args.includes("--cameras")) {
  const rows = [];
  for (const pitch of [0, 20, 50, 90, -40]) {
    for (const yaw of [0, 45, 90, 135, 180, -90]) {
      const projection = yaw % 90 === 0 ? "orthographic" : "perspective";
      rows.push(await drawPoses(player, { yaw, pitch, projection }, 160));
    }
  }
  await save("dist/cameras.png", rows, { size: 160, gap: 12, background: "#8fa3b5" });
} else if (args.includes("--docs")) {
  const sizes = await saveTiles();
  const row = await drawPoses(player, { yaw: 30, pitch: 15 }, 144);
  sizes.poses = await save("public/pictures/poses.png", [row], {
    size: 144,
    gap: 8,
    background: "#0000",
  });
  const json = await format(JSON.stringify(sizes), { parser: "json" });
  writeFileSync(path.join(root, "lib/docs/pages/image-sizes.json"), json);
} else {
  const [size, inRow] = args.length === 0 ? [96, 3] : [256, 1];
  const rows = [];
  for (const player of worn.filter(({ name }) => args.length === 0 || args.includes(name))) {
    const views = await draw(player, [...drawn.values()].flat(), size);
    if (views.length === 0) console.log(`${player.name} has no legal skin.`);
    else if (rows.length === 0 || rows.at(-1).players === inRow) rows.push({ players: 1, views });
    else {
      rows.at(-1).players += 1;
      rows.at(-1).views.push(...views);
    }
  }
  const all = rows.map(({ views }) => views);
  await save("dist/sheet.png", all, { size, gap: 12, background: "#8fa3b5" });
}
