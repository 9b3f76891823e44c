import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const app = path.resolve(import.meta.dirname, "..");

const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

const css = readFileSync(path.join(app, "globals.css"), "utf8");
const tokens = new Map(
  [...css.matchAll(/^ {2}--color-([\w-]+): (?:light-dark\()?(#\w{6})(?:, (#\w{6})\))?;/gm)].map(
    ([, name = "", light = "", dark = light]) => [name, { light, dark }],
  ),
);

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const EDGE = 3;

const texts = ["ink", "muted", "action", "java", "bedrock", "good", "caution", "bad"];
const backgrounds = ["paper", "surface", "sunken", "caution-surface"];

it("measures contrast as WCAG defines it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#000000", "#ffffff", 0)).toBe(1);
});

describe.each(themes)("the %s theme", (theme) => {
  const contrast = (text: string, background: string, opacity = 1) =>
    contrastOf(tokenOf(text, theme), tokenOf(background, theme), opacity);

  it.each(texts)("keeps %s readable on every background", (text) => {
    for (const background of backgrounds) {
      expect(contrast(text, background), background).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it.each(["good", "caution", "bad"])("keeps %s readable on its own surface", (state) => {
    expect(contrast(state, `${state}-surface`)).toBeGreaterThanOrEqual(TEXT);
  });

  it("keeps edges and focus visible on every background", () => {
    for (const background of backgrounds) {
      expect(contrast("edge", background), background).toBeGreaterThanOrEqual(EDGE);
      expect(contrast("action", background), background).toBeGreaterThanOrEqual(EDGE);
    }
  });

  it("keeps text readable on the stage, in the search and on buttons", () => {
    // Faint text would need a colour of its own here.
    expect(classNames().join(" ")).not.toMatch(/text-stage-ink\/\d/);
    for (const background of ["stage", "stage-up"]) {
      expect(contrast("stage-ink", background)).toBeGreaterThanOrEqual(TEXT);
      for (const text of [
        "stage-muted",
        "stage-java",
        "stage-bedrock",
        "lantern",
        "plus",
        "minus",
      ]) {
        expect(contrast(text, background), text).toBeGreaterThanOrEqual(TEXT);
      }
      expect(contrast("stage-edge", background)).toBeGreaterThanOrEqual(EDGE);
    }
    for (const text of ["search-ink", "search-muted"]) {
      expect(contrast(text, "stage-ink"), text).toBeGreaterThanOrEqual(TEXT);
    }
    for (const background of ["lantern", "lantern-lit"]) {
      expect(contrast("lantern-ink", background)).toBeGreaterThanOrEqual(TEXT);
    }
  });
});

it("colours code, which stands on the stage, only with inks that are readable there", () => {
  const css = readFileSync(path.join(app, "_components/docs/mdx/code.css"), "utf8");
  const code = /^ {2}\.docs-code,\s+\.docs-json \{.*?^ {2}\}/ms.exec(css)?.[0] ?? "";
  const inks = Array.from(code.matchAll(/color: var\(--color-([\w-]+)\)/g), ([, name]) => name);
  expect(inks.length).toBeGreaterThan(3);
  for (const theme of themes) {
    for (const ink of inks) {
      expect(contrastOf(tokenOf(ink ?? "", theme), tokenOf("stage", theme))).toBeGreaterThanOrEqual(
        TEXT,
      );
    }
  }
});

/** Lantern ink is dark in both themes: it is readable on a lantern background only. */
it("uses the ink of lanterns on lanterns only", () => {
  const inks = classNames().filter((name) => /(?<!\S)text-lantern-ink\b/.test(name));
  expect(inks.length).toBeGreaterThan(0);
  for (const name of inks) expect(name).toMatch(/(?<!\S)bg-lantern\b/);

  const rules = filesIn(".css").flatMap((css) => css.split(/[{}]/));
  const inked = rules.filter((rule) => /(?<![\w-])color: var\(--color-lantern-ink\)/.test(rule));
  expect(inked.length).toBeGreaterThan(0);
  for (const rule of inked) expect(rule).toContain("background-color: var(--color-lantern);");
});

/** Every text in quotes, and every `@apply`, that has utility classes. */
function classNames(): string[] {
  const texts = { ".tsx": /["`]([^"`]*)["`]/g, ".css": /@apply ([^;]*);/g };
  return Object.entries(texts).flatMap(([ending, text]) =>
    filesIn(ending)
      .flatMap((content) => [...content.matchAll(text)])
      .map(([, classes = ""]) => classes),
  );
}

/** The contents of the site's files with this ending. */
function filesIn(ending: string): string[] {
  const files = readdirSync(app, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(path.join(app, file), "utf8"));
}

/** A colour token of `globals.css` in a theme, as `#rrggbb`. */
function tokenOf(name: string, theme: Theme): string {
  const colour = tokens.get(name)?.[theme];
  if (colour === undefined) throw new Error(`globals.css has no colour --color-${name}.`);
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
