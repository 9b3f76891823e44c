// When each page of the documentation last changed in each language, from git.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * The dates as `{ en: { head: "2026-11-22" } }`. Pages with uncommitted changes have none. There are no
 * dates without git, outside a repository, or in a shallow clone.
 * @returns {Record<string, Record<string, string>>}
 */
export function docsDates() {
  if (git("rev-parse", "--is-shallow-repository").trim() !== "false") return {};
  const languages = readdirSync(path.join(root, "messages")).filter((file) =>
    /^[\w-]+\.json$/.test(file),
  );
  return Object.fromEntries(
    languages.map((file) => [file.replace(".json", ""), datesIn(`messages/${file}`)]),
  );
}

/**
 * @param {string} file
 * @returns {Record<string, string>}
 */
function datesIn(file) {
  const changed = changesOf(file);
  const changelog = changesOf("CHANGELOG.md");
  const dates = Object.entries(pagesIn(file)).flatMap(([page, [from, to]]) => {
    const lines = [...changed.slice(from, to), ...(page === "changelog" ? changelog : [])];
    const days = lines.filter((day) => day !== undefined);
    const date = days.length === lines.length ? latest(days) : undefined;
    return date === undefined ? [] : [[page, date]];
  });
  return Object.fromEntries(dates);
}

/**
 * The lines that hold the messages of each page.
 * @param {string} file
 * @returns {Record<string, [from: number, to: number]>}
 */
export function pagesIn(file) {
  const lines = readFileSync(path.join(root, file), "utf8").split("\n");
  const start = lines.indexOf('  "DocsPages": {');
  const end = lines.findIndex((line, at) => at > start && line.startsWith("  }"));
  /** @type {Record<string, [from: number, to: number]>} */
  const pages = {};
  let page = "";
  for (let at = start + 1; at < end; at += 1) {
    page = /^ {4}"(\w+)": \{/.exec(lines[at] ?? "")?.[1] ?? page;
    pages[page] = [pages[page]?.[0] ?? at, at + 1];
  }
  return pages;
}

/**
 * The day on which each line was written; undefined for uncommitted lines.
 * @param {string} file
 */
function changesOf(file) {
  const lines = git("blame", "--date=short-local", "--", file).trimEnd().split("\n");
  // `1a2b3c4d (Name 2026-11-22 1) text`; the name of an uncommitted line's commit is zeros.
  return lines.map((line) => /^(?!0+ ).*? (\d{4}-\d\d-\d\d) +\d+\) /.exec(line)?.[1]);
}

/**
 * The last of some days.
 * @param {readonly string[]} days
 */
const latest = (days) => days.toSorted((one, other) => one.localeCompare(other)).at(-1);

/**
 * The output of git; empty when it fails.
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TZ: "UTC" },
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : "";
}
