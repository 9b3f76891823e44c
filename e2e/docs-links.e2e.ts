import { errorCodes } from "../lib/contract/errors.ts";
import { errorAnchor } from "../lib/docs/page.ts";
import { englishPages } from "./support/docs.ts";
import { BUILT_FOR, expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

test("has no broken links or anchors", async ({ request }) => {
  test.setTimeout(120_000);
  const texts = new Map<string, string>();
  const read = async (url: string): Promise<string> => {
    const known = texts.get(url);
    if (known !== undefined) return known;
    const response = await request.get(url, { maxRedirects: 0 });
    expect(response.status(), url).toBe(200);
    const text = await response.text();
    texts.set(url, text);
    return text;
  };
  let followed = 0;
  for (const { path } of englishPages) {
    for (const href of hrefsIn(await read(path))) {
      const { origin, pathname, search, hash } = new URL(href, BUILT_FOR + path);
      if (origin !== BUILT_FOR) continue;
      const target = await read(pathname + search);
      if (hash !== "")
        expect(target, `${path} leads to ${href}`).toContain(`id="${hash.slice(1)}"`);
      followed += 1;
    }
  }
  // Fewer would mean that links were missed.
  expect(followed).toBeGreaterThan(500);
});

test("links to other sites by complete URLs", async ({ request }) => {
  for (const { path } of englishPages) {
    const html = await (await request.get(path)).text();
    for (const href of hrefsIn(html)) expect(href).toMatch(/^(?:https?:\/\/[^/]+|\/|#)/);
  }
});

test("goes to a heading from the table of contents", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/en/docs/profile");
  const headings = page.locator("main :is(h2, h3)[id]");
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  for (const index of [(await headings.count()) - 1, 0]) {
    const id = await headings.nth(index).getAttribute("id");
    await links.nth(index).click();
    await expect(page).toHaveURL(`/en/docs/profile#${id}`);
    await expect(headings.nth(index)).toBeInViewport();
  }
});

test("explains every error where the form and the table link to", async ({ page }) => {
  await page.goto("/en/docs/errors");
  for (const code of errorCodes) {
    const link = page.getByRole("main").getByRole("link", { name: code, exact: true });
    await link.first().click();
    await expect(page).toHaveURL(`/en/docs/errors#${errorAnchor(code)}`);
    const heading = page.locator(`#${errorAnchor(code)}`);
    await expect(heading).toBeInViewport();
    await expect(heading).toContainText(code);
  }
});

test("has a link for each heading", async ({ page }) => {
  await page.goto("/en/docs/caching");
  const heading = page.getByRole("main").getByRole("heading", { level: 2 }).first();
  const id = await heading.getAttribute("id");
  await heading.hover();
  await heading.getByRole("link").click();
  await expect(page).toHaveURL(`/en/docs/caching#${id}`);
});

function hrefsIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}
