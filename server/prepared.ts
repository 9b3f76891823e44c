import { IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";

/**
 * An answer as one text for the socket. `writeHead` looks every header over again for each answer;
 * this does it once a second.
 */
export interface PreparedText {
  /** What the text was made from: it is made anew when one of these has changed. */
  cacheControl: string | undefined;
  date: string;
  /** Up to the value of `x-request-id`, which comes last. */
  beforeId: string;
  /** The empty line, and the body. */
  afterId: string;
}

/** What Node keeps of a response, as far as it is used here. */
interface ResponseParts {
  /** The head as it will be written before anything else. */
  _header: string | null;
  outputData: { data: unknown }[];
}

const END_OF_HEAD = "\r\n\r\n";

/** Makes the text of an answer; `head` holds names and values in turn, `x-request-id` last. */
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
 * Ends a response with a prepared text, in one write. Node writes `_header` before the body, as it
 * is and in Latin-1; here it holds both. Node's own bookkeeping (pipelining, keep-alive, waiting
 * for a slow client) stays as it is. Only for connections that stay open.
 */
export function endWith(response: ServerResponse, { beforeId, afterId }: PreparedText, id: string) {
  partsOf(response)._header = beforeId + id + afterId;
  response.end();
}

/**
 * Whether this Node writes `_header` as `endWith` needs it. It has done so since its beginnings,
 * but it does not promise to.
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
