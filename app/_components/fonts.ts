/*
 * One typeface, subset by script: a browser fetches only what the page's characters need. `globals.css` declares the
 * files, which `scripts/fonts.mjs` makes with the characters of the ranges there. Chinese and Japanese use the system's
 * own fonts, where there are some (`page-script.ts`).
 *
 * Each font is announced and `optional`: it is there before the first paint, or the device's own letters stay for this
 * page. A change would move the page, as those of devices differ in width and height.
 */

/** The files with the letters of a language. `next/font` would announce none for the page of a URL without one. */
export function fontsOf(locale: string): string[] {
  const files: Record<string, string> = { ar: "arabic", pl: "latin-extended", ru: "cyrillic" };
  const other = files[locale];
  return ["latin", ...(other === undefined ? [] : [other])].map((name) => `/fonts/${name}.woff2`);
}
