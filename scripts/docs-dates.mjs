// When each page of the documentation last changed in each language, from git.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const LINE = /^([0-9a-f]{40}) \d+ (\d+)/;
const NOT_COMMITTED = /^0+$/;

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

function datesIn(file) {
  const changed = changesOf(file);
  const changelog = changesOf("CHANGELOG.md");
  const dates = Object.entries(pagesIn(file)).map(([page, [from, to]]) => {
    const lines = [...changed.slice(from, to), ...(page === "changelog" ? changelog : [])];
    return [page, lines.length === 0 || lines.includes(undefined) ? undefined : latest(lines)];
  });
  return Object.fromEntries(dates.filter(([, date]) => date !== undefined));
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
  const pages = {};
  let page = "";
  for (let at = start + 1; at < end; at += 1) {
    page = /^ {4}"(\w+)": \{/.exec(lines[at])?.[1] ?? page;
    pages[page] = [pages[page]?.[0] ?? at, at + 1];
  }
  return pages;
}

/** When each line was committed, in seconds; undefined for uncommitted lines. */
function changesOf(file) {
  const times = [];
  let line = 0;
  let isCommitted = false;
  for (const text of git("blame", "--line-porcelain", "--", file).split("\n")) {
    const [, commit, number] = LINE.exec(text) ?? [];
    if (commit !== undefined) {
      line = Number(number) - 1;
      isCommitted = !NOT_COMMITTED.test(commit);
    } else if (text.startsWith("committer-time ")) {
      times[line] = isCommitted ? Number(text.slice("committer-time ".length)) : undefined;
    }
  }
  return times;
}

function latest(times) {
  return new Date(Math.max(...times) * 1000).toISOString().slice(0, 10);
}

/** The output of git; empty when it fails. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : "";
}
