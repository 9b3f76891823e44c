import { readFileSync } from "node:fs";
import path from "node:path";
import { parse, valid } from "node-html-parser";
import { expect, it } from "vitest";
import { everyLanguage, textsOf } from "../catalogues.fixture.ts";
import { endpointOf } from "../contract.ts";
import { highlight } from "../highlight.ts";
import { docsPages } from "../pages.ts";
import { sampleLanguages } from "../samples/languages.ts";
import { sampleCode } from "../samples/samples.ts";
import { blockHtml, codeHtml, inlineProse, isInteractive, prose } from "./blocks.ts";
import { markup } from "./markup.ts";

it("escapes values in a template, unless they are HTML", () => {
  const bold = markup`<b title="${'"'}">${"<i>"}</b>`;
  expect(bold.html).toBe('<b title="&quot;">&lt;i&gt;</b>');
  expect(markup`${bold}, ${[bold, bold]}${[]}${7}`.html).toBe(
    `${bold.html}, ${bold.html}${bold.html}7`,
  );
});

it("links to pages in the language of the text, and elsewhere as written", () => {
  const text = "[a](errors#not-found) [b](home) [c](openapi) [d](https://example.org/?a=1&b=2)";
  const links = parse(inlineProse(text, "pt-BR").html).querySelectorAll("a");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/pt-BR/docs/errors#not-found",
    "/pt-BR",
    "/openapi.json",
    "https://example.org/?a=1&b=2",
  ]);
});

it("writes code from left to right and escapes it", () => {
  expect(inlineProse("Not `<b>` & **bold**", "ar").html).toBe(
    'Not <code dir="ltr">&lt;b&gt;</code> &amp; <strong>bold</strong>',
  );
});

it("writes tables that are reachable by keyboard", () => {
  const root = parse(prose("| A | B |\n| --- | --- |\n| `1` | 2 |", "en").html);
  expect(root.querySelector(".docs-table")?.getAttribute("tabindex")).toBe("0");
  expect(root.querySelectorAll("th[scope=col]").map(({ text }) => text)).toEqual(["A", "B"]);
  expect(root.querySelectorAll("tbody td").map(({ text }) => text)).toEqual(["1", "2"]);
});

it("names the column in every cell of the errors with an image, for phones", async () => {
  const page = docsPages.find(({ id }) => id === "errors");
  const block = page?.blocks.find(({ kind }) => kind === "imageErrors");
  if (page === undefined || block?.kind !== "imageErrors") throw new TypeError("No such table.");
  const root = parse((await blockHtml(block, page, textsOf("en"))).html);
  const labels = root.querySelectorAll("td").map((cell) => cell.getAttribute("data-label"));
  expect(new Set(labels)).toEqual(new Set(["404", "502", "Other errors"]));
  expect(root.querySelector("td code")?.text).toBe("default=404");
});

it("rejects HTML in messages", () => {
  expect(() => prose("Press <kbd>K</kbd>", "en")).toThrow(TypeError);
});

it("labels code for screen readers", async () => {
  const { html } = await codeHtml("<br>", "html", 'a "b"');
  expect(html).toContain('aria-label="a &quot;b&quot;"');
  expect(parse(html, { blockTextElements: {} }).text).toBe("<br>");
});

it.each(everyLanguage)("writes every page as well-formed HTML: %s", async (locale) => {
  const texts = textsOf(locale);
  for (const page of docsPages) {
    for (const block of page.blocks) {
      if (isInteractive(block)) continue;
      const { html } = await blockHtml(block, page, texts);
      expect(valid(html), `${page.id}: ${html}`).toBe(true);
      const root = parse(html);
      const said = root.text.trim() || root.querySelector("img")?.getAttribute("alt");
      expect(said ?? "", page.id).not.toBe("");
    }
  }
});

const stylesheet = path.resolve(import.meta.dirname, "../../../app/_components/docs/docs.css");
const css = readFileSync(stylesheet, "utf8");

it.each(sampleLanguages)("colours $name and keeps its text", async ({ id, grammar }) => {
  const code = sampleCode(endpointOf("getHead"), id, { baseUrl: "https://players.example.org" });
  const html = await highlight(code, grammar);
  expect(parse(html, { blockTextElements: {} }).textContent).toBe(code);
  const names = new Set(Array.from(html.matchAll(/<span class=(\w+)>/g), ([, name]) => name));
  expect(names.size).toBeGreaterThan(0);
  for (const name of names) expect(css).toMatch(new RegExp(`\\.${name} \\{\\s+color: var\\(--`));
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
  expect(parse(await highlight(code, "javascript")).textContent).toBe(code);
});
