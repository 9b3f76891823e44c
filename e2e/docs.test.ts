import type { Locale } from "next-intl";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { endpoints } from "../lib/routes/index.ts";
import { errorCodes } from "../lib/contract/errors.ts";
import { errorAnchor, type Slug } from "../site/docs/pages.ts";
import { languageName } from "../site/i18n/languages.ts";
import { routing } from "../site/i18n/routing.ts";
import { expectAddresses, expectPageIn } from "./support/expect-page.ts";
import { attributesIn, readPage, textsIn, type SentPage } from "./support/html.ts";
import { BUILT_FOR } from "./support/settings.ts";
import { englishPages, pagesIn, wordOf } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

const routes = endpoints.map(({ path }) => path.replace(/\?.*/, ""));

/** Routes of Next that only the server itself requests. */
const INTERNAL = ["docs-markdown/head", "docs-markdown", "404"];

/** In the other languages, `markdown.test.ts` and `check-docs.test.ts` read the same blocks of every page. */
const WHOLE: readonly Locale[] = ["en", "ar"];
/** A page of text, and one with forms, samples and folded parts. */
const SOME: readonly Slug[] = ["index", "head"];

for (const locale of routing.locales) {
  const pages = pagesIn(locale);
  const read = [...pages.entries()].filter(
    ([, { slug }]) => WHOLE.includes(locale) || SOME.includes(slug),
  );

  test(`pages are complete without scripts: ${languageName(locale)}`, async () => {
    for (const [index, { path, title, menuTitle }] of read) {
      const page = await readPage(service().url, path);
      const { root, status } = page;
      expect.soft(status, path).toBe(200);
      expectPageIn(locale, page, title);
      const named = `${title} · ${wordOf(locale, "Docs.title")}`;
      expect
        .soft(textsIn(root, "title"), path)
        .toEqual([wordOf(locale, "Site.titleTemplate").replace("{page}", named)]);
      expectAddresses(page, BUILT_FOR);
      const markdown = "link[rel=alternate][type='text/markdown']";
      expect.soft(attributesIn(root, markdown, "href"), path).toEqual([`${BUILT_FOR}${path}.md`]);
      const image = attributesIn(root, "meta[property='og:image']", "content");
      expect.soft(image, path).toEqual([`${BUILT_FOR}/opengraph-image.png`]);
      expectHeadingsListed(page, wordOf(locale, "Docs.onThisPage"));
      expectGroupAndDate(locale, page);

      const sidebar = root.querySelectorAll(`nav[aria-label="${wordOf(locale, "Docs.menu")}"]`);
      expect.soft(sidebar.length, path).toBeGreaterThan(0);
      for (const list of sidebar) {
        // The current page has its headings below it.
        const entries = "details > ul > li > a";
        expect.soft(textsIn(list, entries), path).toEqual(pages.map((one) => one.menuTitle));
        expect
          .soft(attributesIn(list, entries, "href"), path)
          .toEqual(pages.map((one) => one.path));
        expect.soft(textsIn(list, "[aria-current]"), path).toEqual([menuTitle]);
        expect.soft(textsIn(list, "details[open] > ul > li > a"), path).toContain(menuTitle);
      }
      const neighbours = (...list: (typeof pages)[number][]) => list.map((one) => one.path);
      expect
        .soft(attributesIn(root, "main a[rel=prev]", "href"), path)
        .toEqual(neighbours(...pages.slice(Math.max(index - 1, 0), index)));
      expect
        .soft(attributesIn(root, "main a[rel=next]", "href"), path)
        .toEqual(neighbours(...pages.slice(index + 1, index + 2)));
      const isThere = (id = "") => root.getElementById(id) !== null;
      const descriptions = attributesIn(root, "main form [aria-describedby]", "aria-describedby");
      expect
        .soft(
          descriptions.filter((id) => !isThere(id)),
          path,
        )
        .toEqual([]);
      for (const form of root.querySelectorAll("main form")) {
        expect.soft(form.getAttribute("method"), path).toBe("get");
        expect.soft(routes, path).toContain(form.getAttribute("action"));
        expect
          .soft(textsIn(form, "button:not([type=button])"), path)
          .toEqual([wordOf(locale, "TryIt.send")]);
      }
    }
  });

  test(`a page that does not exist is a 404: ${languageName(locale)}`, async () => {
    for (const rest of [...(locale === "en" ? INTERNAL : []), "docs/head/nowhere"]) {
      const path = `/${locale}/${rest}`;
      const page = await readPage(service().url, path);
      expect.soft(page.status, path).toBe(404);
      expectPageIn(locale, page, wordOf(locale, "NotFound.title"), []);
    }
  });
}

test("has no broken links or anchors", async () => {
  const texts = new Map<string, string>();
  const read = async (url: string): Promise<string> => {
    const known = texts.get(url);
    if (known !== undefined) return known;
    const response = await fetch(service().url + url, { redirect: "manual" });
    expect(response.status, url).toBe(200);
    const text = await response.text();
    texts.set(url, text);
    return text;
  };
  let followed = 0;
  for (const { path } of englishPages) {
    // `expectPageIn` checks those of the other languages.
    for (const href of attributesIn(parse(await read(path)), "a[href]:not([hreflang])", "href")) {
      // Links to other sites are complete.
      expect(href, path).toMatch(/^(?:https?:\/\/[^/]+|\/|#)/);
      const { origin, pathname, search, hash } = new URL(href ?? "", BUILT_FOR + path);
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

test("explains every error where its code links to", async () => {
  const { root } = await readPage(service().url, "/en/docs/errors");
  for (const code of errorCodes) {
    const link = root.querySelectorAll("main a").find(({ textContent }) => textContent === code);
    expect(link?.getAttribute("href")).toMatch(new RegExp(`#${errorAnchor(code)}$`));
    expect(textsIn(root, `#${errorAnchor(code)}`).join()).toContain(code);
  }
});

/** The table of contents links every heading; a page with one heading needs none. */
function expectHeadingsListed({ root, path }: SentPage, label: string): void {
  const headings = "main :is(h2, h3)[id]";
  // The id of a folded part is that of its content, which a link opens.
  const folded = "main details > div[id]";
  const links = `nav[aria-label="${label}"] a`;
  const ids = attributesIn(root, `${headings}, ${folded}`, "id").map((id) => `#${id}`);
  const isListed = ids.length > 1;
  expect.soft(attributesIn(root, links, "href"), path).toEqual(isListed ? ids : []);
  if (isListed)
    expect
      .soft(textsIn(root, links), path)
      .toEqual(textsIn(root, `${headings} > span, main summary > :is(h2, h3) > span`));
}

/** The page links its group, and says when it changed if git knows that. */
function expectGroupAndDate(locale: Locale, { root, path }: SentPage): void {
  const group = `nav[aria-label="${wordOf(locale, "Docs.breadcrumb")}"] a`;
  expect.soft(attributesIn(root, group, "href"), path).toEqual([`/${locale}/docs`]);
  for (const time of root.querySelectorAll("time")) {
    expect.soft(time.getAttribute("datetime"), path).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect
      .soft(time.textContent, path)
      .toContain(wordOf(locale, "Docs.updated").split("{date}")[0]);
  }
}
