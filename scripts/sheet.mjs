// npm run sheet: every view of every drawn player in one image, dist/sheet.png, for a visual check.
// `-- Lantern_Lou PicklePilot` draws these players only, larger; `-- --docs` draws the documentation's images.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { prepareServer, root } from "./prepare.mjs";

const SKIN_VIEWS = [
  "head-iso",
  "bust-front",
  "body-front",
  "body-back",
  "body-left",
  "body-right",
  "body-iso",
  "player-card",
];
const CAPE_VIEWS = ["cape-front", "cape-back", "cape-elytra"];
/** The images of lib/docs/pages/views.ts. */
const DOCUMENTATION = [
  { name: "head", size: 128, views: ["head-iso"] },
  { name: "bust", size: 128, views: ["bust-front"] },
  {
    name: "body",
    size: 192,
    views: ["body-front", "body-back", "body-left", "body-right", "body-iso"],
  },
  { name: "card", size: 192, views: ["player-card"] },
  { name: "cape", size: 128, views: CAPE_VIEWS },
];
const GAP = 12;
const BACKGROUND = "#8fa3b5";

prepareServer();
const { default: sharp } = await import("sharp");
const { players } = await import(`${root}/dist/sandbox/players.js`);
const { createTextureStore } = await import(`${root}/dist/sandbox/textures.js`);
const { decodeTexture } = await import(`${root}/dist/lib/textures/decode.js`);
const { drawView } = await import(`${root}/dist/lib/textures/view.js`);

const args = process.argv.slice(2);
const textures = createTextureStore();
const worn = players.flatMap(({ java, bedrock }) => [
  ...(java?.skin ? [{ name: java.name, ...java.skin, cape: java.cape }] : []),
  ...(bedrock?.skin ? [{ name: bedrock.gamertag, ...bedrock.skin }] : []),
]);

/** Draws views side by side; returns the layers and the position of the next one. */
async function row({ hash, model, cape }, views, { size, left: first, top, gap }) {
  const layers = [];
  let left = first;
  for (const view of views) {
    const isCape = view.startsWith("cape-");
    const bytes = textures.find(isCape ? cape : hash);
    const texture =
      bytes && (await decodeTexture(bytes, isCape ? "cape" : "skin").catch(() => null));
    if (!texture) continue;
    const options = { view, size, overlay: true, model, upsideDown: false, ears: false };
    const { width, height, data } = drawView(texture, options);
    layers.push({ input: Buffer.from(data), raw: { width, height, channels: 4 }, left, top });
    left += width + gap;
  }
  return { layers, left };
}

function save(file, { width, height, layers, background }) {
  const create = { width, height, channels: 4, background };
  return sharp({ create }).composite(layers).png({ effort: 10, compressionLevel: 9 }).toFile(file);
}

async function drawSheet(names) {
  const [size, columns] = names.length === 0 ? [96, 3] : [256, 1];
  const rows = [];
  for (const player of worn) {
    if (names.length > 0 && !names.includes(player.name)) continue;
    const views = player.cape === undefined ? SKIN_VIEWS : [...SKIN_VIEWS, ...CAPE_VIEWS];
    const drawn = await row(player, views, { size, left: 0, top: 0, gap: GAP });
    if (drawn.layers.length > 0) rows.push(drawn);
    else console.log(`${player.name} has no legal skin.`);
  }
  const [columnWidth, rowHeight] = [Math.max(...rows.map(({ left }) => left)) + GAP, size + GAP];
  const layers = rows.flatMap((drawn, at) =>
    drawn.layers.map((layer) => ({
      ...layer,
      left: layer.left + GAP + (at % columns) * columnWidth,
      top: GAP + Math.floor(at / columns) * rowHeight,
    })),
  );
  const file = path.join(root, "dist", "sheet.png");
  await save(file, {
    width: columns * columnWidth,
    height: Math.ceil(rows.length / columns) * rowHeight + GAP,
    layers,
    background: BACKGROUND,
  });
  console.log(`Every view of ${rows.length} skins, ${size} px high: ${file}`);
}

async function drawDocumentation() {
  const player = worn.find(({ name }) => name === "Lantern_Lou");
  const folder = path.join(root, "public", "pictures");
  mkdirSync(folder, { recursive: true });
  for (const { name, size, views } of DOCUMENTATION) {
    const { layers, left } = await row(player, views, { size, left: 0, top: 0, gap: 16 });
    const image = { width: left - 16, height: size, layers, background: "#0000" };
    await save(path.join(folder, `${name}.png`), image);
    console.log(`public/pictures/${name}.png ${image.width}×${size}`);
  }
}

if (args.includes("--docs")) await drawDocumentation();
else await drawSheet(args);
