import { layOutJson, type JsonToken } from "./json-tokens.ts";

export type Body =
  | { kind: "json"; text: string; tokens: JsonToken[]; error: ErrorInfo | undefined }
  | { kind: "picture"; picture: Blob }
  /** Nothing that the service sends. */
  | { kind: "unreadable"; text: string };

export interface ErrorInfo {
  code: string;
  /** What is wrong, in English, for people. */
  message: string;
}

export interface Answer {
  status: number;
  /** The server's own word for the status; HTTP/2 has none. */
  statusText: string;
  /** From the question to the last byte. */
  milliseconds: number;
  /** The size of the body, unpacked. */
  bytes: number;
  type: string | null;
  /** Seconds until it is worth asking again. */
  retryAfter: number | undefined;
  headers: [name: string, value: string][];
  body: Body;
}

/**
 * Asks an address of the service, past every cache of the browser: what is shown is what it says now.
 * @throws TypeError When nobody could be reached; AbortError when the question was taken back.
 */
export async function ask(url: string, signal: AbortSignal): Promise<Answer> {
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
    type: headers.get("Content-Type"),
    retryAfter: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    headers: [...headers],
    body: await readBody(content),
  };
}

async function readBody(content: Blob): Promise<Body> {
  if (/^image\/(?:png|webp)$/.test(content.type)) return { kind: "picture", picture: content };
  const text = await content.text();
  if (!content.type.startsWith("application/json")) return { kind: "unreadable", text };
  try {
    return { kind: "json", text, tokens: layOutJson(text), error: errorIn(JSON.parse(text)) };
  } catch {
    return { kind: "unreadable", text };
  }
}

/** The schemas of the contract would say more, and weigh more than this page. */
function errorIn(body: unknown): ErrorInfo | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const code = "code" in body ? body.code : undefined;
  const message = "error" in body ? body.error : undefined;
  return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
}
