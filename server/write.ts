import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesTag } from "../lib/http/caching.ts";
import type { FinishedAnswer } from "../lib/http/finished.ts";
import type { Reply } from "../lib/http/reply.ts";
import { canEndWithText, endWith, prepareText, type PreparedText } from "./prepared.ts";

const IF_NONE_MATCH = "if-none-match";

/** Ids of one process differ from those of another by this. */
const processId = randomBytes(6).toString("hex");
let requests = 0;

/** Writes a reply that a handler made. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

export interface FinishedWriter {
  /** Writes a finished answer, or a 304 or the head alone when that is what was asked for. */
  write(request: IncomingMessage, response: ServerResponse, answer: FinishedAnswer): void;
  /** Writes the whole of one that a handler has just made. */
  writeFirst(response: ServerResponse, answer: FinishedAnswer): void;
}

/** The prepared texts of one answer: whole, head alone, unchanged. */
type Texts = [PreparedText | undefined, PreparedText | undefined, PreparedText | undefined];
const WHOLE = 0;
const HEAD_ALONE = 1;
const UNCHANGED = 2;

/** Writes finished answers; `keepAliveMs` is how long the server keeps an idle connection. */
export function createFinishedWriter(keepAliveMs: number): FinishedWriter {
  const prepared = new WeakMap<FinishedAnswer, Texts>();
  const currentDate = createDateText();

  const textOf = (answer: FinishedAnswer, form: 0 | 1 | 2): PreparedText => {
    let texts = prepared.get(answer);
    if (texts === undefined) prepared.set(answer, (texts = [undefined, undefined, undefined]));
    const date = currentDate();
    const known = texts[form];
    if (known?.date === date && known.cacheControl === answer.head[1]) return known;
    const unchanged = form === UNCHANGED;
    const parts = {
      status: unchanged ? 304 : answer.status,
      head: unchanged ? answer.notModifiedHead : answer.head,
      body: form === WHOLE ? answer.body : "",
    };
    return (texts[form] = prepareText(parts, keepAliveMs, date));
  };

  const writeAs = (response: ServerResponse, answer: FinishedAnswer, form: 0 | 1 | 2) => {
    const status = form === UNCHANGED ? 304 : answer.status;
    const id = `${processId}-${(requests += 1).toString(36)}`;
    if (canEndWithText && response.shouldKeepAlive) {
      response.statusCode = status;
      return endWith(response, textOf(answer, form), id);
    }
    const head = form === UNCHANGED ? answer.notModifiedHead : answer.head;
    head[head.length - 1] = id;
    response.writeHead(status, head);
    if (form === WHOLE) response.end(answer.body, "latin1");
    else response.end();
  };

  return {
    write(request, response, answer) {
      const unchanged = isUnchanged(request, answer);
      answer.onHit?.(unchanged);
      const whole = request.method === "HEAD" ? HEAD_ALONE : WHOLE;
      writeAs(response, answer, unchanged ? UNCHANGED : whole);
    },
    writeFirst: (response, answer) => writeAs(response, answer, WHOLE),
  };
}

function isUnchanged({ rawHeaders }: IncomingMessage, { status, tag }: FinishedAnswer): boolean {
  const ifNoneMatch = valueOf(rawHeaders);
  if (ifNoneMatch === undefined || status !== 200 || tag === undefined) return false;
  return matchesTag(ifNoneMatch, tag);
}

/** `If-None-Match` from the raw list: asking for `headers` would build an object of all of them. */
function valueOf(rawHeaders: readonly string[]): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === IF_NONE_MATCH.length && name.toLowerCase() === IF_NONE_MATCH) {
      return rawHeaders[at + 1];
    }
  }
  return undefined;
}

/** The value of `Date`, made once a second. */
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
