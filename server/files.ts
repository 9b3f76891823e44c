import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { entityTag, IMMUTABLE } from "../lib/http/caching.ts";
import { keep, type FinishedPage } from "./finished-page.ts";

interface File {
  /** Its place on disk. */
  place: string;
  /** Of the bytes on disk: the build compresses scripts and styles, see `scripts/compress-files.mjs`. */
  encoding: "br" | "identity";
  headers: Record<string, string>;
}

const DAY = "public, max-age=86400";
const MONTH = "public, max-age=2592000";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/**
 * The site's static files: scripts, styles, fonts and images.
 * @param root The folder of the project, built.
 */
export function createFiles(root: string) {
  // Their names contain a digest of their content, so they never change.
  const built = filesIn(path.join(root, ".next", "static"), "/_next/static", () => IMMUTABLE);
  const files = new Map([
    ...built,
    ...filesIn(path.join(root, "public"), "", (name) => (name.startsWith("/fonts/") ? MONTH : DAY)),
  ]);
  const kept = new Map<string, FinishedPage>();

  /** The file at a path, ready to send; undefined when there is none. */
  const find = async (pathname: string): Promise<FinishedPage | undefined> => {
    const known = kept.get(pathname);
    const file = files.get(pathname);
    if (known !== undefined || file === undefined) return known;
    const { place, encoding, headers } = file;
    const bytes = await readFile(place).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const etag = `W/${entityTag(bytes.toString("latin1"))}`;
    const page = keep(200, { ...headers, etag }, encoding, bytes);
    kept.set(pathname, page);
    return page;
  };

  // The next build replaces these files while pages of this one still request them.
  const preload = async () => {
    for (const [pathname] of built) await find(pathname);
  };
  void preload();

  return { find };
}

/** The files in a folder, by the path under which they are served. */
function filesIn(
  folder: string,
  prefix: string,
  cacheControlOf: (pathname: string) => string,
): [string, File][] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const all = new Set(names);
  return names.flatMap((name): [string, File][] => {
    const type = TYPES[path.extname(name)];
    if (type === undefined) return [];
    const isPacked = all.has(`${name}.br`);
    const pathname = `${prefix}/${name.split(path.sep).join("/")}`;
    const headers = {
      "content-type": type,
      "cache-control": cacheControlOf(pathname),
      "x-content-type-options": "nosniff",
      ...(isPacked && { vary: "Accept-Encoding" }),
    };
    const place = path.join(folder, isPacked ? `${name}.br` : name);
    return [[pathname, { place, encoding: isPacked ? "br" : "identity", headers }]];
  });
}
