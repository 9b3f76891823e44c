import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesTag } from "../lib/http/caching.ts";
import type { FinishedResponse } from "../lib/http/finished.ts";
import type { Reply } from "../lib/http/reply.ts";
import { canEndWithText, endWith, prepareText, type PreparedText } from "./prepared.ts";

const IF_NONE_MATCH = "if-none-match";

/** Distinguishes the ids of different processes. */
const processId = randomBytes(6).toString("hex");
let requests = 0;

/** Writes a reply that a handler made. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

export interface FinishedWriter {
  /** Writes a cached response, or only a 304 or the headers when the request calls for it. */
  write(request: IncomingMessage, response: ServerResponse, finished: FinishedResponse): void;
  /** Writes a response that a handler has just made. */
  writeFirst(response: ServerResponse, finished: FinishedResponse): void;
}

/** The prepared texts of a response: complete, headers only, 304. */
type Texts = [PreparedText | undefined, PreparedText | undefined, PreparedText | undefined];
const WHOLE = 0;
const HEAD_ALONE = 1;
const UNCHANGED = 2;

/** Writes cached responses; `keepAliveMs` is how long the server keeps an idle connection open. */
export function createFinishedWriter(keepAliveMs: number): FinishedWriter {
  const prepared = new WeakMap<FinishedResponse, Texts>();
  const currentDate = createDateText();

  const textOf = (finished: FinishedResponse, form: 0 | 1 | 2): PreparedText => {
    let texts = prepared.get(finished);
    if (texts === undefined) prepared.set(finished, (texts = [undefined, undefined, undefined]));
    const date = currentDate();
    const known = texts[form];
    if (known?.date === date && known.cacheControl === finished.head[1]) return known;
    const unchanged = form === UNCHANGED;
    const parts = {
      status: unchanged ? 304 : finished.status,
      head: unchanged ? finished.notModifiedHead : finished.head,
      body: form === WHOLE ? finished.body : "",
    };
    return (texts[form] = prepareText(parts, keepAliveMs, date));
  };

  const writeAs = (response: ServerResponse, finished: FinishedResponse, form: 0 | 1 | 2) => {
    const status = form === UNCHANGED ? 304 : finished.status;
    const id = `${processId}-${(requests += 1).toString(36)}`;
    if (canEndWithText && response.shouldKeepAlive) {
      response.statusCode = status;
      return endWith(response, textOf(finished, form), id);
    }
    const head = form === UNCHANGED ? finished.notModifiedHead : finished.head;
    head[head.length - 1] = id;
    response.writeHead(status, head);
    if (form === WHOLE) response.end(finished.body, "latin1");
    else response.end();
  };

  return {
    write(request, response, finished) {
      const unchanged = isUnchanged(request, finished);
      finished.onHit?.(unchanged);
      const whole = request.method === "HEAD" ? HEAD_ALONE : WHOLE;
      writeAs(response, finished, unchanged ? UNCHANGED : whole);
    },
    writeFirst: (response, finished) => writeAs(response, finished, WHOLE),
  };
}

function isUnchanged({ rawHeaders }: IncomingMessage, { status, tag }: FinishedResponse): boolean {
  const ifNoneMatch = valueOf(rawHeaders);
  if (ifNoneMatch === undefined || status !== 200 || tag === undefined) return false;
  return matchesTag(ifNoneMatch, tag);
}

/** `If-None-Match` from the raw list: reading `headers` would build an object of all of them. */
function valueOf(rawHeaders: readonly string[]): string | undefined {
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
