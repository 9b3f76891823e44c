// The site's fonts, made from packages. `next.config.mjs` has them made before anything is built.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Makes all fonts. */
export async function makeFonts() {
  copyFonts();
  await subsetFonts();
}

const packages = { ja: "noto-sans-jp", "zh-CN": "noto-sans-sc" };

/** Characters that the site's own font has. */
const elsewhere = /-(?:latin|latin-ext|cyrillic|vietnamese)-wght-/;

/**
 * Copies the Chinese and Japanese fonts to `public/fonts`, with a stylesheet for each language, and one for
 * the names of these languages. Only devices without such fonts load them; see
 * `app/_components/page-choices.ts`.
 */
function copyFonts() {
  const target = path.join(root, "public", "fonts");
  const names = JSON.parse(readFileSync(path.join(root, "lib/i18n/language-names.json"), "utf8"));
  mkdirSync(target, { recursive: true });
  const writeStyles = (name, rules) =>
    writeFileSync(path.join(target, `${name}.css`), rules.join("\n").replace(/\s+/g, " "));

  const ofNames = Object.entries(packages).flatMap(([language, name]) => {
    const source = path.join(root, "node_modules", "@fontsource-variable", name);
    const faces = facesOf(readFileSync(path.join(source, "index.css"), "utf8"));
    for (const { file } of faces) {
      copyFileSync(path.join(source, "files", file), path.join(target, file));
    }
    const rules = faces.map(({ rule }) => rule);
    writeStyles(language, rules);
    return faces.flatMap((face) => narrowed(face, names[language]));
  });
  writeStyles("names", ofNames);
}

function facesOf(styles) {
  const rules =
    /@font-face \{[^}]*?url\(\.\/files\/(?<file>[^)]+)\)[^}]*?unicode-range: (?<ranges>[^;]+);[^}]*\}/g;
  return [...styles.matchAll(rules)]
    .map(([rule, file, ranges]) => ({
      file,
      ranges,
      rule: rule
        .replace(/font-family: '[^']+'/, "font-family: 'East Asian Letters'")
        .replace("./files/", ""),
    }))
    .filter(({ file }) => !elsewhere.test(file));
}

/** A font face for only the characters of a text; none when it has none of them. */
function narrowed({ rule, ranges }, text) {
  const bounds = boundsOf(ranges);
  const letters = Array.from(text, (letter) => letter.codePointAt(0)).filter((letter) =>
    bounds.some(([from, to]) => from <= letter && letter <= to),
  );
  const own = letters.map((letter) => `U+${letter.toString(16)}`).join(",");
  return letters.length === 0 ? [] : [rule.replace(ranges, own)];
}

/** The first and last code points of each part of a `unicode-range`. */
function boundsOf(ranges) {
  return ranges.split(",").map((range) => {
    const [from, to = from] = range.trim().slice(2).split("-");
    return [parseInt(from, 16), parseInt(to, 16)];
  });
}

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

/**
 * Subsets the site's fonts to the characters and weights that its pages use, into `dist/fonts`: see
 * `app/_components/fonts.ts`. Other characters use the device's own fonts.
 */
async function subsetFonts() {
  const target = path.join(root, "dist", "fonts");
  mkdirSync(target, { recursive: true });
  for (const [name, { file, letters }] of Object.entries(faces)) {
    const whole = readFileSync(path.join(root, "node_modules", file));
    const subset = await subsetFont(whole, boundsOf(letters).map(charactersFrom).join(""), {
      targetFormat: "woff2",
      keepFeatures: features,
      variationAxes: weights,
      noHinting: true,
    });
    writeFileSync(path.join(target, `${name}.woff2`), subset);
  }
}

function charactersFrom([from, to]) {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
