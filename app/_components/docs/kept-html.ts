/**
 * HTML from where server components are rendered to where their page becomes HTML. Both are in one
 * process, but share no modules, and all that is passed on by React goes to the browser, too.
 */
const kept: Map<string, string> = (Object(globalThis)[Symbol.for("nametag.kept-html")] ??=
  new Map());

/** Keeps HTML by a name. There are as many names as parts of pages, so none is forgotten. */
export function keepHtml(name: string, html: string): void {
  kept.set(name, html);
}

/** @throws Error When none is kept by this name: a page must not lack a part. */
export function keptHtml(name: string): string {
  const html = kept.get(name);
  if (html === undefined) throw new Error(`There is no part ${name} of a page.`);
  return html;
}
