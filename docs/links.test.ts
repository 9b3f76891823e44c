import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const decisions = readdirSync(path.join(root, "docs/decisions")).filter((file) => /^\d/.test(file));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(path.join(root, "docs")).map((file) => `docs/${file}`),
  ...readdirSync(path.join(root, "docs/decisions")).map((file) => `docs/decisions/${file}`),
].filter((file) => file.endsWith(".md"));

it("links only files and headings that exist", () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8");
    return [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="(?!https?:)([^"]+)"/g)]
      .map(([, link, image]) => link ?? image ?? "")
      .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`);
  });
  expect(missing).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const target = file === "" ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, target))) return false;
  if (heading === undefined || !target.endsWith(".md")) return true;
  const text = readFileSync(path.join(root, target), "utf8");
  return [...text.matchAll(/^#+ (.+)$/gm)].some(([, title = ""]) => slugOf(title) === heading);
}

/** The id that GitHub gives a heading. */
function slugOf(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
  return words.replaceAll(" ", "-");
}

it("names only files that exist, except in CONTRIBUTING, whose files are yet to be written", () => {
  const folders = "app|bench|deploy|docs|e2e|lib|messages|public|sandbox|scripts|server";
  const name = new RegExp(`\`((?:${folders})/[\\w./[\\]-]*)\``, "g");
  const gone = pages
    .filter((page) => page !== "CONTRIBUTING.md")
    .flatMap((page) => {
      const text = readFileSync(path.join(root, page), "utf8");
      return [...text.matchAll(name)].map(([, file = ""]) => [page, file] as const);
    })
    .filter(([, file]) => !existsSync(path.join(root, file)))
    .map(([page, file]) => `${page}: ${file}`);
  expect(gone).toEqual([]);
});

it("lists every decision in the index, and has few of them", () => {
  const index = readFileSync(path.join(root, "docs/decisions/README.md"), "utf8");
  expect(decisions.filter((file) => !index.includes(`](${file})`))).toEqual([]);
  expect(decisions.length, "Is a comment beside the code enough?").toBeLessThanOrEqual(30);
});
