// Subsets the site's fonts to the characters and weights that its pages use, into `dist/fonts`: see
// `app/_components/fonts.ts`. Other characters use the device's own fonts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

/** OpenType features for shaping Latin, Cyrillic and Arabic text, and for tabular figures. */
const features = "calt ccmp curs fina init isol kern liga locl mark medi mkmk rclt rlig tnum".split(
  " ",
);

const weights = { wght: { min: 400, max: 700 } };

/** Each font: the file of its package, and the characters to keep, the same as in `fonts.ts`. */
const faces = {
  latin: {
    file: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
    letters:
      "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2010-2014,U+2018-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212",
  },
  "latin-extended": {
    file: "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
    letters: "U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B,U+1E9E",
  },
  cyrillic: {
    file: "@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2",
    letters: "U+0400-045F,U+0490-0491,U+2116",
  },
  arabic: {
    file: "@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
    letters:
      "U+060C,U+061B,U+061F,U+0621-0652,U+0660-066D,U+0670,U+0679,U+067E,U+0686,U+0688,U+0691,U+0698,U+06A9,U+06AF,U+06BA,U+06BE,U+06C0-06C3,U+06CC,U+06D2,U+06D4,U+06F0-06F9,U+200C-200F",
  },
};

/** @param {string} root The folder of the project, with its packages installed. */
export async function subsetFonts(root) {
  const target = path.join(root, "dist", "fonts");
  mkdirSync(target, { recursive: true });
  for (const [name, { file, letters }] of Object.entries(faces)) {
    const whole = readFileSync(path.join(root, "node_modules", file));
    const subset = await subsetFont(whole, textOf(letters), {
      targetFormat: "woff2",
      keepFeatures: features,
      variationAxes: weights,
      noHinting: true,
    });
    writeFileSync(path.join(target, `${name}.woff2`), subset);
  }
}

/** Every character of a `unicode-range`. @param {string} ranges */
function textOf(ranges) {
  return ranges
    .split(",")
    .map((range) => {
      const [from = "", to = from] = range.slice(2).split("-");
      const first = parseInt(from, 16);
      const length = parseInt(to, 16) - first + 1;
      return String.fromCodePoint(...Array.from({ length }, (_, index) => first + index));
    })
    .join("");
}
