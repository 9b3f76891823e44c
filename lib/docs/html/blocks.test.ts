import { parse, valid } from "node-html-parser";
import { expect, it } from "vitest";
import { everyLanguage, textsOf } from "../catalogues.fixture.ts";
import { docsPages } from "../pages.ts";
import { blockHtml, codeHtml, isLive } from "./blocks.ts";
import { markup } from "./markup.ts";
import { inlineProse, prose } from "./prose.ts";

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
  const writing = {
    texts,
    anchorLabel: (heading: string) => `# ${heading}`,
    limitsLabel: ({ min, max }: { min: number; max: number }) => `${min}–${max}`,
  };
  for (const page of docsPages) {
    for (const block of page.blocks) {
      if (isLive(block)) continue;
      const { html } = await blockHtml(block, page, writing);
      expect(valid(html), `${page.id}: ${html}`).toBe(true);
      const root = parse(html);
      const said = root.querySelector("img")?.getAttribute("alt") ?? root.text;
      expect(said.trim(), page.id).not.toBe("");
    }
  }
});
