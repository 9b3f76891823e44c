export type Body =
  | { kind: "json"; text: string; tokens: JsonToken[]; error: ErrorInfo | undefined }
  | { kind: "image"; image: Blob }
  /** Not a response of this service: a proxy's page, for example. */
  | { kind: "unreadable"; text: string };

interface ErrorInfo {
  code: string;
  /** The English sentence for people. */
  message: string;
}

export interface ApiResponse {
  status: number;
  /** The server's reason phrase; HTTP/2 has none. */
  statusText: string;
  /** From sending the request to the last byte. */
  milliseconds: number;
  /** The size of the body, unpacked. */
  bytes: number;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
  headers: Headers;
  body: Body;
}

/**
 * Sends a request to the service, bypassing the browser's cache.
 * @throws TypeError When the network fails; AbortError when the request was cancelled.
 */
export async function fetchResponse(url: string, signal: AbortSignal): Promise<ApiResponse> {
  const started = performance.now();
  const response = await fetch(url, { cache: "no-store", signal });
  const content = await response.blob();
  const milliseconds = Math.round(performance.now() - started);
  const { status, statusText, headers } = response;
  const retryAfter = headers.get("Retry-After") ?? "";
  return {
    status,
    statusText,
    milliseconds,
    bytes: content.size,
    retryAfter: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    headers,
    body: await readBody(content),
  };
}

async function readBody(content: Blob): Promise<Body> {
  if (/^image\/(?:png|webp)$/.test(content.type)) return { kind: "image", image: content };
  const text = await content.text();
  if (!content.type.startsWith("application/json")) return { kind: "unreadable", text };
  try {
    return { kind: "json", text, tokens: layOutJson(text), error: errorIn(JSON.parse(text)) };
  } catch {
    return { kind: "unreadable", text };
  }
}

/** Parsed by hand: the contract's schemas are larger than this page. */
function errorIn(body: unknown): ErrorInfo | undefined {
  const { code, error } = Object(body) as { code?: unknown; error?: unknown };
  return typeof code === "string" && typeof error === "string"
    ? { code, message: error }
    : undefined;
}

export interface JsonToken {
  kind: "key" | "text" | "number" | "word" | "layout";
  /** As written in the JSON; for `layout`, brackets and commas with the white space around them. */
  text: string;
}

/** Strings, empty objects and arrays, punctuation, and all other values. */
const PIECES = /"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON laid out for reading, in tokens for colouring. Numbers and strings keep their spelling, which
 * parsing and serializing could change.
 * @throws SyntaxError When the text is invalid JSON.
 */
export function layOutJson(json: string): JsonToken[] {
  JSON.parse(json);
  const tokens: JsonToken[] = [];
  const layOut = (text: string) => {
    const last = tokens.at(-1);
    if (last?.kind === "layout") last.text += text;
    else tokens.push({ kind: "layout", text });
  };
  let depth = 0;
  const lineBreak = () => `\n${"  ".repeat(depth)}`;
  const pieces = Array.from(json.matchAll(PIECES), ([piece]) => piece);
  for (const [index, piece] of pieces.entries()) {
    if (piece === "{" || piece === "[") {
      depth += 1;
      layOut(piece + lineBreak());
    } else if (piece === "}" || piece === "]") {
      depth -= 1;
      layOut(lineBreak() + piece);
    } else if (piece === ",") layOut(piece + lineBreak());
    else if (piece === ":") layOut(": ");
    else if (/^[{[]/.test(piece)) layOut(piece.replace(/\s+/, ""));
    else tokens.push({ kind: kindOf(piece, pieces[index + 1]), text: piece });
  }
  return tokens;
}

function kindOf(piece: string, next: string | undefined): JsonToken["kind"] {
  if (piece.startsWith('"')) return next === ":" ? "key" : "text";
  return /^[-\d]/.test(piece) ? "number" : "word";
}
