import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { entityTag, IMMUTABLE, matchesTag } from "../lib/http/caching.ts";
import { chooseEncoding, type Encoding } from "../lib/http/encodings.ts";

/** The files of the site: scripts, styles, fonts and pictures that the build made or copied. */
export interface Files {
  /** Writes a file; false when there is none at this path. */
  serve(
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean | Promise<true>;
}

interface File {
  /** Its place on disk. */
  place: string;
  type: string;
  cacheControl: string;
  /** Encodings that the build made of it, each in a file beside it. */
  encodings: ReadonlySet<string>;
}

const BYTES_KEPT = 32 * 1024 * 1024;
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

/** How the build's compressed copies are called; see `scripts/compress.mjs`. */
const SUFFIXES = { br: ".br", gzip: ".gz" } as const;

/** @param root The folder of the project, built. */
export function createFiles(root: string): Files {
  const files = new Map([
    // Their names have a digest of their content: they never change.
    ...filesIn(path.join(root, ".next", "static"), "/_next/static", () => IMMUTABLE),
    ...filesIn(path.join(root, "public"), "", (name) => (name.startsWith("/fonts/") ? MONTH : DAY)),
  ]);
  const contents = new LRUCache<string, Buffer>({
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ length }) => length + 1,
  });

  return {
    serve(pathname, request, response) {
      const file = files.get(pathname);
      if (file === undefined) return false;
      const accepted = request.headers["accept-encoding"];
      const wanted = file.encodings.size > 0 ? chooseEncoding(accepted) : "identity";
      const encoding = file.encodings.has(wanted) ? wanted : "identity";
      const place = encoding === "identity" ? file.place : file.place + SUFFIXES[encoding];
      const known = contents.get(place);
      if (known !== undefined) {
        write(request, response, file, encoding, known);
        return true;
      }
      return readFile(place).then((content) => {
        contents.set(place, content);
        write(request, response, file, encoding, content);
        return true;
      });
    },
  };
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { place, type, cacheControl, encodings }: File,
  encoding: Encoding,
  content: Buffer,
): void {
  const headers: Record<string, string | number> = {
    "cache-control": cacheControl,
    etag: entityTag(encoding, place, String(content.length)),
    "x-content-type-options": "nosniff",
  };
  if (encodings.size > 0) headers["vary"] = "Accept-Encoding";
  if (matchesTag(request.headers["if-none-match"], String(headers["etag"]))) {
    response.writeHead(304, headers).end();
    return;
  }
  headers["content-type"] = type;
  headers["content-length"] = content.length;
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  response.writeHead(200, headers).end(content);
}

/** The files below a folder, by the path under which they are served. */
function filesIn(
  folder: string,
  prefix: string,
  cacheControlOf: (pathname: string) => string,
): [string, File][] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    name.split(path.sep).join("/"),
  );
  const all = new Set(names);
  return names.flatMap((name): [string, File][] => {
    const type = TYPES[path.posix.extname(name)];
    if (type === undefined) return [];
    const encodings = Object.entries(SUFFIXES).filter(([, suffix]) => all.has(name + suffix));
    const pathname = `${prefix}/${name}`;
    const file = {
      place: path.join(folder, name),
      type,
      cacheControl: cacheControlOf(pathname),
      encodings: new Set(encodings.map(([encoding]) => encoding)),
    };
    return [[pathname, file]];
  });
}
