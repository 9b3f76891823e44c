import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import {
  headersOf,
  variantIn,
  type CachedBytes,
  type CachedResponse,
  type CachedText,
  type ResponseHeaders,
  type Variant,
} from "../lib/http/cached-response.ts";
import { chooseEncoding, type Encoding } from "../lib/http/encodings.ts";
import { outcomeOf, type Outcome } from "../lib/http/preconditions.ts";
import { hasLength, preconditionFailed, refusalReply, type Reply } from "../lib/http/reply.ts";

/** Distinguishes the ids of different processes. */
const processId = randomBytes(6).toString("hex");
let requests = 0;

/** Writes a reply that a handler made. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

const WHOLE = 0;
const HEAD_ALONE = 1;
const UNCHANGED = 2;
type Form = typeof WHOLE | typeof HEAD_ALONE | typeof UNCHANGED;

export type Writer = ReturnType<typeof createWriter>;

/** Writes cached responses; `keepAliveMs` is how long the server keeps an idle connection open. */
export function createWriter(keepAliveMs: number) {
  const keepAlive = `timeout=${Math.floor(keepAliveMs / 1_000)}`;
  /** Of each kind of response; they are the same for a second. */
  const prepared = new WeakMap<ResponseHeaders, PreparedLines>();
  const currentDate = createDateText();

  const linesOf = (headers: ResponseHeaders, unchanged: boolean): string => {
    const date = currentDate();
    let known = prepared.get(headers);
    if (known?.date !== date) {
      const common = { date, connection: "keep-alive", "keep-alive": keepAlive };
      const whole = linesFor(headers.status, { ...headers.whole, ...common });
      known = { date, whole, unchanged: linesFor(304, { ...headers.unchanged, ...common }) };
      prepared.set(headers, known);
    }
    return unchanged ? known.unchanged : known.whole;
  };

  const writeAs = (response: ServerResponse, cached: CachedText, form: Form) => {
    const id = `${processId}-${(requests += 1).toString(36)}`;
    const unchanged = form === UNCHANGED;
    const { headers, cacheControl, tag, lastModified, body } = cached;
    const status = unchanged ? 304 : cached.status;
    const sent = form === WHOLE ? body : "";
    if (!canEndWithText || !response.shouldKeepAlive) {
      const all = { ...headersOf(cached, unchanged), "x-request-id": id };
      return response.writeHead(status, all).end(sent, "latin1");
    }
    const length = hasLength(status) ? `content-length: ${body.length}\r\n` : "";
    const ofTag = tag === undefined ? "" : `etag: ${tag}\r\n`;
    const hasDate = lastModified !== undefined && !unchanged;
    const ofDate = hasDate ? `last-modified: ${lastModified}\r\n` : "";
    const own = `${ofTag}${ofDate}${length}cache-control: ${cacheControl}\r\nx-request-id: ${id}\r\n\r\n`;
    return endWith(response, status, linesOf(headers, unchanged) + own + sent);
  };

  /** Writes it as a whole, or what the request calls for: the headers alone, a 304 or a 412. */
  const writeFor = (
    request: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    outcome: Outcome,
  ): void | Promise<void> => {
    if (outcome === "failed") return writeReply(response, refusalReply(preconditionFailed()));
    const unchanged = outcome === "unchanged";
    if (cached.kind === "bytes") return writeEncoded(request, response, cached, unchanged);
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
      const outcome = outcomeOf(request.headers, cached);
      cached.onHit?.(outcome);
      return writeFor(request, response, cached, outcome);
    },
    /** Writes a response that has just been made. */
    writeFirst(
      request: IncomingMessage,
      response: ServerResponse,
      cached: CachedResponse,
    ): void | Promise<void> {
      return writeFor(request, response, cached, outcomeOf(request.headers, cached));
    },
  };
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
  cached: CachedBytes,
  unchanged: boolean,
): void | Promise<void> {
  if (unchanged) return void response.writeHead(304, headersOf(cached, true)).end();
  const encoding = encodings.memo(headers["accept-encoding"] ?? "");
  const variant = variantIn(cached, encoding);
  // Node omits the body for HEAD.
  const send = ({ headers: all, bytes }: Variant) =>
    void response.writeHead(cached.status, all).end(bytes);
  return variant instanceof Promise ? variant.then(send) : send(variant);
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
 * The headers that many responses have in common, as lines for the socket. `writeHead` checks every header again for
 * each response; this does it once a second for all of them.
 */
interface PreparedLines {
  /** When it changes, they are out of date. */
  date: string;
  /** The first line of the response, and those of the headers. */
  whole: string;
  unchanged: string;
}

function linesFor(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
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
function endWith(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  (response as unknown as ResponseParts)._header = text;
  response.end();
}

/** Whether this Node writes `_header` as `endWith` needs it. All do, but it is not documented. */
export const canEndWithText: boolean = tryIt();

function tryIt(): boolean {
  try {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    endWith(response, 200, "abc");
    const { outputData } = response as unknown as ResponseParts;
    return outputData.length === 1 && outputData[0]?.data === "abc";
  } catch {
    return false;
  }
}
