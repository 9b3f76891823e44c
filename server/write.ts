import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import {
  isNotModified,
  variantIn,
  type CachedResponse,
  type EncodedBody,
  type Variant,
} from "../lib/http/cached-response.ts";
import { chooseEncoding, type Encoding } from "../lib/http/encodings.ts";
import type { Reply } from "../lib/http/reply.ts";

const IF_NONE_MATCH = "if-none-match";

/** Distinguishes the ids of different processes. */
const processId = randomBytes(6).toString("hex");
let requests = 0;

/** Writes a reply that a handler made. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

/** A response with its body as text. */
type CachedText = CachedResponse & { body: string };

const WHOLE = 0;
const HEAD_ALONE = 1;
const UNCHANGED = 2;
type Form = typeof WHOLE | typeof HEAD_ALONE | typeof UNCHANGED;

export type Writer = ReturnType<typeof createWriter>;

/** Writes cached responses; `keepAliveMs` is how long the server keeps an idle connection open. */
export function createWriter(keepAliveMs: number) {
  const keepAlive = `timeout=${Math.floor(keepAliveMs / 1_000)}`;
  /** By form. */
  const prepared = new WeakMap<CachedText, (PreparedText | undefined)[]>();
  const currentDate = createDateText();

  const textOf = (cached: CachedText, form: Form): PreparedText => {
    let texts = prepared.get(cached);
    if (texts === undefined) prepared.set(cached, (texts = [undefined, undefined, undefined]));
    const date = currentDate();
    const known = texts[form];
    if (known?.date === date && known.cacheControl === cached.head[1]) return known;
    return (texts[form] = prepareText(partsIn(cached, form), keepAlive, date));
  };

  const writeAs = (response: ServerResponse, cached: CachedText, form: Form) => {
    const id = `${processId}-${(requests += 1).toString(36)}`;
    if (canEndWithText && response.shouldKeepAlive) {
      return endWith(response, textOf(cached, form), id);
    }
    const { status, head, body } = partsIn(cached, form);
    head[head.length - 1] = id;
    response.writeHead(status, head).end(body, "latin1");
  };

  /** Writes it as a whole, or only a 304 or the headers when the request calls for it. */
  const writeFor = (
    request: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    unchanged: boolean,
  ): void | Promise<void> => {
    if (!isText(cached)) return writeEncoded(request, response, cached, unchanged);
    const whole = request.method === "HEAD" ? HEAD_ALONE : WHOLE;
    writeAs(response, cached, unchanged ? UNCHANGED : whole);
  };

  return {
    /** Writes a response from memory. The promise is of one that is not there in this encoding. */
    write(
      request: IncomingMessage,
      response: ServerResponse,
      cached: CachedResponse,
    ): void | Promise<void> {
      const unchanged = isNotModified(ifNoneMatchOf(request), cached);
      cached.onHit?.(unchanged);
      return writeFor(request, response, cached, unchanged);
    },
    /** Writes a response that has just been made. */
    writeFirst(
      request: IncomingMessage,
      response: ServerResponse,
      cached: CachedResponse,
    ): void | Promise<void> {
      // The API has seen to it itself.
      const unchanged = !isText(cached) && isNotModified(ifNoneMatchOf(request), cached);
      return writeFor(request, response, cached, unchanged);
    },
  };
}

function isText(cached: CachedResponse): cached is CachedText {
  return typeof cached.body === "string";
}

/** Browsers send few different `Accept-Encoding` headers. */
const encodings = new LRUCache<string, Encoding>({
  max: 64,
  memoMethod: (accepted) => chooseEncoding(accepted),
});

/** Writes a page or a file in the encoding that the client accepts. */
function writeEncoded(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  unchanged: boolean,
): void | Promise<void> {
  if (unchanged) return void response.writeHead(304, cached.notModifiedHead).end();
  const encoding = encodings.memo(headers["accept-encoding"] ?? "");
  const variant = variantIn(cached as CachedResponse & { body: EncodedBody }, encoding);
  // Node omits the body for HEAD.
  const send = ({ head, bytes }: Variant) =>
    void response.writeHead(cached.status, head).end(bytes);
  return variant instanceof Promise ? variant.then(send) : send(variant);
}

interface Parts {
  status: number;
  /** Alternating names and values, `cache-control` first and `x-request-id` last. */
  head: string[];
  body: string;
}

function partsIn({ status, head, notModifiedHead, body }: CachedText, form: Form): Parts {
  if (form === UNCHANGED) return { status: 304, head: notModifiedHead, body: "" };
  return { status, head, body: form === WHOLE ? body : "" };
}

/** `If-None-Match` from the raw list: reading `headers` would build an object of all of them. */
function ifNoneMatchOf({ rawHeaders }: IncomingMessage): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === IF_NONE_MATCH.length && name.toLowerCase() === IF_NONE_MATCH) {
      return rawHeaders[at + 1];
    }
  }
  return undefined;
}

/** The value of the `Date` header, formatted once a second. */
function createDateText(): () => string {
  let text = "";
  let second = -1;
  return () => {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1_000).toUTCString();
    }
    return text;
  };
}

/**
 * A response as one text for the socket. `writeHead` checks every header again for each response; this
 * does it once a second.
 */
interface PreparedText {
  status: number;
  /** When this or `date` changes, the text is out of date. */
  cacheControl: string | undefined;
  date: string;
  /** The head up to the value of `x-request-id`, the last header. */
  beforeId: string;
  /** The empty line and the body. */
  afterId: string;
}

function prepareText({ status, head, body }: Parts, keepAlive: string, date: string): PreparedText {
  let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < head.length - 2; at += 2) lines += `${head[at]}: ${head[at + 1]}\r\n`;
  lines += `date: ${date}\r\nconnection: keep-alive\r\nkeep-alive: ${keepAlive}\r\n`;
  const beforeId = `${lines}${head.at(-2)}: `;
  return { status, cacheControl: head[1], date, beforeId, afterId: `\r\n\r\n${body}` };
}

/** The internals of a Node response that are used here. */
interface ResponseParts {
  /** The head, written before anything else. */
  _header: string | null;
  outputData: { data: unknown }[];
}

/**
 * Ends a response with a prepared text in one write. Node writes `_header` unchanged, in Latin-1, before
 * the body; here it contains both. Node's own bookkeeping (pipelining, keep-alive, slow clients) still
 * works. Only for connections that stay open.
 */
function endWith(
  response: ServerResponse,
  { status, beforeId, afterId }: Pick<PreparedText, "status" | "beforeId" | "afterId">,
  id: string,
): void {
  response.statusCode = status;
  (response as unknown as ResponseParts)._header = beforeId + id + afterId;
  response.end();
}

/** Whether this Node writes `_header` as `endWith` needs it. All do, but it is not documented. */
export const canEndWithText: boolean = tryIt();

function tryIt(): boolean {
  try {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    endWith(response, { status: 200, beforeId: "a", afterId: "c" }, "b");
    const { outputData } = response as unknown as ResponseParts;
    return outputData.length === 1 && outputData[0]?.data === "abc";
  } catch {
    return false;
  }
}
