import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { listOf } from "../contract/headers.ts";
import { cacheControlOf, type Caching } from "../freshness.ts";
import type { Encoding } from "./encodings.ts";
import type { Reply } from "./reply.ts";
import type { ApiRequest } from "./request.ts";

/** A response in memory, which only has to be written. */
export interface CachedResponse {
  status: number;
  /** Its entity tag; undefined for one that is never a 304. */
  tag: string | undefined;
  /**
   * Header names and values in turn, as `writeHead` takes them, `cache-control` first. Of the API's, the
   * last value is the id of the request, to be filled in.
   */
  head: string[];
  /** The same for a 304: without the headers of the body. */
  notModifiedHead: string[];
  /** One character for each byte, to be written with the head in one piece; or the body in its encodings. */
  body: string | EncodedBody;
  caching: Caching;
  /** Called each time it is sent again; `unchanged` is true for a 304. */
  onHit: ((unchanged: boolean) => void) | undefined;
  /** Identifies its content, if it may be renewed without being made again. */
  version?: string | undefined;
  /** Approximate bytes in memory. */
  size: number;
}

/**
 * A body by encoding. A text is kept in Brotli, a fifth of its size, and in gzip once that is requested; as
 * plain text only while a client reads it, since decompressing takes 0.1 ms, and 2 ms for the largest script.
 */
export type EncodedBody = Map<Encoding, Variant | Promise<Variant> | WeakRef<Variant>>;

/** The bytes of a body in one encoding, and the whole head for them. */
export interface Variant {
  head: string[];
  bytes: Buffer;
}

/** Memory of a response besides its texts, in bytes. */
const OVERHEAD = 512;
const OVERHEAD_OF_BYTES = 2_048;

/** A reply of the API as it is kept, to be written with its head as one text. */
export function cachedText({
  status,
  headers,
  body,
  caching,
  onHit,
}: CompleteReply): CachedResponse {
  const cacheControl = headers["cache-control"] ?? "";
  const head = ["cache-control", cacheControl];
  const notModifiedHead = ["cache-control", cacheControl];
  let size = OVERHEAD;
  for (const name in headers) {
    if (name === "cache-control" || name === "x-request-id") continue;
    const value = headers[name] ?? "";
    head.push(name, value);
    if (!OF_BODY.has(name)) notModifiedHead.push(name, value);
    size += 2 * (name.length + value.length);
  }
  head.push("x-request-id", "");
  notModifiedHead.push("x-request-id", "");
  const text = latin1Of(body ?? "");
  size += text.length;
  const tag = headers["etag"];
  return { status, tag, head, notModifiedHead, body: text, caching, onHit, size };
}

/** Headers that a 304 does not have. */
const OF_BODY = new Set(["content-type", "content-length", "content-encoding"]);

function latin1Of(body: string | Uint8Array): string {
  if (typeof body === "string") return Buffer.from(body).toString("latin1");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}

/** A page or a file as it is kept; a text in Brotli. `headers` are without those of the encoding. */
export function cachedBytes(
  {
    status,
    headers: { "content-type": type, ...headers },
    bytes,
    caching,
  }: Pick<CachedResponse, "status" | "caching"> & {
    headers: Record<string, string>;
    bytes: Buffer;
  },
  encoding: "br" | "identity",
): CachedResponse {
  const cacheControl = cacheControlOf(caching, 0);
  const notModifiedHead = Object.entries({ "cache-control": cacheControl, ...headers }).flat();
  const head = type === undefined ? notModifiedHead : [...notModifiedHead, "content-type", type];
  return {
    status,
    tag: headers["etag"],
    head,
    notModifiedHead,
    body: new Map([[encoding, variantOf(head, encoding, bytes)]]),
    caching,
    onHit: undefined,
    size: Math.ceil(bytes.length * (encoding === "br" ? 2.2 : 1)) + OVERHEAD_OF_BYTES,
  };
}

function variantOf(head: readonly string[], encoding: Encoding, bytes: Buffer): Variant {
  const ofEncoding = encoding === "identity" ? [] : ["content-encoding", encoding];
  return { head: [...head, ...ofEncoding, "content-length", String(bytes.length)], bytes };
}

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

/** The body of a response in an encoding, made once for all who wait; `identity` for what has one form. */
export function variantIn(
  { body, head }: CachedResponse & { body: EncodedBody },
  encoding: Encoding,
): Variant | Promise<Variant> {
  const wanted = body.has("br") ? encoding : "identity";
  const kept = body.get(wanted);
  const known = kept instanceof WeakRef ? kept.deref() : kept;
  if (known !== undefined) return known;
  const making = (async () => {
    const packed = await body.get("br");
    if (packed === undefined || packed instanceof WeakRef) throw new Error("It is not a text.");
    const plain = await decompress(packed.bytes);
    const isPlain = wanted === "identity";
    const variant = variantOf(head, wanted, isPlain ? plain : await compress(plain));
    body.set(wanted, isPlain ? new WeakRef(variant) : variant);
    return variant;
  })();
  body.set(wanted, making);
  making.catch(() => body.delete(wanted));
  return making;
}

/** Whether the client has this response already, and gets a 304: the only place that decides it. */
export function isNotModified(
  ifNoneMatch: string | undefined,
  { status, tag }: { status: number; tag: string | undefined },
): boolean {
  if (ifNoneMatch === undefined || status !== 200 || tag === undefined) return false;
  return matchesTag(ifNoneMatch, tag);
}

/**
 * Whether `If-None-Match` names this tag, by the weak comparison of GET (RFC 9110, 13.1.2). `*` never
 * matches: it would first have to be known that the resource exists.
 */
function matchesTag(ifNoneMatch: string, tag: string): boolean {
  // The common case: one tag, exactly as it was sent.
  if (ifNoneMatch === tag) return true;
  const opaque = tag.replace(/^W\//, "");
  return listOf(ifNoneMatch).some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}

/** A reply with all of its headers. */
export interface CompleteReply extends Reply {
  caching: Caching;
  /** The response in memory that it was kept as, which is faster to write. */
  kept?: CachedResponse;
}

/** A cached response of the API as a reply to a request: whole, without the body for HEAD, or as a 304. */
export function replyOf(cached: CachedResponse, request: ApiRequest): CompleteReply {
  const unchanged = isNotModified(request.ifNoneMatch, cached);
  cached.onHit?.(unchanged);
  const { caching, onHit } = cached;
  const pairs = unchanged ? cached.notModifiedHead : cached.head;
  const headers: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ""] = pairs[at + 1] ?? "";
  headers["x-request-id"] = randomUUID();
  const withBody = !unchanged && request.method !== "HEAD" && typeof cached.body === "string";
  const body = withBody ? Buffer.from(cached.body as string, "latin1") : null;
  return { status: unchanged ? 304 : cached.status, headers, body, caching, onHit };
}
