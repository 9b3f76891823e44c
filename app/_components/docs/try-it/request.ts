import { useEffect, useRef, useState } from "react";
import { layOutJson, type JsonToken } from "./json-tokens.ts";
import { address } from "../../../../lib/contract/urls.ts";
import type { FormField } from "../../../../lib/docs/form.ts";

/** After this time a cancel button appears. */
const SLOW_MS = 1_000;

export type RequestState =
  | { kind: "idle" }
  | { kind: "waiting"; isSlow: boolean }
  | { kind: "answered"; response: ApiResponse }
  | { kind: "unreachable" }
  | { kind: "cancelled" };

/** One request at a time: a new one cancels the previous one. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ kind: "idle" });
  const current = useRef<AbortController>(undefined);

  useEffect(() => () => current.current?.abort(), []);

  const send = async (url: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const isCurrent = () => current.current === controller;
    setState({ kind: "waiting", isSlow: false });
    const slow = setTimeout(() => {
      if (isCurrent()) setState({ kind: "waiting", isSlow: true });
    }, SLOW_MS);
    try {
      const response = await fetchResponse(url, controller.signal);
      if (isCurrent()) setState({ kind: "answered", response });
    } catch {
      if (isCurrent()) setState({ kind: controller.signal.aborted ? "cancelled" : "unreachable" });
    } finally {
      clearTimeout(slow);
    }
  };

  return { state, send, cancel: () => current.current?.abort() };
}

export type Body =
  | { kind: "json"; text: string; tokens: JsonToken[]; error: ErrorInfo | undefined }
  | { kind: "picture"; picture: Blob }
  /** Not a response of this service, such as a proxy's page. */
  | { kind: "unreadable"; text: string };

interface ErrorInfo {
  code: string;
  /** What is wrong, in English, for people. */
  message: string;
}

export interface ApiResponse {
  status: number;
  /** The server's own word for the status; HTTP/2 has none. */
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
 * Sends a request to the service, past the browser's cache.
 * @throws TypeError When the network fails; AbortError when the request was cancelled.
 */
async function fetchResponse(url: string, signal: AbortSignal): Promise<ApiResponse> {
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

/** By hand: the contract's schemas are larger than this page. */
function errorIn(body: unknown): ErrorInfo | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const code = "code" in body ? body.code : undefined;
  const message = "error" in body ? body.error : undefined;
  return typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
}

/**
 * The address of a filled form's request, relative to the base address, without empty values and
 * defaults.
 * @param values What the form holds; texts as they were typed, right or wrong.
 */
export function requestUrl(
  path: string,
  fields: readonly FormField<unknown>[],
  values: FormData,
): string {
  const query = fields.map((field) => {
    const value = values.get(field.name);
    const isSent = typeof value === "string" && value !== "" && value !== standardOf(field);
    return [field.name, isSent ? value : undefined] as const;
  });
  return address(path, Object.fromEntries(query));
}

/** The same for the untouched form. */
export function firstUrl(path: string, fields: readonly FormField<unknown>[]): string {
  const values = new FormData();
  for (const field of fields) if ("value" in field) values.set(field.name, field.value);
  return requestUrl(path, fields, values);
}

function standardOf(field: FormField<unknown>): string | undefined {
  return "standard" in field ? field.standard : undefined;
}
