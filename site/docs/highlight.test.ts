import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { endpointOf } from "./contract.ts";
import { highlight } from "./highlight.ts";
import { recipeCode, recipeLanguage } from "./recipes.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { sampleCode } from "./samples/samples.ts";
import { loadPages } from "./source.ts";

const stylesheet = path.resolve(import.meta.dirname, "../../app/_components/docs/mdx/code.css");
const css = readFileSync(stylesheet, "utf8");

/** The text of highlighted code. */
function textOf(html: string): string {
  return parse(html, { blockTextElements: {} }).textContent;
}

it.each(sampleLanguages)("colours $name and keeps its text", async ({ id, grammar }) => {
  const code = sampleCode(endpointOf("getHead"), id, { baseUrl: "https://players.example.org" });
  const html = await highlight(code, grammar);
  expect(textOf(html)).toBe(code);
  const names = new Set(Array.from(html.matchAll(/<span class=(\w+)>/g), ([, name]) => name));
  expect(names.size).toBeGreaterThan(0);
  for (const name of names) expect(css).toMatch(new RegExp(`\\.${name} \\{\\s+color: var\\(--`));
});

it.each(readdirSync("content/recipes"))("colours the recipe %s", async (file) => {
  const html = await highlight(recipeCode(file), recipeLanguage(file));
  expect(html).toContain("<span class=");
  expect(textOf(html)).toBe(recipeCode(file));
});

it("knows the language of all code on the pages, and keeps its text", async () => {
  const blocks = (await loadPages("en")).flatMap((page) => page.blocks);
  const found = blocks.flatMap((block) => (block.kind === "code" ? [block] : []));
  expect(found.length).toBeGreaterThan(20);
  for (const { code, language } of found)
    expect(textOf(await highlight(code, language))).toBe(code);
});

it("merges adjacent tokens of one colour, and writes no tag for white space", async () => {
  expect(await highlight('{\n  "name": [true, 12]\n}', "json")).toBe(
    '{\n  <span class=f>"name"</span>: [<span class=k>true</span>, <span class=n>12</span>]\n}',
  );
  expect(await highlight("// one\n// two\nconst a = b;", "javascript")).toBe(
    "<span class=c>// one\n// two\n</span><span class=k>const</span> a = b;",
  );
});

it("escapes HTML characters", async () => {
  const code = "a && b < c; // <b>&amp;</b>";
  expect(textOf(await highlight(code, "javascript"))).toBe(code);
});
