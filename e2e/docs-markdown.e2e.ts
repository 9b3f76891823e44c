import { routing } from "../lib/i18n/routing.ts";
import { englishPages, pagesIn } from "./support/docs.ts";
import { BUILT_FOR, expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

for (const locale of routing.locales) {
  test(`has every page as Markdown: ${locale}`, async ({ request }) => {
    for (const { id, path, title } of pagesIn(locale)) {
      const response = await request.get(`${path}.md`);
      expect(response.status(), path).toBe(200);
      expect(response.headers()).toMatchObject({
        "content-type": "text/markdown; charset=utf-8",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=300, stale-while-revalidate=86400",
      });
      // Shared caches may store it.
      expect(response.headers()).not.toHaveProperty("set-cookie");
      const text = await response.text();
      expect(text.startsWith(`# ${title}\n`), path).toBe(true);
      expect(text).not.toContain("{base}");
      // Only the page about self-hosting mentions that URL.
      if (id !== "selfHosting") expect(text, path).not.toContain(BUILT_FOR);
    }
  });
}

test("has no broken links in the Markdown, llms.txt and llms-full.txt", async ({ request }) => {
  const followed = new Set<string>();
  for (const file of [
    ...englishPages.map(({ path }) => `${path}.md`),
    "/llms.txt",
    "/llms-full.txt",
  ]) {
    const text = await (await request.get(file)).text();
    for (const [, target = ""] of text.matchAll(/\]\(([^()\s]+)\)/g)) {
      expect(target, file).toMatch(/^https?:\/\//);
      if (!target.startsWith(PUBLIC_URL)) continue;
      const [url = ""] = target.slice(PUBLIC_URL.length).split("#");
      if (followed.has(url)) continue;
      followed.add(url);
      expect((await request.get(url)).status(), `${file}: ${target}`).toBe(200);
    }
  }
  expect(followed.size).toBeGreaterThan(englishPages.length);
});

for (const file of ["/llms.txt", "/llms-full.txt"]) {
  test(`has all pages in ${file}, readable from every origin`, async ({ request }) => {
    const response = await request.get(file);
    expect(response.status()).toBe(200);
    expect(response.headers()).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "access-control-allow-origin": "*",
    });
    const text = await response.text();
    const lines = text.split("\n");
    for (const { title, path } of englishPages) {
      if (file === "/llms.txt") expect(text).toContain(`[${title}](${PUBLIC_URL}${path}.md)`);
      else expect(lines).toContain(`# ${title}`);
    }
  });
}

test("returns a plain-text 404 for Markdown of an unknown page", async ({ request }) => {
  for (const path of ["/en/docs/nowhere.md", "/en/docs/head/nowhere.md"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  }
});
