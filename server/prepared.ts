import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";

/**
 * A response as one text for the socket. `writeHead` checks every header again for each response; this
 * does it once a second.
 */
export interface PreparedText {
  /** When this or `date` changes, the text is out of date. */
  cacheControl: string | undefined;
  date: string;
  /** The head up to the value of `x-request-id`, the last header. */
  beforeId: string;
  /** The empty line and the body. */
  afterId: string;
}

/** The internals of a Node response that are used here. */
interface ResponseParts {
  /** The head, written before anything else. */
  _header: string | null;
  outputData: { data: unknown }[];
}

const END_OF_HEAD = "\r\n\r\n";

/** Creates the text of a response; `head` has alternating names and values, `x-request-id` last. */
export function prepareText(
  { status, head, body }: { status: number; head: readonly string[]; body: string },
  keepAliveMs: number,
  date: string,
): PreparedText {
  let lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < head.length - 2; at += 2) lines += `${head[at]}: ${head[at + 1]}\r\n`;
  lines += `date: ${date}\r\nconnection: keep-alive\r\n`;
  lines += `keep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`;
  return {
    cacheControl: head[1],
    date,
    beforeId: `${lines}${head.at(-2)}: `,
    afterId: END_OF_HEAD + body,
  };
}

/**
 * Ends a response with a prepared text in one write. Node writes `_header` unchanged, in Latin-1, before
 * the body; here it contains both. Node's own bookkeeping (pipelining, keep-alive, slow clients) still
 * works. Only for connections that stay open.
 */
export function endWith(response: ServerResponse, { beforeId, afterId }: PreparedText, id: string) {
  partsOf(response)._header = beforeId + id + afterId;
  response.end();
}

/**
 * Whether this Node writes `_header` as `endWith` needs it. All versions have, but it is not documented.
 */
export const canEndWithText: boolean = tryIt();

function tryIt(): boolean {
  try {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    endWith(response, { cacheControl: "", date: "", beforeId: "a", afterId: "c" }, "b");
    const { outputData } = partsOf(response);
    return outputData.length === 1 && outputData[0]?.data === "abc";
  } catch {
    return false;
  }
}

function partsOf(response: ServerResponse): ResponseParts {
  return response as unknown as ResponseParts;
}
