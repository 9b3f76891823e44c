import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { entityTag, matchesTag } from "../lib/http/caching.ts";
import { chooseEncoding, type Encoding } from "../lib/http/encodings.ts";
import { NO_STORE } from "../lib/http/reply.ts";
import { POLICY_HEADER } from "../lib/i18n/routing.ts";
import { PAGE_HEADERS, sealPage, withoutNonce } from "../lib/site/content-policy.ts";
import type { Page } from "../lib/site/page-at.ts";
import type { Rendered } from "./renderer.ts";

/** A page or a file as bytes with its response headers, the same for every visitor. */
export interface FinishedPage {
  status: number;
  headers: Record<string, string>;
  /** Undefined for a failure, which must not be cached. */
  tag: string | undefined;
  /**
   * Its bytes by encoding. A text is kept in Brotli, a fifth of its size, and in gzip once that is
   * requested; as plain text only while a client reads it, since decompressing takes 0.1 ms, and 2 ms for the
   * largest script.
   */
  bodies: Map<Encoding, Body | Promise<Body> | WeakRef<Body>>;
  /** Approximate bytes in memory. */
  size: number;
}

/** The bytes of a page in one encoding, and its headers as alternating names and values. */
interface Body {
  bytes: Buffer;
  head: string[];
}

/**
 * Browsers revalidate a page each time, so a refreshed player is visible on the next load. Proxies may
 * serve it for a short time, and while the service fails; an old page still finds its scripts.
 */
const STATIC = "public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=86400";
const PLAYER = "public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=86400";
const LIVE = "public, max-age=0, s-maxage=2";

/** What Next sends for icons, robots.txt and the sitemap, so that proxies would not cache them. */
const OF_NEXT = "public, max-age=0, must-revalidate";

/** Headers of Next's response that are sent on. The others are internal to Next. */
const PASSED_ON = new Set([
  "content-type",
  "link",
  "access-control-allow-origin",
  "cross-origin-resource-policy",
]);
/** A fast level, within a few percent of the smallest size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const decompress = promisify(brotliDecompress);

/**
 * Makes a rendered page ready to send.
 * @param rendered The page, and the nonce that it was rendered with.
 * @param status The status of the page's content; Next itself cannot set one.
 * @param retryAfter Seconds until a retry, for failures.
 */
export async function finishPage(
  kind: Page["kind"],
  { status: renderedStatus, headers, body: bytes, nonce }: Rendered & { nonce: string },
  status = renderedStatus,
  retryAfter?: string,
): Promise<FinishedPage> {
  const type = headers["content-type"] ?? "";
  const isHtml = type.startsWith("text/html");
  const rendered = Buffer.from(bytes.buffer);
  const sealed = isHtml ? sealPage(rendered.toString(), nonce) : undefined;
  const body = sealed === undefined ? rendered : Buffer.from(sealed.html);
  const finalStatus = renderedStatus >= 500 ? renderedStatus : status;
  const said = headers["cache-control"];
  const isCacheable = finalStatus < 500 && said !== NO_STORE;
  const ours =
    kind === "live" ? LIVE : kind === "player" || kind === "impossible" ? PLAYER : STATIC;
  const lifetime = isHtml || said === undefined || said === OF_NEXT ? ours : said;
  const passed = Object.entries(headers)
    .filter(([name]) => PASSED_ON.has(name))
    .map(([name, value]) => [name, withoutNonce(value, nonce)]);
  const tag = isCacheable ? `W/${entityTag(body.toString("latin1"))}` : undefined;
  const isText = /^(?:text\/|image\/svg|application\/(?:[\w.+-]*json|xml))/.test(type);
  const ownHeaders: Record<string, string> = {
    ...Object.fromEntries(passed),
    "cache-control": isCacheable ? lifetime : NO_STORE,
    ...PAGE_HEADERS,
    ...(sealed && { [POLICY_HEADER]: sealed.policy }),
    ...(isText && { vary: "Accept-Encoding" }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    ...(tag !== undefined && { etag: tag }),
  };
  if (!isText) return keep(finalStatus, ownHeaders, "identity", body);
  return keep(finalStatus, ownHeaders, "br", await compress.br(body, BROTLI));
}

/** A response that is the same for every visitor, as it is kept: a text in Brotli. */
export function keep(
  status: number,
  headers: Record<string, string>,
  encoding: "br" | "identity",
  bytes: Buffer,
): FinishedPage {
  return {
    status,
    headers,
    tag: headers["etag"],
    bodies: new Map([[encoding, bodyOf(headers, encoding, bytes)]]),
    size: Math.ceil(bytes.length * (encoding === "br" ? 2.2 : 1)) + 2_048,
  };
}

function bodyOf(headers: Record<string, string>, encoding: Encoding, bytes: Buffer): Body {
  const head = Object.entries(headers).flat();
  if (encoding !== "identity") head.push("content-encoding", encoding);
  head.push("content-length", String(bytes.length));
  return { bytes, head };
}

/** Browsers send few different `Accept-Encoding` headers. */
const encodings = new LRUCache<string, Encoding>({
  max: 64,
  memoMethod: (accepted) => chooseEncoding(accepted),
});

/** Writes a page, a 304 or only the headers, in the encoding that the client accepts. */
export function writePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: FinishedPage,
): void | Promise<void> {
  const { "if-none-match": ifNoneMatch, "accept-encoding": accepted = "" } = request.headers;
  if (page.status === 200 && page.tag !== undefined && matchesTag(ifNoneMatch, page.tag)) {
    const { "content-type": _, ...headers } = page.headers;
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = page.bodies.has("br") ? encodings.memo(accepted) : "identity";
  const kept = page.bodies.get(encoding);
  const body = (kept instanceof WeakRef ? kept.deref() : kept) ?? makeBody(page, encoding);
  // Node omits the body for HEAD.
  const write = ({ head, bytes }: Body) => void response.writeHead(page.status, head).end(bytes);
  return body instanceof Promise ? body.then(write) : write(body);
}

/** Makes the body in another encoding than the one that the page is kept in, once for all who wait. */
function makeBody({ bodies, headers }: FinishedPage, encoding: Encoding): Promise<Body> {
  const making = (async () => {
    const packed = await bodies.get("br");
    if (packed === undefined || packed instanceof WeakRef)
      throw new Error("The page is not a text.");
    const plain = await decompress(packed.bytes);
    const isPlain = encoding === "identity";
    const body = bodyOf(headers, encoding, isPlain ? plain : await compress.gzip(plain));
    bodies.set(encoding, isPlain ? new WeakRef(body) : body);
    return body;
  })();
  bodies.set(encoding, making);
  making.catch(() => bodies.delete(encoding));
  return making;
}
