import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { cacheControlOf, type Caching } from "../freshness.ts";
import type { Encoding } from "./encodings.ts";
import {
  commonHeaders,
  hasLength,
  preconditionFailed,
  preconditionOutcome,
  refusalReply,
  withState,
  type CompleteReply,
  type Outcome,
} from "./reply.ts";
import type { ApiRequest } from "./request.ts";

export type { CompleteReply } from "./reply.ts";

/** A response in memory, which only has to be written: of the API, or a page or a file. */
export type CachedResponse = CachedText | CachedBytes;

interface Cached {
  status: number;
  /** Its headers, but for those below. */
  headers: ResponseHeaders;
  /** Counted down while it is kept. */
  cacheControl: string;
  /** Its entity tag. */
  tag: string | undefined;
  /** When its content changed last, where that is known, as the header says it. */
  lastModified: string | undefined;
  caching: Caching;
  /** Called each time it is sent again. */
  onHit: ((outcome: Outcome) => void) | undefined;
  /** Identifies its content, if it may be renewed without being made again. */
  version?: string | undefined;
  /** Bytes in memory, as `lib/process/memory.test.ts` measures them. */
  size: number;
}

/** A response of the API. Those with the same headers share them. */
export interface CachedText extends Cached {
  kind: "text";
  /** One character for each byte, to be written with the head in one piece. */
  body: string;
}

/** A page or a file. */
export interface CachedBytes extends Cached {
  kind: "bytes";
  /** The body in its encodings. */
  body: EncodedBody;
}

/** The headers that several responses have in common, of the whole response and of a 304. */
export interface ResponseHeaders {
  whole: RawHeaders;
  /** Without those of the body. */
  unchanged: RawHeaders;
}
type Headers = Readonly<Record<string, string>>;
/** Names and values in turn, as `writeHead` takes them in the least time. */
type RawHeaders = readonly string[];

/**
 * A body by encoding. A text is kept in Brotli, a fifth of its size, and in gzip once that is requested; as
 * plain text only while a client reads it, since decompressing takes 0.1 ms, and 2 ms for the largest script.
 */
export type EncodedBody = Map<Encoding, Variant | Promise<Variant> | WeakRef<Variant>>;

/** The bytes of a body in one encoding, and all headers for them. */
export interface Variant {
  headers: Headers;
  bytes: Buffer;
}

/** Bytes in memory of a response besides its texts: objects, and its places in the store and in the index of tags. */
const OVERHEAD = 600;
const OVERHEAD_OF_TAG = 550;
const OVERHEAD_OF_BYTES = 2_048;

/** These headers differ from response to response. */
const INDIVIDUAL = new Set([
  "cache-control",
  "content-length",
  "etag",
  "last-modified",
  "x-request-id",
]);
/** A 304 does not have these headers. */
const BODY_HEADERS = new Set(["content-type", "content-length", "content-encoding"]);
/** There are fewer kinds of responses, apart from those whose headers name a player. */
const MOST_SHARED = 512;
const sharedHeaders = new LRUCache<string, ResponseHeaders>({ max: MOST_SHARED });

/** A reply of the API, with its own headers alone, as it is kept: to be written with its head as one text. */
export function cachedText(
  { status, headers, body, caching, onHit }: CompleteReply,
  staleSeconds: number,
): CachedText {
  let kind = `${status} ${caching.state}\n`;
  for (const name in headers) if (!INDIVIDUAL.has(name)) kind += `${name}: ${headers[name]}\n`;
  const prepared = sharedHeaders.get(kind);
  const shared = prepared ?? headersInCommon(commonHeaders("", withState(headers, caching)));
  if (prepared === undefined) sharedHeaders.set(kind, shared);
  const characters = latin1Of(body ?? "");
  const ownHeaders = prepared === undefined ? 4 * JSON.stringify(shared.whole).length : 0;
  return {
    kind: "text",
    status,
    headers: shared,
    cacheControl: cacheControlOf(caching, staleSeconds),
    tag: headers["etag"],
    lastModified: headers["last-modified"],
    body: characters,
    caching,
    onHit,
    size: OVERHEAD + OVERHEAD_OF_TAG * caching.tags.length + characters.length + ownHeaders,
  };
}

