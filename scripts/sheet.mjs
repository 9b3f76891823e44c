// npm run sheet: every view of every drawn player in one image, dist/sheet.png, for a visual check.
// `-- Lantern_Lou PicklePilot` draws these players only, larger; `-- --docs` draws the documentation's images.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { prepareServer, root } from "./prepare.mjs";

const BODY_VIEWS = ["body-front", "body-back", "body-left", "body-right", "body-iso"];
const CAPE_VIEWS = ["cape-front", "cape-back", "cape-elytra"];
const ALL_VIEWS = ["head-iso", "bust-front", ...BODY_VIEWS, "player-card", ...CAPE_VIEWS];
/** The images of lib/docs/pages/views.ts. */
const DOCUMENTATION = [
  { name: "head", size: 128, views: ["head-iso"] },
  { name: "bust", size: 128, views: ["bust-front"] },
  { name: "body", size: 192, views: BODY_VIEWS },
  { name: "card", size: 192, views: ["player-card"] },
  { name: "cape", size: 128, views: CAPE_VIEWS },
];

prepareServer();
const { default: sharp } = await import("sharp");
const { players } = await import(`${root}/dist/sandbox/players.js`);
const { createTextureStore } = await import(`${root}/dist/sandbox/textures.js`);
const { decodeTexture } = await import(`${root}/dist/lib/textures/codec.js`);
const { drawView } = await import(`${root}/dist/lib/textures/view.js`);

const textures = createTextureStore();
const worn = players.flatMap(({ java, bedrock }) => [
  ...(java?.skin ? [{ name: java.name, ...java.skin, cape: java.cape }] : []),
  ...(bedrock?.skin ? [{ name: bedrock.gamertag, ...bedrock.skin }] : []),
]);

/** The views that can be drawn: not those of a missing cape or an illegal skin. */
async function draw({ hash, model, cape }, views, size) {
  const drawn = [];
  for (const view of views) {
    const kind = view.startsWith("cape-") ? "cape" : "skin";
    const bytes = textures.find(kind === "cape" ? cape : hash);
    const texture = bytes && (await decodeTexture(bytes, kind).catch(() => null));
    const options = { view, size, overlay: true, model, upsideDown: false, ears: false };
    if (texture) drawn.push(drawView(texture, options));
  }
  return drawn;
}

/** Writes an image of rows of views. */
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
}

const args = process.argv.slice(2);
if (args.includes("--docs")) {
  const player = worn.find(({ name }) => name === "Lantern_Lou");
  for (const { name, size, views } of DOCUMENTATION) {
    const row = await draw(player, views, size);
    await save(`public/pictures/${name}.png`, [row], { size, gap: 16, background: "#0000" });
  }
} else {
  const [size, inRow] = args.length === 0 ? [96, 3] : [256, 1];
  const rows = [];
  for (const player of worn.filter(({ name }) => args.length === 0 || args.includes(name))) {
    const views = await draw(player, ALL_VIEWS, size);
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
