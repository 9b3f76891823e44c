// npm run sheet: every view of every drawn player in one image, dist/sheet.png, for a visual check.
// `-- Lantern_Lou PicklePilot` draws these players only, larger; `-- --cameras` draws one player in every pose from
// many sides; `-- --docs` draws the documentation's images.
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
/** Heights of images in pixels; others are 192. */
const HEIGHTS = { head: 128, bust: 128, cape: 128 };

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
  const sizes = {};
  for (const [name, views] of drawn) {
    const size = HEIGHTS[name] ?? 192;
    const row = await draw(player, views, size);
    const options = { size, gap: 16, background: "#0000" };
    sizes[name] = await save(`public/pictures/${name}.png`, [row], options);
  }
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
