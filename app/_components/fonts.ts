import localFont from "next/font/local";

/*
 * One typeface, subset by script: a browser fetches only what the page's characters need. `scripts/fonts.mjs` makes the files with the characters of these ranges.
 * Chinese and Japanese use the system's own fonts, where there are some (`page-script.ts`).
 */

const latin = localFont({
  src: "../../dist/fonts/latin.woff2",
  variable: "--font-text-latin",
  weight: "400 700",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2010-2014,U+2018-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212",
    },
  ],
});

const latinExtended = localFont({
  src: "../../dist/fonts/latin-extended.woff2",
  variable: "--font-text-latin-extended",
  weight: "400 700",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B,U+1E9E",
    },
  ],
});

const cyrillic = localFont({
  src: "../../dist/fonts/cyrillic.woff2",
  variable: "--font-text-cyrillic",
  weight: "400 700",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "unicode-range", value: "U+0400-045F,U+0490-0491,U+2116" }],
});

const arabic = localFont({
  src: "../../dist/fonts/arabic.woff2",
  variable: "--font-text-arabic",
  weight: "400 700",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+060C,U+061B,U+061F,U+0621-0652,U+0660-066D,U+0670,U+0679,U+067E,U+0686,U+0688,U+0691,U+0698,U+06A9,U+06AF,U+06BA,U+06BE,U+06C0-06C3,U+06CC,U+06D2,U+06D4,U+06F0-06F9,U+200C-200F",
    },
  ],
});

/** Classes for `<html>` that define the variables `globals.css` builds its stacks from. */
export const fontVariables = [latin, latinExtended, cyrillic, arabic]
  .map(({ variable }) => variable)
  .join(" ");
