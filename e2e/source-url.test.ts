import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attributesIn, readPage } from "./support/html.ts";
import { englishPages, pagesIn } from "./support/texts.ts";
import { useService, useWorld } from "./support/use.ts";

const SOURCE_URL = "https://git.example.org/nametag";
const usual = useService("asBuilt");
const open = useWorld({ SOURCE_URL });

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
  for (const { path, title } of [...englishPages, ...pagesIn("pt-BR")]) {
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
