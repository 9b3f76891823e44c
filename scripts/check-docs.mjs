// Checks the pages of the documentation, and compares those of every language with English: they have the same parts,
// links and code. `next build` runs it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { diffArrays } from "diff";
import { Page } from "./docs-page.mjs";

/** @import { Part } from "./docs-page.mjs" */

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCE = "en";
/** Pages link to these, which are no pages of the documentation. */
const ELSEWHERE = new Set(["/", "/list", "/openapi.json", "/llms.txt", "/llms-full.txt"]);

/**
 * The faults of the pages in a folder, a sentence for each with its file and line.
 * @param {string} [folder] Has a folder for each language.
 * @returns {string[]}
 */
export function docsProblems(folder = path.join(root, "content", "docs")) {
  const source = readPages(path.join(folder, SOURCE));
  return readdirSync(folder)
    .toSorted()
    .flatMap((locale) => {
      const pages = locale === SOURCE ? source : readPages(path.join(folder, locale));
      const names = [...new Set([...source.keys(), ...pages.keys()])];
      return names.flatMap((name) => {
        const file = path.relative(root, path.join(folder, locale, name)).replaceAll("\\", "/");
        const [page, wanted] = [pages.get(name), source.get(name)];
        if (page === undefined) return [`${file} is missing.`];
        if (wanted === undefined) return [`${file} has no page in English.`];
        const problems = [
          ...page.problems,
          ...brokenLinks(page, pages),
          ...differences(page, wanted),
        ];
        return problems
          .toSorted((one, other) => one.line - other.line)
          .map(({ line, text }) => `${file}:${line}: ${text}`);
      });
    });
}

/**
 * The pages of a language by the names of their files.
 * @param {string} folder
 */
function readPages(folder) {
  return new Map(
    readdirSync(folder).map((name) => [
      name,
      new Page(readFileSync(path.join(folder, name), "utf8")),
    ]),
  );
}

/**
 * Links to pages and ids that there are not.
 * @param {Page} page
 * @param {ReadonlyMap<string, Page>} pages Of the same language.
 */
function brokenLinks({ links }, pages) {
  return links.flatMap(({ line, url }) => {
    const [target = "", id] = url.split("#");
    if (/^https?:/.test(url) || ELSEWHERE.has(target)) return [];
    const [, recipe] = /^\/docs-recipes\/([^/]+)$/.exec(target) ?? [];
    if (recipe && existsSync(path.join(root, "content", "recipes", recipe))) return [];
    const [, slug = "index"] = /^\/docs(?:\/(?!index$)(.+))?$/.exec(target) ?? [undefined, ""];
    const page = pages.get(`${slug}.mdx`);
    if (page === undefined) return [{ line, text: `links to ${url}, but there is no such page.` }];
    if (id === undefined || page.anchors.has(id) || !page.isReadable) return [];
    return [{ line, text: `links to ${url}, but the page has no such id.` }];
  });
}

/**
 * The parts that a translation lacks or has besides those of the English page.
 * @param {Page} page
 * @param {Page} source
 */
function differences(page, source) {
  if (!page.isReadable || !source.isReadable) return [];
  /** @param {number} at */
  const lineAt = (at) => (page.parts[at] ?? page.parts.at(-1))?.line ?? 1;
  const parts = differencesOf(page.parts, source.parts, lineAt);
  // Texts can be compared once their headings are the same.
  if ([...page.sections.keys()].join() !== [...source.sections.keys()].join()) return parts;
  const spans = [...page.sections].flatMap(([id, line]) => {
    const [own = [], wanted = []] = [page, source].map((one) =>
      one.spans
        .filter(({ section }) => section === id)
        .toSorted((span, other) => span.all.localeCompare(other.all)),
    );
    return differencesOf(own, wanted, () => line);
  });
  return [...parts, ...spans];
}

/**
 * @param {readonly Part[]} own
 * @param {readonly Part[]} source
 * @param {(at: number) => number} lineAt Of what is missing before a part.
 */
function differencesOf(own, source, lineAt) {
  /** @type {(one: Part, other: Part) => boolean} */
  const comparator = (one, other) => one.all === other.all;
  let at = 0;
  return diffArrays([...source], [...own], { comparator }).flatMap(({ value, added, removed }) => {
    if (removed) {
      const line = lineAt(at);
      return value.map((part) => ({
        line,
        text: `lacks ${part.name} (line ${part.line} in English).`,
      }));
    }
    at += value.length;
    if (!added) return [];
    return value.map((part) => ({ line: part.line, text: `has ${part.name}, unlike English.` }));
  });
}
