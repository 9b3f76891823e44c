import localFont from "next/font/local";

/*
 * One face for text and a pixel face for accents, from packages, by the scripts they are cut into:
 * a browser fetches only what the page's letters need. Chinese and Japanese use the system's
 * own, where there is one (`east-asian-letters.ts`).
 */

const latin = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-text-latin",
  weight: "100 900",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const latinExtended = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  variable: "--font-text-latin-extended",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const cyrillic = localFont({
  src: "../../node_modules/@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2",
  variable: "--font-text-cyrillic",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "unicode-range", value: "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116" },
  ],
});

const arabic = localFont({
  src: "../../node_modules/@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
  variable: "--font-text-arabic",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC",
    },
  ],
});

const pixel = localFont({
  src: "../../node_modules/@fontsource/pixelify-sans/files/pixelify-sans-latin-600-normal.woff2",
  variable: "--font-pixel-latin",
  weight: "600",
  declarations: [{ prop: "unicode-range", value: "U+0000-00FF,U+2000-206F,U+FFFD" }],
});

/** Classes for `<html>` that define the variables `globals.css` builds its stacks from. */
export const fontVariables = [latin, latinExtended, cyrillic, arabic, pixel]
  .map(({ variable }) => variable)
  .join(" ");
