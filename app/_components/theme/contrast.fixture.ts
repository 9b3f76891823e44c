import { readFileSync } from "node:fs";
import path from "node:path";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

const css = readFileSync(path.resolve(import.meta.dirname, "../../globals.css"), "utf8");
const tokens = new Map(
  [...css.matchAll(/^ {2}--([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;/gm)].map(
    ([, name = "", light = "", dark = light]) => [name, { light, dark }],
  ),
);

/** A colour token of `globals.css` in a theme, as `#rrggbb`. */
export function tokenOf(name: string, theme: Theme): string {
  const colour = tokens.get(name)?.[theme];
  if (colour === undefined) throw new Error(`globals.css has no colour --${name}.`);
  return colour;
}

/** The WCAG 2.2 contrast of two colours, from 1 to 21; `opacity` is that of the text. */
export function contrastOf(text: string, background: string, opacity = 1): number {
  const below = channelsOf(background);
  const above = channelsOf(text).map((channel, index) => {
    return channel * opacity + (below[index] ?? 0) * (1 - opacity);
  });
  const [dark = 0, light = 0] = [luminanceOf(above), luminanceOf(below)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Red, green and blue from 0 to 1. */
function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
}

function luminanceOf(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
