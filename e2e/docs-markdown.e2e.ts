import { routing } from "../lib/i18n/routing.ts";
import { englishPages, pagesIn } from "./support/docs.ts";
import { BUILT_FOR, expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

for (const locale of routing.locales) {
  test(`has every page as Markdown: ${locale}`, async ({ request }) => {
    for (const { id, path, title } of pagesIn(locale)) {
      const answer = await request.get(`${path}.md`);
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()).toMatchObject({
        "content-type": "text/markdown; charset=utf-8",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=300, stale-while-revalidate=86400",
      });
      // Shared caches keep it.
      expect(answer.headers()).not.toHaveProperty("set-cookie");
      const text = await answer.text();
      expect(text.startsWith(`# ${title}\n`), path).toBe(true);
      expect(text).not.toContain("{base}");
      // Only who runs a service of their own is told of that address.
      if (id !== "selfHosting") expect(text, path).not.toContain(BUILT_FOR);
    }
  });
}

test("leads somewhere by every link of the Markdown, of llms.txt and of llms-full.txt", async ({
  request,
}) => {
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
      const [address = ""] = target.slice(PUBLIC_URL.length).split("#");
      if (followed.has(address)) continue;
      followed.add(address);
      expect((await request.get(address)).status(), `${file}: ${target}`).toBe(200);
    }
  }
  expect(followed.size).toBeGreaterThan(englishPages.length);
});

for (const file of ["/llms.txt", "/llms-full.txt"]) {
  test(`has all pages in ${file}, for programs of every site`, async ({ request }) => {
    const answer = await request.get(file);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "access-control-allow-origin": "*",
    });
    const text = await answer.text();
    const lines = text.split("\n");
    for (const { title, path } of englishPages) {
      if (file === "/llms.txt") expect(text).toContain(`[${title}](${PUBLIC_URL}${path}.md)`);
      else expect(lines).toContain(`# ${title}`);
    }
  });
}

test("says that there is no such page to a program that reads it", async ({ request }) => {
  for (const path of ["/en/docs/nowhere.md", "/en/docs/head/nowhere.md"]) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  }
});
