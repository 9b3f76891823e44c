import type { ErrorCode } from "../contract/errors.ts";
import { docsPath } from "./page.ts";
import { docsPages } from "./pages.ts";

/** Where links of the documentation lead that are not its pages, relative to the base address. */
const elsewhere: Readonly<Record<string, string>> = {
  home: "/",
  openapi: "/openapi.json",
  llms: "/llms.txt",
};

export interface LinkTarget {
  href: string;
  /** `page`: an address that exists in every language. `file`: one that has no language. */
  kind: "page" | "file" | "external";
}

/**
 * What the target of a Markdown link means: the id of a page with or without an anchor, as in
 * `errors#not-found`, a name such as `openapi`, or an address elsewhere.
 * @throws TypeError When there is no such page or name.
 */
export function linkTarget(target: string): LinkTarget {
  if (/^https?:/.test(target)) return { href: target, kind: "external" };
  const [name = "", anchor] = target.split("#");
  const page = docsPages.find(({ id }) => id === name);
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  if (page !== undefined) return { href: docsPath(page) + suffix, kind: "page" };
  const href = elsewhere[name];
  if (href === undefined) throw new TypeError(`No page of the documentation is called ${name}.`);
  return { href, kind: href === "/" ? "page" : "file" };
}

/** The section of the errors page that explains a code: `NOT_FOUND` is `not-found`. */
export function errorAnchor(code: ErrorCode): string {
  return code.toLowerCase().replaceAll("_", "-");
}
