import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { endpointOf } from "../contract/endpoints.ts";
import { highlight } from "./highlight.ts";
import { sampleLanguages } from "./samples/languages.ts";
import { sampleCode } from "./samples/samples.ts";

const stylesheet = path.resolve(import.meta.dirname, "../../app/_components/docs/docs.css");
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
