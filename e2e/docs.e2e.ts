import { direction } from "../lib/i18n/direction.ts";
import { routing } from "../lib/i18n/routing.ts";
import { provoking } from "./support/complaints.ts";
import {
  alive,
  BUILT_FOR,
  englishPages,
  sidebarOf,
  translatedPages,
  wordOf,
} from "./support/docs.ts";
import { expectLanguagesToChange } from "./support/docs-life.ts";
import { expect, test } from "./support/test.ts";

test.use({ variables: { PUBLIC_URL: BUILT_FOR } });

for (const { locale, path, title } of [...englishPages, ...translatedPages]) {
  test(`${path} is a page in its language, which names its other languages`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.locator("html")).toHaveAttribute("dir", direction(locale));
    await expect(page.locator("h1")).toHaveText([title]);
    await expect(page).toHaveTitle(wordOf(locale, "Site.titleTemplate").replace("{page}", title));
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", BUILT_FOR + path);
    const rest = path.replace(`/${locale}`, "");
    const named = page.locator("link[rel=alternate][hreflang]");
    expect(await named.evaluateAll(addressesOf)).toEqual([
      ...routing.locales.map((other) => `${other} ${BUILT_FOR}/${other}${rest}`),
      `x-default ${BUILT_FOR}${rest}`,
    ]);
    const markdown = page.locator("link[rel=alternate][type='text/markdown']");
    await expect(markdown).toHaveAttribute("href", `${BUILT_FOR}${path}.md`);
    const picture = page.locator("meta[property='og:image']");
    await expect(picture).toHaveAttribute("content", `${BUILT_FOR}/opengraph-image.png`);
    await alive(page);
  });
}

for (const locale of routing.locales) {
  for (const path of [`/${locale}/docs/nowhere`, `/${locale}/docs/head/nowhere`]) {
    test(`${path} is a 404 in its language`, provoking(`404 ${path}`), async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      // Before any script ran.
      const html = (await answer?.text()) ?? "";
      expect(html).toContain(`<html lang="${locale}" dir="${direction(locale)}"`);
      expect(html).toContain(wordOf(locale, "NotFound.title"));
      await expect(page.locator("h1")).toHaveText([wordOf(locale, "NotFound.title")]);
    });
  }
}

test("keeps the rooms behind the pages to itself", async ({ request }) => {
  for (const path of ["/en/docs-live/head", "/en/docs-markdown/head", "/en/docs-live"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("sends an address without a language to the visitor's, by cookie or browser", async ({
  request,
}) => {
  const first = routing.defaultLocale;
  const second = routing.locales.at(-1) ?? first;
  for (const path of ["/docs", "/docs/head", "/docs/head?from=chat"]) {
    const ask = (headers: Record<string, string>) =>
      request
        .get(path, { headers, maxRedirects: 0 })
        .then((answer) => answer.headers()["location"]);
    expect(await ask({ "accept-language": second })).toBe(`/${second}${path}`);
    const cookie = `NEXT_LOCALE=${first}`;
    expect(await ask({ "accept-language": second, cookie })).toBe(`/${first}${path}`);
  }
});

test("changes the language, keeps the page and remembers the choice", ({ page }) => {
  test.slow();
  return expectLanguagesToChange(page);
});

test("marks the page that is shown in the list of all pages", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(englishPages[0]?.path ?? "");
  await alive(page);
  const links = sidebarOf(page).getByRole("link");
  await expect(links).toHaveText(englishPages.map(({ title }) => title));
  for (const { title, path } of englishPages) {
    await sidebarOf(page).getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator("h1")).toHaveText(title);
    await expect(sidebarOf(page).locator("[aria-current]")).toHaveText([title]);
  }
});

test("leads from each page to the one before and the one after", async ({ page }) => {
  for (const [index, { path }] of englishPages.entries()) {
    await page.goto(path);
    for (const [rel, neighbour] of [
      ["prev", englishPages[index - 1]],
      ["next", englishPages[index + 1]],
    ] as const) {
      const links = page.locator(`main a[rel=${rel}]`);
      const addresses = await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute("href")),
      );
      expect(addresses).toEqual(neighbour === undefined ? [] : [neighbour.path]);
    }
  }
});

/** Runs in the page. */
function addressesOf(links: Element[]): string[] {
  return links.map((link) => `${link.getAttribute("hreflang")} ${link.getAttribute("href")}`);
}
