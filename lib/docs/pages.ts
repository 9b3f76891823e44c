import type { Messages } from "next-intl";
import { type DocsPage, docsPath } from "./page.ts";
import { guides, more, start } from "./pages/guides.ts";
import { operating } from "./pages/operating.ts";
import { reference } from "./pages/reference.ts";

/** The pages in reading order, by the groups of the sidebar. */
export const docsGroups = Object.entries({ start, reference, guides, operating, more }).map(
  ([id, pages]) => ({ id: id as keyof Messages["Docs"]["groups"], pages }),
);

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

/** The page at a URL under `/docs`; undefined when there is none. */
export function docsPageAt(slug: string): DocsPage | undefined {
  return docsPages.find((page) => page.slug === slug);
}

/** Link targets that are not pages of the documentation, relative to the base URL. */
const elsewhere: Readonly<Record<string, string>> = {
  home: "/",
  openapi: "/openapi.json",
  llms: "/llms.txt",
};

interface LinkTarget {
  href: string;
  /** `page`: a URL that exists in every language. `file`: one without a language. */
  kind: "page" | "file" | "external";
}

/**
 * What the target of a Markdown link means: the id of a page with or without an anchor, as in
 * `errors#not-found`, a name such as `openapi`, or a URL elsewhere.
 * @throws TypeError When there is no such page or name.
 */
export function linkTarget(target: string): LinkTarget {
  if (/^https?:/.test(target)) return { href: target, kind: "external" };
  const [name = "", anchor = ""] = target.split(/(?=#)/);
  const page = docsPages.find(({ id }) => id === name);
  if (page !== undefined) return { href: docsPath(page) + anchor, kind: "page" };
  const href = elsewhere[name];
  if (href === undefined) throw new TypeError(`No page of the documentation is called ${name}.`);
  return { href, kind: href === "/" ? "page" : "file" };
}
