// Which URLs Next serves, from the files in `app` and `public`. The front server and `proxy.ts` pass no other URL on to
// Next, so a flood of unknown ones renders nothing. An adapter of Next's build would be told the same, but with one,
// Next keeps its prerendered files where `next start` without that adapter does not look.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** @import { AppFiles, AppRoute } from "../site/pages/app-routes.ts" */

const ROUTE_FILE = /^(?:page|route)\.[jt]sx?$|^page\.mdx?$/;

/**
 * Lists the routes and the files of a project.
 *
 * @param {string} root
 * @returns {AppFiles}
 */
export function listApp(root) {
  const routes = filesIn(path.join(root, "app"))
    .filter((file) => ROUTE_FILE.test(path.posix.basename(file)))
    .flatMap((file) => routeOf(path.posix.dirname(file).split("/")) ?? []);
  const files = filesIn(path.join(root, "public")).map((file) => encodeURI(`/${file}`));
  return { routes, files };
}

/**
 * True if a page of the documentation has its file, in the language that the others are translated from.
 *
 * @param {string} root
 * @param {string} pathname
 */
export function hasDocsPage(root, pathname) {
  const [, slug] = /^\/[^/]+\/docs\/([\w-]+)$/.exec(pathname) ?? [];
  return slug !== undefined && existsSync(path.join(root, "content", "docs", "en", `${slug}.mdx`));
}

/**
 * The route of a folder; undefined for private folders and intercepting routes, which have no URL of their own.
 *
 * @param {readonly string[]} folders
 * @returns {AppRoute | undefined}
 */
function routeOf(folders) {
  if (folders.some((name) => /^_|^\(\.+\)/.test(name))) return undefined;
  // Groups and slots are no part of the URL.
  const segments = folders.filter((name) => !/^\.$|^\(.+\)$|^@/.test(name));
  const regex = `^${segments.map(patternOf).join("") || "/"}$`;
  return { regex, isInLanguage: segments[0] === "[locale]" };
}

/** @param {string} segment */
function patternOf(segment) {
  if (segment.startsWith("[[...")) return "(?:/.+)?";
  if (segment.startsWith("[...")) return "/.+";
  if (segment.startsWith("[")) return "/[^/]+";
  return `/${segment.replaceAll(/[^\w-]/g, String.raw`\$&`)}`;
}

/**
 * The files in a folder, with slashes on every system.
 *
 * @param {string} folder
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join("/"));
}
