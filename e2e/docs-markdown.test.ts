import { expect, test } from "vitest";
import { routing } from "../site/i18n/routing.ts";
import { BUILT_FOR, PUBLIC_URL } from "./support/settings.ts";
import { englishPages, pagesIn } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("published");

// `site/docs/markdown.test.ts` checks what they contain, in every language.
test("has every page as Markdown, and in every language", async () => {
  const [first] = englishPages;
  const translations = routing.locales.flatMap((locale) =>
    pagesIn(locale).filter(({ slug }) => slug === first?.slug),
  );
  for (const { slug, path, title } of [...englishPages, ...translations]) {
    const text = await readText(`${path}.md`);
    expect(text.startsWith(`# ${title}\n`), path).toBe(true);
    // Only the page about self-hosting mentions that URL.
    if (slug !== "self-hosting") expect(text, path).not.toContain(BUILT_FOR);
  }
});

test("has no broken links in the Markdown, llms.txt and llms-full.txt", async () => {
  const followed = new Set<string>();
  const pages = englishPages.map(({ path }) => `${path}.md`);
  for (const file of [...pages, "/llms.txt", "/llms-full.txt"]) {
    const text = await readText(file);
    for (const [, target = ""] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      expect(target, file).toMatch(/^https?:\/\//);
      if (!target.startsWith(PUBLIC_URL)) continue;
      const [url = ""] = target.slice(PUBLIC_URL.length).split("#");
      if (followed.has(url)) continue;
      followed.add(url);
      const response = await fetch(service().url + url);
      await response.arrayBuffer();
      expect(response.status, `${file}: ${target}`).toBe(200);
    }
  }
  expect(followed.size).toBeGreaterThan(englishPages.length);
});

test("returns a plain-text 404 for Markdown of an unknown page", async () => {
  for (const path of ["/en/docs/nowhere.md", "/en/docs/head/nowhere.md"]) {
    const { status, headers } = await fetch(service().url + path);
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
});

/** Reads a text that shared caches may store, and scripts of every origin may read. */
async function readText(file: string): Promise<string> {
  const response = await fetch(service().url + file);
  const headers = Object.fromEntries(response.headers);
  expect(response.status, file).toBe(200);
  expect(headers, file).toMatchObject({
    "content-type": `text/${file.endsWith(".md") ? "markdown" : "plain"}; charset=utf-8`,
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=300, stale-while-revalidate=86400",
  });
  expect(headers).not.toHaveProperty("set-cookie");
  return response.text();
}
