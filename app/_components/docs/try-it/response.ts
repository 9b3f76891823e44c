import { layOutJson, type JsonToken } from "./json-tokens.ts";

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
  type: string | null;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
  headers: [name: string, value: string][];
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
    type: headers.get("Content-Type"),
    retryAfter: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    headers: [...headers],
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
  if (typeof body !== "object" || body === null) return undefined;
  const code = "code" in body ? body.code : undefined;
  const message = "error" in body ? body.error : undefined;
  return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
}
