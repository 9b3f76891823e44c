import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesTag } from "../lib/http/caching.ts";
import type { FinishedAnswer } from "../lib/http/finished.ts";
import type { Reply } from "../lib/http/reply.ts";

const IF_NONE_MATCH = "if-none-match";

/** Ids of one process differ from those of another by this. */
const processId = randomBytes(6).toString("hex");
let requests = 0;

/** Writes a reply that a handler made. */
export function writeReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

/**
 * Writes a finished answer: a flat list of headers and a body of one byte a character are what
 * Node sends fastest, in one piece.
 */
export function writeFinished(
  request: IncomingMessage,
  response: ServerResponse,
  answer: FinishedAnswer,
): void {
  answer.onHit?.();
  const ifNoneMatch = valueOf(request.rawHeaders);
  const unchanged =
    ifNoneMatch !== undefined &&
    answer.status === 200 &&
    answer.tag !== undefined &&
    matchesTag(ifNoneMatch, answer.tag);
  const head = unchanged ? answer.notModifiedHead : answer.head;
  head[head.length - 1] = `${processId}-${(requests += 1).toString(36)}`;
  response.writeHead(unchanged ? 304 : answer.status, head);
  if (unchanged || request.method === "HEAD") response.end();
  else response.end(answer.body, "latin1");
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
