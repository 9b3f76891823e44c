// When each page of the documentation last changed in each language, from git.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CHANGELOG = "CHANGELOG.md";
const FILES = ["content/docs", CHANGELOG];

/**
 * The dates as `{ en: { head: "2026-11-22" } }`. Pages with uncommitted changes have none. There are no
 * dates without git, outside a repository, or in a shallow clone.
 * @returns {Record<string, Record<string, string>>}
 */
export function docsDates() {
  if (git("rev-parse", "--is-shallow-repository").trim() !== "false") return {};
  const days = lastDays();
  /** @type {Record<string, Record<string, string>>} */
  const dates = {};
  for (const [file, day] of days) {
    const [, locale, slug] = /^content\/docs\/([^/]+)\/([^/]+)\.mdx$/.exec(file) ?? [];
    // Older commits have pages that were removed since.
    if (locale === undefined || slug === undefined || !existsSync(path.join(root, file))) continue;
    // This page shows another file.
    const shown = slug === "changelog" ? days.get(CHANGELOG) : day;
    if (shown !== undefined) (dates[locale] ??= {})[slug] = shown > day ? shown : day;
  }
  return dates;
}

/**
 * The day of the last commit of each file without uncommitted changes.
 * @returns {Map<string, string>}
 */
function lastDays() {
  const log = git("log", "--date=short-local", "--format=> %ad", "--name-only", "--", ...FILES);
  /** @type {Map<string, string>} */
  const days = new Map();
  let day = "";
  for (const line of log.split("\n")) {
    if (line.startsWith("> ")) day = line.slice(2);
    else if (line !== "" && !days.has(line)) days.set(line, day);
  }
  // Changed and not committed.
  for (const file of git("diff", "--name-only", "HEAD", "--", ...FILES).split("\n"))
    days.delete(file);
  return days;
}

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
