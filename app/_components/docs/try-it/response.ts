export interface ApiResponse extends Pick<Response, "status" | "statusText" | "headers"> {
  /** From sending the request to the last byte. */
  milliseconds: number;
  /** The size of the body, unpacked. */
  bytes: number;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
  body: Body;
}

type Body =
  | { kind: "json"; tokens: JsonToken[]; error: ReturnType<typeof errorIn> }
  | { kind: "image"; image: Blob }
  /** Not a response of this service: a proxy's page, for example. */
  | { kind: "unreadable"; text: string };

interface Received {
  response: Response;
  content: Blob;
  milliseconds: number;
}

/** A response, whose body says what it is by its type. */
export async function readResponse(received: Received): Promise<ApiResponse> {
  const { response, content, milliseconds } = received;
  const { status, statusText, headers } = response;
  const wait = headers.get("Retry-After") ?? "";
  const retryAfter = /^\d{1,6}$/.test(wait) ? Number(wait) : undefined;
  const body = await readBody(content);
  return { status, statusText, headers, milliseconds, bytes: content.size, retryAfter, body };
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

/**
 * The code of an error and its English sentence for people. Parsed by hand: the contract's schemas are larger
 * than this page.
 */
function errorIn(body: unknown) {
  const { code, error: message } = Object(body) as { code?: unknown; error?: unknown };
  return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
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
