export type Body =
  | { kind: "json"; tokens: JsonToken[]; error: ErrorInfo | undefined }
  | { kind: "image"; image: Blob }
  /** Not a response of this service: a proxy's page, for example. */
  | { kind: "unreadable"; text: string };

interface ErrorInfo {
  code: string;
  /** The English sentence for people. */
  message: string;
}

export interface ApiResponse extends Pick<Response, "status" | "statusText" | "headers"> {
  /** From sending the request to the last byte. */
  milliseconds: number;
  /** The size of the body, unpacked. */
  bytes: number;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
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
    const value: unknown = JSON.parse(text);
    return { kind: "json", tokens: layOutJson(value), error: errorIn(value) };
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

/** Strings, numbers and words. */
const VALUES = /("(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/;

/** A JSON value laid out for reading, in tokens for colouring. */
export function layOutJson(value: unknown): JsonToken[] {
  return JSON.stringify(value, null, 2)
    .split(VALUES)
    .map((piece, at, all) => ({
      kind: at % 2 ? kindOf(piece, all[at + 1]) : "layout",
      text: piece,
    }))
    .filter(({ text }) => text !== "");
}

function kindOf(value: string, next = ""): JsonToken["kind"] {
  if (value.startsWith('"')) return next.startsWith(":") ? "key" : "text";
  return /^[-\d]/.test(value) ? "number" : "word";
}
