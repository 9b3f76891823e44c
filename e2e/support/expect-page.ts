import type { Locale } from "next-intl";
import type { HTMLElement } from "node-html-parser";
import { expect } from "vitest";
import { catalogueOf } from "../../site/docs/catalogues.fixture.ts";
import { direction, languageName } from "../../site/i18n/languages.ts";
import { routing } from "../../site/i18n/routing.ts";
import { attributesIn, type SentPage, textsIn } from "./html.ts";

/** Checks every page's basics: its language, one heading, no missing texts, links to all languages. */
export function expectPageIn(
  locale: Locale,
  { root, path }: SentPage,
  heading: string,
  /** The URL without the language, as the menu of languages has it. */
  rest = path.split("/").slice(2),
): void {
  const html = root.querySelector("html");
  expect.soft(html?.getAttribute("lang"), path).toBe(locale);
  expect.soft(html?.getAttribute("dir"), path).toBe(direction(locale));
  expect.soft(textsIn(root, "h1"), path).toEqual([heading]);
  expect.soft(skippedHeadings(root), path).toEqual([]);
  expect.soft(translatable(root), path).toEqual([]);
  expect.soft(namelessTables(root), path).toEqual([]);
  // A missing text shows its key.
  const keys = new RegExp(String.raw`\b(?:${namespaces.join("|")})\.\w+`, "g");
  expect.soft(root.querySelector("body")?.textContent.match(keys), path).toBeNull();
  const menu = root.querySelectorAll("header a[hreflang]");
  expect
    .soft(
      menu.map((link) => [link.textContent, link.getAttribute("lang"), link.getAttribute("href")]),
      path,
    )
    .toEqual(
      routing.locales.map((other) => [languageName(other), other, ["", other, ...rest].join("/")]),
    );
  expect
    .soft(textsIn(root, "header a[hreflang][aria-current=true]"), path)
    .toEqual([languageName(locale)]);
}

/** The page links itself and all its languages by the public URL. */
export function expectAddresses({ root, path }: SentPage, publicUrl: string): void {
  expect.soft(attributesIn(root, "link[rel=canonical]", "href"), path).toEqual([publicUrl + path]);
  const rest = path.split("/").slice(2).join("/");
  const links = root.querySelectorAll("link[rel=alternate][hreflang]");
  expect
    .soft(
      links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]),
      path,
    )
    .toEqual([
      ...routing.locales.map((locale) => [
        locale,
        `${publicUrl}/${locale}/${rest}`.replace(/\/$/, ""),
      ]),
      ["x-default", `${publicUrl}/${rest}`],
    ]);
}

const namespaces = Object.keys(catalogueOf("en"));

/** Names of players and code that a browser would translate; code in a `<pre>` may stand beside words. */
function translatable(root: HTMLElement): string[] {
  return root
    .querySelectorAll("code, bdi.player-name")
    .filter((element) => element.closest("[translate=no]") === null)
    .map(({ outerHTML }) => outerHTML);
}

/** Titles of columns and rows without a text, and tables for the keyboard without a name. */
function namelessTables(root: HTMLElement) {
  const titles = root.querySelectorAll("th").filter(({ textContent }) => textContent.trim() === "");
  const boxes = root
    .querySelectorAll(".docs-table")
    .filter((box) => !box.getAttribute("aria-label"));
  return [...titles, ...boxes].map(({ parentNode }) => parentNode?.outerHTML);
}

/** Headings of the content that skip a level. */
function skippedHeadings(root: HTMLElement): string[] {
  const headings = root.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)");
  return headings
    .filter(({ rawTagName }, index) => {
      const before = headings[index - 1]?.rawTagName ?? "h0";
      return Number(rawTagName.slice(1)) > Number(before.slice(1)) + 1;
    })
    .map(({ outerHTML }) => outerHTML);
}
