import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Slug } from "../site/docs/pages.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { englishPages, pagesIn } from "./support/texts.ts";
import { useService, useWorld } from "./support/use.ts";

const SOURCE_URL = "https://git.example.org/nametag";
const SOME: readonly Slug[] = ["index", "self-hosting"];
const usual = useService("asBuilt");
/** Java Edition alone, too. */
const open = useWorld({ SOURCE_URL, GEYSER_API_URL: "off" });

test("says that the source is open only with a link to it", async () => {
  const linksAt = async (url: string) => {
    const { root } = await readPage(url, "/en");
    const links = root.querySelectorAll("section[aria-labelledby=developers] a");
    return links.map((link) => [link.textContent, link.getAttribute("href")]);
  };
  const links = [
    ["Read the docs", "/en/docs"],
    ["Host it yourself", "/en/docs/self-hosting"],
  ];
  expect(await linksAt(usual().url)).toEqual(links);
  expect(await linksAt(open().service.url)).toEqual([...links, ["Open source", SOURCE_URL]]);
});

test("leads from a page of the documentation to its own file", async () => {
  const pages = [...englishPages, ...pagesIn("pt-BR")].filter(({ slug }) => SOME.includes(slug));
  expect(pages).toHaveLength(2 * SOME.length);
  for (const { path, title } of pages) {
    const { root } = await readPage(open().service.url, path);
    const links = attributesIn(root, "main footer a", "href");
    const [file = ""] = links.flatMap((href) => href?.split(`${SOURCE_URL}/edit/main/`)[1] ?? []);
    expect(readFileSync(file, "utf8"), path).toContain(`title: ${JSON.stringify(title)}\n`);
  }
});

test("names itself as the contact for vulnerabilities, and none is a 404 that ends soon", async () => {
  const contactOf = async (url: string) => {
    const reply = await fetch(`${url}/.well-known/security.txt`);
    return [
      reply.status,
      reply.headers.get("cache-control"),
      /^Contact: (.*)$/m.exec(await reply.text())?.[1],
    ];
  };
  expect(await contactOf(open().service.url)).toEqual([200, "max-age=86400", SOURCE_URL]);
  expect(await contactOf(usual().url)).toEqual([404, "max-age=600", undefined]);
});

test("says that it does not offer Bedrock, and leads to none of its players", async () => {
  const saidAt = async (url: string) => {
    const { root } = await readPage(url, "/en");
    return {
      title: root.querySelector("title")?.textContent,
      descriptions: attributesIn(root, "meta[name=description]", "content"),
      lead: root.querySelector("h1 + p")?.textContent,
      examples: root.querySelectorAll("a[data-example]").length,
      services: root.querySelector("section[aria-labelledby=services]")?.textContent,
    };
  };
  expect(await saidAt(open().service.url)).toEqual({
    title: "Nametag: Minecraft player lookup for Java Edition",
    descriptions: [
      "Look up Minecraft players of Java Edition by name or UUID: profile, head, skin, cape and name history. Free API, no API key.",
    ],
    lead: expect.stringMatching(/Bedrock Edition isn’t offered here\.$/),
    examples: 2,
    services: expect.not.stringContaining("Bedrock"),
  });
  expect(await saidAt(usual().url)).toMatchObject({
    title: "Nametag: Minecraft player lookup for Java and Bedrock",
    examples: 4,
    services: expect.stringContaining("Bedrock players get their own heads"),
  });
  const { root } = await readPage(open().service.url, "/en/player/Nobody_Here");
  expect(textsIn(root, "main li")[0]).toContain("Java Edition only");
});