function headersInCommon(headers: Headers): ResponseHeaders {
  const whole = Object.entries(headers).filter(([name]) => !INDIVIDUAL.has(name));
  const unchanged = whole.filter(([name]) => !BODY_HEADERS.has(name));
  return { whole: whole.flat(), unchanged: unchanged.flat() };
}

/**
 * The headers of a response, of the whole of it or of a 304; without those of an encoding and the id of the request.
 */
export function rawHeadersOf(cached: CachedResponse, unchanged: boolean): string[] {
  const { kind, status, headers, cacheControl, tag, lastModified, body } = cached;
  const raw = [...(unchanged ? headers.unchanged : headers.whole), "cache-control", cacheControl];
  if (tag !== undefined) raw.push("etag", tag);
  if (unchanged) return raw;
  if (lastModified !== undefined) raw.push("last-modified", lastModified);
  if (kind === "text" && hasLength(status)) raw.push("content-length", String(body.length));
  return raw;
}

/** The same headers by name. */
export function headersOf(cached: CachedResponse, unchanged = false): Record<string, string> {
  const raw = rawHeadersOf(cached, unchanged);
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) headers[raw[at] ?? ""] = raw[at + 1] ?? "";
  return headers;
}

function latin1Of(body: string | Uint8Array): string {
  if (typeof body === "string") return Buffer.from(body).toString("latin1");
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}

/** A page or a file as it is kept; a text in Brotli. `headers` are without those of the encoding. */
export function cachedBytes(
  {
    status,
    headers,
    bytes,
    caching,
  }: Pick<Cached, "status" | "caching"> & { headers: Headers; bytes: Buffer },
  encoding: "br" | "identity",
): CachedBytes {
  const cached: CachedBytes = {
    kind: "bytes",
    status,
    headers: headersInCommon(headers),
    cacheControl: cacheControlOf(caching, 0),
    tag: headers["etag"],
    lastModified: headers["last-modified"],
    body: new Map(),
    caching,
    onHit: undefined,
    size: Math.ceil(bytes.length * (encoding === "br" ? 2.2 : 1)) + OVERHEAD_OF_BYTES,
  };
  cached.body.set(encoding, variantOf(cached, encoding, bytes));
  return cached;
}

function variantOf(cached: CachedBytes, encoding: Encoding, bytes: Buffer): Variant {
  const headers = {
    ...headersOf(cached),
    ...(encoding !== "identity" && { "content-encoding": encoding }),
    "content-length": String(bytes.length),
  };
  return { headers, bytes };
}

const compress = promisify(gzip);
const decompress = promisify(brotliDecompress);

/** The body of a response in an encoding, made once for all who wait; `identity` for what has one form. */
export function variantIn(cached: CachedBytes, encoding: Encoding): Variant | Promise<Variant> {
  const { body } = cached;
  const wanted = body.has("br") ? encoding : "identity";
  const encoded = body.get(wanted);
  const kept = encoded instanceof WeakRef ? encoded.deref() : encoded;
  if (kept !== undefined) return kept;
  const making = (async () => {
    const packed = await body.get("br");
    if (packed === undefined || packed instanceof WeakRef) throw new Error("It is not a text.");
    const plain = await decompress(packed.bytes);
    const isPlain = wanted === "identity";
    const variant = variantOf(cached, wanted, isPlain ? plain : await compress(plain));
    body.set(wanted, isPlain ? new WeakRef(variant) : variant);
    return variant;
  })();
  body.set(wanted, making);
  making.catch(() => body.delete(wanted));
  return making;
}

/** A cached response of the API as a reply to a request: whole, without the body for HEAD, or as a 304. */
export function replyFromCached(cached: CachedText, request: ApiRequest): CompleteReply {
  const outcome = preconditionOutcome(request.preconditions, cached);
  if (outcome === "failed") return refusalReply(preconditionFailed());
  const unchanged = outcome === "unchanged";
  const { caching, onHit } = cached;
  const headers = { ...headersOf(cached, unchanged), "x-request-id": randomUUID() };
  const withBody = !unchanged && request.method !== "HEAD";
  const body = withBody ? Buffer.from(cached.body, "latin1") : null;
  return { status: unchanged ? 304 : cached.status, headers, body, caching, onHit };
}
