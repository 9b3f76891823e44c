// Draws the site's icons and its social image from the pixels below. Run it by hand after a change:
// node scripts/draw-art.mjs. What it writes is kept with the sources.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const colours = {
  paper: "#15141b",
  tag: "#3b3650",
  dark: "#221f2e",
  white: "#ffffff",
  lantern: "#f2b134",
  hair: "#8a4500",
  ground: "#292733",
};

/** `#` is drawn. */
const letters = {
  N: ["#...#", "##..#", "#.#.#", "#..##", "#...#", "#...#", "#...#"],
  a: [".....", ".....", ".###.", "....#", ".####", "#...#", ".####"],
  m: [".....", ".....", "##.#.", "#.#.#", "#.#.#", "#.#.#", "#.#.#"],
  e: [".....", ".....", ".###.", "#...#", "#####", "#....", ".###."],
  t: [".#...", ".#...", "####.", ".#...", ".#...", ".#..#", "..##."],
  g: [".....", ".....", ".####", "#...#", ".####", "....#", ".###."],
};

/** Heads of nobody: hair, skin, white and pupil of the eyes, mouth. Each row is eight pixels. */
const faces = [
  { h: "#8a4500", f: "#f2b134", w: "#ffffff", p: "#221f2e", m: "#b06a12" },
  { h: "#14606e", f: "#e3b08a", w: "#ffffff", p: "#14606e", m: "#b5765a" },
  { h: "#5b5470", f: "#f7cf73", w: "#ffffff", p: "#3b3650", m: "#c28f3f" },
  { h: "#a32020", f: "#c98d63", w: "#ffffff", p: "#4a2313", m: "#8d5536" },
  { h: "#1d6238", f: "#8b5a3c", w: "#f7f3e8", p: "#15141b", m: "#5d3823" },
];
const face = [
  "hhhhhhhh",
  "hhhhhhhh",
  "hhffffhh",
  "hffffffh",
  "fwpffpwf",
  "fffmmfff",
  "ffffffff",
  "ffmmmmff",
];

const rectangle = (x, y, width, height, colour) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`;

/** The icon of `app/icon.svg` on a ground of its own, for places that show no transparency. */
function icon({ margin }) {
  const side = 16 + 2 * margin;
  const shapes = [
    rectangle(-margin, -margin, side, side, "#f4f2ec"),
    `<path fill="${colours.dark}" d="M1 0h14v1h1v4h-1v1H1V5H0V1h1z"/>`,
    `<path fill="#fff" d="M2 2h3v2H2zM6 2h5v2H6zM12 2h2v2h-2z"/>`,
    rectangle(3, 7, 10, 9, colours.hair),
    rectangle(4, 10, 8, 6, colours.lantern),
    rectangle(5, 12, 2, 2, colours.dark),
    rectangle(9, 12, 2, 2, colours.dark),
  ];
  return svg(`${-margin} ${-margin} ${side} ${side}`, shapes);
}

/** 1200 × 630 in units of 10: the word on a tag, heads in a row below it. */
function social() {
  const shapes = [
    rectangle(0, 0, 120, 63, colours.paper),
    rectangle(0, 53, 120, 10, colours.ground),
  ];
  // The word is 7 letters of 5 units and 6 gaps of 1, twice as large.
  const word = { x: 19, y: 11, scale: 2 };
  shapes.push(rectangle(14, 7, 92, 22, colours.tag), rectangle(13, 8, 94, 20, colours.tag));
  Array.from("Nametag").forEach((letter, index) => {
    letters[letter].forEach((row, y) =>
      Array.from(row).forEach((pixel, x) => {
        if (pixel !== "#") return;
        const left = word.x + (index * 6 + x) * word.scale;
        shapes.push(rectangle(left, word.y + y * word.scale, 2, 2, colours.white));
      }),
    );
  });
  faces.forEach((paint, index) =>
    face.forEach((row, y) =>
      Array.from(row).forEach((pixel, x) => {
        shapes.push(rectangle(14 + index * 19 + x * 2, 37 + y * 2, 2, 2, paint[pixel]));
      }),
    ),
  );
  return svg("0 0 120 63", shapes);
}

function svg(viewBox, shapes) {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" shape-rendering="crispEdges"`;
  return { open, shapes: shapes.join("") };
}

/** Drawn at its final size, so that nothing is ever scaled. */
async function write(file, { open, shapes }, width, height = width) {
  const text = `${open} width="${width}" height="${height}">${shapes}</svg>`;
  await sharp(Buffer.from(text))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(path.join(root, file));
}

mkdirSync(path.join(root, "public", "icons"), { recursive: true });
// 20, 24 and 32 units: each is a whole number of pixels.
await write("app/apple-icon.png", icon({ margin: 2 }), 180);
await write("public/icons/192.png", icon({ margin: 4 }), 192);
await write("public/icons/512.png", icon({ margin: 8 }), 512);
await write("public/opengraph-image.png", social(), 1200, 630);
