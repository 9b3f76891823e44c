import localFont from "next/font/local";

/*
 * One typeface, subset by script: a browser fetches only what the page's characters need. `scripts/fonts.mjs` makes the
 * files, with the characters of the ranges here and in `globals.css`. Chinese and Japanese use the system's own fonts,
 * where there are some (`page-script.ts`).
 *
 * Each font is announced and `optional`: it is there before the first paint, or the device's own letters stay for this
 * page. A change would move the page, as those of devices differ in width and height.
 */

const latin = localFont({
  src: "../../dist/fonts/latin.woff2",
  variable: "--font-text-latin",
  display: "optional",
  weight: "400 700",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+2010-2014,U+2018-201E,U+2022,U+2026,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212",
    },
  ],
});

/** The class for `<html>` that defines the variable `globals.css` builds its stack from. */
export const fontVariable = latin.variable;

/** The file with the other letters of a language; `next/font` would announce it on all pages. */
export function otherLetters(locale: string): string | undefined {
  const files: Record<string, string> = { ar: "arabic", pl: "latin-extended", ru: "cyrillic" };
  const file = files[locale];
  return file && `/fonts/${file}.woff2`;
}
