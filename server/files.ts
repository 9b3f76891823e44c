import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { entityTag, IMMUTABLE, matchesTag } from "../lib/http/caching.ts";
import { chooseEncoding, type Encoding } from "../lib/http/encodings.ts";

interface File {
  /** Its place on disk. */
  place: string;
  type: string;
  cacheControl: string;
  /** Encodings that the build made of it, each in a file beside it. */
  encodings: ReadonlySet<Encoding>;
}

interface Content {
  bytes: Buffer;
  etag: string;
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

/** The suffixes of the build's compressed copies; see `scripts/compress.mjs`. */
const SUFFIXES = { br: ".br", gzip: ".gz", identity: "" } as const;

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
  const contents = new Map<string, Content>();

  const read = async (place: string): Promise<Content> => {
    const bytes = await readFile(place);
    const content = { bytes, etag: entityTag(bytes.toString("latin1")) };
    contents.set(place, content);
    return content;
  };

  // The next build replaces these files while pages of this one still request them.
  const preload = async () => {
    for (const [, { place, encodings }] of built) {
      for (const encoding of ["identity", ...encodings] as const) {
        await read(place + SUFFIXES[encoding]);
      }
    }
  };
  // A file that cannot be read now is read on request.
  preload().catch(() => undefined);

  return {
    /** Writes a file; false when there is none at this path. */
    serve(
      pathname: string,
      request: IncomingMessage,
      response: ServerResponse,
    ): boolean | Promise<boolean> {
      const file = files.get(pathname);
      if (file === undefined) return false;
      const accepted = request.headers["accept-encoding"];
      const wanted = file.encodings.size > 0 ? chooseEncoding(accepted) : "identity";
      const encoding = file.encodings.has(wanted) ? wanted : "identity";
      const place = file.place + SUFFIXES[encoding];
      const known = contents.get(place);
      if (known !== undefined) {
        write(request, response, file, encoding, known);
        return true;
      }
      return read(place).then(
        (content) => {
          write(request, response, file, encoding, content);
          return true;
        },
        () => false,
      );
    },
  };
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { type, cacheControl, encodings }: File,
  encoding: Encoding,
  { bytes, etag }: Content,
): void {
  const headers: Record<string, string | number> = {
    "cache-control": cacheControl,
    etag,
    "x-content-type-options": "nosniff",
  };
  if (encodings.size > 0) headers["vary"] = "Accept-Encoding";
  if (matchesTag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  headers["content-type"] = type;
  headers["content-length"] = bytes.length;
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  response.writeHead(200, headers).end(bytes);
}

/** The files in a folder, by the path under which they are served. */
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
    const encodings = (["br", "gzip"] as const).filter((one) => all.has(name + SUFFIXES[one]));
    const pathname = `${prefix}/${name}`;
    const file = {
      place: path.join(folder, name),
      type,
      cacheControl: cacheControlOf(pathname),
      encodings: new Set(encodings),
    };
    return [[pathname, file]];
  });
}
