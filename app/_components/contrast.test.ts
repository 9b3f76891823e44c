import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const app = path.resolve(import.meta.dirname, "..");

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
/** A text or an edge, a background, and the least contrast that WCAG 2.2 wants (1.4.3 and 1.4.11). */
type Pair = readonly [above: string, below: string, least: number];

const TEXT = 4.5;
const EDGE = 3;

const tokens = new Map(readTokens());
const names = [...tokens.keys()];

const paper = ["paper", "surface", "sunken", "caution-surface"];
const stage = ["stage", "stage-up"];
const states = ["good", "caution", "bad"];
/** They have no contrast to keep: backgrounds of their own, and what only decorates. */
const OTHERS =
  /^(?:paper|surface|sunken|line|stage|stage-up|stage-line|primary|primary-hover|plate|works|fails|search|glow|head-.*|.*-(?:fill|surface))$/;

/** What a token stands on, by its name. */
function pairsOf(name: string): Pair[] {
  const on = (grounds: readonly string[], least: number) =>
    grounds.map((ground): Pair => [name, ground, least]);
  if (OTHERS.test(name)) return [];
  if (name.startsWith("code-")) return on(stage, TEXT);
  if (name.startsWith("stage-")) return on(stage, /-(?:edge|focus)$/.test(name) ? EDGE : TEXT);
  if (name === "edge" || name === "focus") return on(paper, EDGE);
  const [ground] = /^.+(?=-(?:ink|muted)$)/.exec(name) ?? [];
  if (ground === undefined) return [...on(paper, TEXT), ...onOwnSurface(name)];
  return on(
    [ground, `${ground}-hover`].filter((one) => tokens.has(one)),
    TEXT,
  );
}

function onOwnSurface(name: string): Pair[] {
  return states.includes(name) ? [[name, `${name}-surface`, TEXT]] : [];
}

it("measures contrast as WCAG defines it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#000000", "#ffffff", 0)).toBe(1);
});

describe.each(themes)("the %s theme", (theme) => {
  it.each(names.filter((name) => !OTHERS.test(name)))(
    "keeps %s visible on what it stands on",
    (name) => {
      const pairs = pairsOf(name);
      expect(
        pairs.length,
        `${name}: name it by what it stands on, as tokens.css says.`,
      ).toBeGreaterThan(0);
      const faint = pairs.flatMap(([above, below, least]) => {
        const contrast = contrastOf(tokenOf(above, theme), tokenOf(below, theme));
        const is = `--color-${above} on --color-${below} is ${contrast.toFixed(2)}:1`;
        return contrast < least ? [`${is}, and must be at least ${least}:1.`] : [];
      });
      expect(faint).toEqual([]);
    },
  );
});

/** Tokens alone are in this file, one in a line. */
function readTokens(): [string, Record<Theme, string>][] {
  const lines = readFileSync(path.join(app, "tokens.css"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name = "", value = ""] = line.trim().replace(";", "").split(": ");
    const [light = "", dark = light] = value.match(/#[\da-f]{6}/g) ?? [];
    return light === "" ? [] : [[name.replace("--color-", ""), { light, dark }]];
  });
}

/** A colour token in a theme, as `#rrggbb`. */
function tokenOf(name: string, theme: Theme): string {
  const colour = tokens.get(name)?.[theme];
  if (colour === undefined) throw new Error(`tokens.css has no colour --color-${name}.`);
  return colour;
}

/** The WCAG 2.2 contrast of two colours, from 1 to 21; `opacity` is that of the text. */
function contrastOf(text: string, background: string, opacity = 1): number {
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
