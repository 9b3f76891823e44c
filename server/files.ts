import { existsSync, readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { cachingOfPage, type FixedPolicy } from "../lib/freshness.ts";
import { cachedBytes, type CachedResponse } from "../lib/http/cached-response.ts";
import { entityTag, httpDate } from "../lib/http/reply.ts";
import type { Responses } from "../lib/http/responses.ts";
import type { HitCounter } from "../lib/metrics/metrics.ts";

interface File {
  /** The path of its bytes on disk. */
  diskPath: string;
  /** The encoding of the bytes on disk: the build compresses scripts and styles, see `scripts/compress-files.mjs`. */
  encoding: "br" | "identity";
  headers: Record<string, string>;
  policy: FixedPolicy;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
/** The type of any other file. */
const OTHER_TYPE = "application/octet-stream";

/** Scripts of other sites may read images, as they may those of the API. */
const FOR_EVERYONE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

export type Files = ReturnType<typeof createFiles>;

/**
 * The site's static files: scripts, styles, fonts and images.
 * @param root The folder of the project, built.
 * @param responses Keeps those that were read.
 */
export function createFiles(
  root: string,
  responses: Pick<Responses, "find" | "add" | "version">,
  hits: HitCounter,
) {
  // Their names contain a digest of their content, so they never change.
  const built = filesIn(path.join(root, ".next", "static"), "/_next/static", () => "immutable");
  const files = new Map([
    ...built,
    ...filesIn(path.join(root, "public"), "", (name) =>
      name.startsWith("/fonts/") ? "month" : "day",
    ),
  ]);

  /** The file at a path, ready to send; undefined when there is none. */
  const find = async (pathname: string): Promise<CachedResponse | undefined> => {
    const kept = responses.find(pathname);
    const file = files.get(pathname);
    if (kept !== undefined || file === undefined) return kept;
    const { diskPath, encoding, headers, policy } = file;
    const onDisk = await Promise.all([readFile(diskPath), stat(diskPath)]).catch(() => undefined);
    if (onDisk === undefined) return undefined;
    const [bytes, { mtimeMs }] = onDisk;
    const validators = {
      etag: `W/${entityTag(bytes.toString("latin1"))}`,
      // A file from an image or an archive may be dated later than this machine's clock (RFC 9110, 8.8.2.1).
      "last-modified": httpDate(Math.min(mtimeMs, Date.now())),
    };
    const caching = cachingOfPage(policy, Infinity);
    const content = { status: 200, headers: { ...headers, ...validators }, bytes, caching };
    const read: CachedResponse = {
      ...cachedBytes(content, encoding),
      onHit: (outcome) => void (hits[outcome] += 1),
    };
    responses.add(pathname, read, responses.version);
    return read;
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
  policyOf: (pathname: string) => FixedPolicy,
): [string, File][] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const all = new Set(names);
  return names.flatMap((name): [string, File][] => {
    // This one is sent as the file that it is the compressed form of.
    if (name.endsWith(".br") && all.has(name.slice(0, -".br".length))) return [];
    const type = TYPES[path.extname(name)] ?? OTHER_TYPE;
    const isPacked = all.has(`${name}.br`);
    const pathname = `${prefix}/${name.split(path.sep).join("/")}`;
    const headers = {
      "content-type": type,
      "x-content-type-options": "nosniff",
      ...(type.startsWith("image/") && FOR_EVERYONE),
      ...(isPacked && { vary: "Accept-Encoding" }),
    };
    const diskPath = path.join(folder, isPacked ? `${name}.br` : name);
    const encoding = isPacked ? "br" : "identity";
    return [[pathname, { diskPath, encoding, headers, policy: policyOf(pathname) }]];
  });
}
