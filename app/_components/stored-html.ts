/**
 * Passes HTML from server components to server-side rendering. Both run in one process but share no
 * modules, and whatever React passes between them goes to the browser, too.
 */
const stored: Map<string, string> = (Object(globalThis)[Symbol.for("nametag.stored-html")] ??=
  new Map());

/** Stores HTML under a name. Nothing is evicted: there are only as many names as parts of pages. */
export function storeHtml(name: string, html: string): void {
  stored.set(name, html);
}

/** @throws Error When no HTML has this name: a page must not lack a part. */
export function storedHtml(name: string): string {
  const html = stored.get(name);
  if (html === undefined) throw new Error(`There is no part ${name} of a page.`);
  return html;
}
