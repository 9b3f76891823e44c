import { endpoints } from "../lib/contract/endpoints.ts";
import { languageName } from "../lib/i18n/languages.ts";
import { routing } from "../lib/i18n/routing.ts";
import { alive, englishPages, pagesIn, scriptSources, sidebarOf, wordOf } from "./support/docs.ts";
import {
  alternatesIn,
  attributesIn,
  expectPageIn,
  readPage,
  textsIn,
  type SentPage,
} from "./support/html.ts";
import { BUILT_FOR, expect, provoking, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

const routes = endpoints.map(({ path }) => path.replace(/\?.*/, ""));

for (const locale of routing.locales) {
  const pages = pagesIn(locale);

  test(`every page is complete without scripts: ${languageName(locale)}`, async ({ request }) => {
    for (const [index, { path, title }] of pages.entries()) {
      const page = await readPage(request, path);
      const { root, status } = page;
      expect(status, path).toBe(200);
      expectPageIn(locale, page, title);
      const named = `${title} · ${wordOf(locale, "Docs.title")}`;
      expect(textsIn(root, "title")).toEqual([
        wordOf(locale, "Site.titleTemplate").replace("{page}", named),
      ]);
      expectAddresses(page, path.replace(`/${locale}`, ""));
      expectPolicyOfHashes(page);
      expectHeadingsListed(page, wordOf(locale, "Docs.onThisPage"));

      const sidebar = root.querySelectorAll(`nav[aria-label="${wordOf(locale, "Docs.menu")}"]`);
      expect(sidebar.length, path).toBeGreaterThan(0);
      for (const list of sidebar) {
        expect(textsIn(list, "a"), path).toEqual(pages.map((one) => one.title));
        expect(attributesIn(list, "a", "href"), path).toEqual(pages.map((one) => one.path));
        expect(textsIn(list, "[aria-current]"), path).toEqual([title]);
      }
      const neighbours = (...list: (typeof pages)[number][]) => list.map((one) => one.path);
      expect(attributesIn(root, "main a[rel=prev]", "href"), path).toEqual(
        neighbours(...pages.slice(Math.max(index - 1, 0), index)),
      );
      expect(attributesIn(root, "main a[rel=next]", "href"), path).toEqual(
        neighbours(...pages.slice(index + 1, index + 2)),
      );
      for (const form of root.querySelectorAll("main form")) {
        expect(form.getAttribute("method"), path).toBe("get");
        expect(routes, path).toContain(form.getAttribute("action"));
        expect(textsIn(form, "button:not([type=button])"), path).toEqual([
          wordOf(locale, "TryIt.send"),
        ]);
      }
    }
  });

  test(`a page that does not exist is a 404: ${languageName(locale)}`, async ({ request }) => {
    for (const path of [`/${locale}/docs/nowhere`, `/${locale}/docs/head/nowhere`]) {
      const page = await readPage(request, path);
      expect(page.status, path).toBe(404);
      expectPageIn(locale, page, wordOf(locale, "NotFound.title"), []);
    }
  });
}

test(
  "shows the 404 page with its scripts running",
  provoking("404 /ar/docs/head/nowhere"),
  async ({ page }) => {
    await page.goto("/ar/docs/head/nowhere", { waitUntil: "networkidle" });
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("h1")).toHaveText([wordOf("ar", "NotFound.title")]);
  },
);

test("does not expose internal routes", async ({ request }) => {
  for (const path of ["/en/docs-markdown/head", "/en/docs-markdown", "/en/404"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test("changes the language, keeps the page and remembers the choice", async ({ page }) => {
  const label = wordOf("en", "LanguageMenu.label").replace("{language}", languageName("en"));
  for (const locale of ["ja", "ar"] as const) {
    await page.goto("/en/docs/errors?from=chat");
    await alive(page);
    await page.getByLabel(label).click();
    const menu = page.getByRole("navigation", { name: wordOf("en", "SiteHeader.navigation") });
    await menu.getByRole("link", { name: languageName(locale), exact: true }).click();
    await expect(page).toHaveURL(`/${locale}/docs/errors?from=chat`);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.goto("/docs");
    await expect(page).toHaveURL(`/${locale}/docs`);
    await page.context().clearCookies();
  }
});

test("marks the current page in the list of all pages", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(englishPages[0]?.path ?? "");
  await alive(page);
  // A page of each group.
  for (const id of ["profile", "caching", "selfHosting", "changelog"] as const) {
    const { title = "", path = "" } = englishPages.find((one) => one.id === id) ?? {};
    await sidebarOf(page).getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator("h1")).toHaveText(title);
    await expect(sidebarOf(page).locator("[aria-current]")).toHaveText([title]);
  }
});

/** The page links itself, its other languages, its Markdown and its image; `rest` has no language. */
function expectAddresses({ root, path }: SentPage, rest: string): void {
  expect(attributesIn(root, "link[rel=canonical]", "href")).toEqual([BUILT_FOR + path]);
  expect(alternatesIn(root)).toEqual([
    ...routing.locales.map((other) => `${other} ${BUILT_FOR}/${other}${rest}`),
    `x-default ${BUILT_FOR}${rest}`,
  ]);
  const markdown = attributesIn(root, "link[rel=alternate][type='text/markdown']", "href");
  expect(markdown).toEqual([`${BUILT_FOR}${path}.md`]);
  const image = attributesIn(root, "meta[property='og:image']", "content");
  expect(image).toEqual([`${BUILT_FOR}/opengraph-image.png`]);
}

/** The policy of the page allows its scripts by their hashes. */
function expectPolicyOfHashes({ headers, html }: SentPage): void {
  const sources = scriptSources(headers["content-security-policy"]);
  expect(sources[0]).toBe("'self'");
  expect(sources.length).toBeGreaterThan(2);
  for (const source of sources.slice(1)) expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
  expect(html).not.toContain(" nonce=");
}

/** The table of contents links every heading; a page with one heading needs none. */
function expectHeadingsListed({ root, path }: SentPage, label: string): void {
  const headings = "main :is(h2, h3)[id]";
  const links = `nav[aria-label="${label}"] a`;
  const ids = attributesIn(root, headings, "id").map((id) => `#${id}`);
  const isListed = ids.length > 1;
  expect(attributesIn(root, links, "href"), path).toEqual(isListed ? ids : []);
  if (isListed) expect(textsIn(root, links)).toEqual(textsIn(root, `${headings} > span`));
}
