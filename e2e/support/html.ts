import { parse, type HTMLElement } from "node-html-parser";
import type { Locale } from "next-intl";
import type { APIRequestContext } from "playwright/test";
import { catalogueOf } from "../../lib/docs/catalogues.fixture.ts";
import { direction, languageName } from "../../lib/i18n/languages.ts";
import { routing } from "../../lib/i18n/routing.ts";
import { expect } from "./test.ts";

/** A page as sent, before any script runs. */
export interface SentPage {
  /** Its path. */
  path: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  root: HTMLElement;
}

/** Fetches a page without a browser; `headers` go with the request. */
export async function readPage(
  request: APIRequestContext,
  path: string,
  headers: Record<string, string> = {},
): Promise<SentPage> {
  const response = await request.get(path, { headers });
  const html = await response.text();
  return { path, status: response.status(), headers: response.headers(), html, root: parse(html) };
}

/** The trimmed texts of all elements that match a selector. */
export function textsIn(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map(({ textContent }) => textContent.trim());
}

/** An attribute of all elements that match a selector. */
export function attributesIn(
  root: HTMLElement,
  selector: string,
  name: string,
): (string | undefined)[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute(name));
}

/** Checks every page's basics: its language, one heading, no missing texts, links to all languages. */
export function expectPageIn(
  locale: Locale,
  { root, path }: SentPage,
  heading: string,
  /** The URL without the language, as the menu of languages has it. */
  rest = path.split("/").slice(2),
): void {
  const html = root.querySelector("html");
  expect(html?.getAttribute("lang"), path).toBe(locale);
  expect(html?.getAttribute("dir"), path).toBe(direction(locale));
  expect(textsIn(root, "h1"), path).toEqual([heading]);
  expect(skippedHeadings(root), path).toEqual([]);
  // A missing text shows its key.
  const keys = new RegExp(String.raw`\b(?:${namespaces.join("|")})\.\w+`, "g");
  expect(root.querySelector("body")?.textContent.match(keys), path).toBeNull();
  const menu = root.querySelectorAll("header a[hreflang]");
  expect(
    menu.map((link) => [link.textContent, link.getAttribute("lang"), link.getAttribute("href")]),
  ).toEqual(
    routing.locales.map((other) => [languageName(other), other, ["", other, ...rest].join("/")]),
  );
  expect(textsIn(root, "header a[hreflang][aria-current=true]")).toEqual([languageName(locale)]);
}

/** The page links itself and all its languages by the public URL. */
export function expectAddresses({ root, path }: SentPage, publicUrl: string): void {
  expect(attributesIn(root, "link[rel=canonical]", "href")).toEqual([publicUrl + path]);
  const rest = path.split("/").slice(2).join("/");
  const links = root.querySelectorAll("link[rel=alternate][hreflang]");
  expect(
    links.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]),
    path,
  ).toEqual([
    ...routing.locales.map((locale) => [
      locale,
      `${publicUrl}/${locale}/${rest}`.replace(/\/$/, ""),
    ]),
    ["x-default", `${publicUrl}/${rest}`],
  ]);
}

const namespaces = Object.keys(catalogueOf("en"));

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
