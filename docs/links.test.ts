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

it("links only files that exist", () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8");
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="(?!https?:)([^"]+)"/g)].map(
      ([, link, image]) => (link ?? image ?? "").split("#")[0] ?? "",
    );
    return links
      .filter((link) => link !== "" && !/^(?:[a-z]+:|\/)/.test(link))
      .filter((file) => !existsSync(path.join(root, path.dirname(page), file)))
      .map((file) => `${page}: ${file}`);
  });
  expect(missing).toEqual([]);
});

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

it("lists every decision in the index, and a dozen or two in the architecture", () => {
  const index = readFileSync(path.join(root, "docs/decisions/README.md"), "utf8");
  expect(decisions.filter((file) => !index.includes(`](${file})`))).toEqual([]);
  const architecture = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const linked = new Set(
    [...architecture.matchAll(/\]\(decisions\/(\d+)/g)].map(([, number]) => number),
  );
  expect(linked.size).toBeLessThanOrEqual(18);
});
