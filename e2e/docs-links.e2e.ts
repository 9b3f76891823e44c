import { errorCodes } from "../lib/contract/errors.ts";
import { errorAnchor } from "../lib/docs/page.ts";
import { englishPages } from "./support/docs.ts";
import { BUILT_FOR, expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

test("leads somewhere by every link, and to every anchor", async ({ request }) => {
  test.setTimeout(120_000);
  const texts = new Map<string, string>();
  const read = async (address: string): Promise<string> => {
    const known = texts.get(address);
    if (known !== undefined) return known;
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBe(200);
    const text = await answer.text();
    texts.set(address, text);
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
  // Less would mean that links were overlooked.
  expect(followed).toBeGreaterThan(500);
});

test("leads to other sites by addresses that are whole", async ({ request }) => {
  for (const { path } of englishPages) {
    const html = await (await request.get(path)).text();
    for (const href of hrefsIn(html)) expect(href).toMatch(/^(?:https?:\/\/[^/]+|\/|#)/);
  }
});

test("leads to a heading by the list beside the text", async ({ page }) => {
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

test("explains every error where the form and the table lead to", async ({ page }) => {
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

test("lets a heading be linked to", async ({ page }) => {
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
