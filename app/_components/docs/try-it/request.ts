import { useRef, useState } from "react";
import { address } from "../../../../lib/contract/urls.ts";
import type { FormField } from "../../../../lib/docs/tables.ts";

export type RequestState =
  | { kind: "idle" | "waiting" | "unreachable" | "cancelled" }
  | { kind: "responded"; response: ApiResponse };

/** One request at a time: a new one cancels the previous one. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ kind: "idle" });
  const current = useRef<AbortController>(undefined);

  const send = async (url: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const show = (next: RequestState) => {
      if (current.current === controller) setState(next);
    };
    show({ kind: "waiting" });
    try {
      show({ kind: "responded", response: await fetchResponse(url, controller.signal) });
    } catch {
      show({ kind: controller.signal.aborted ? "cancelled" : "unreachable" });
    }
  };

  return { state, send, cancel: () => current.current?.abort() };
}

/**
 * The URL of a filled form's request, relative to the base URL. Leaves out empty values and defaults.
 * @param values The values of the form, as they were typed, valid or not.
 */
export function requestUrl(path: string, fields: readonly FormField[], values: FormData): string {
  const query = fields.map((field) => {
    const value = values.get(field.name);
    const isSent = typeof value === "string" && value !== "" && value !== defaultOf(field);
    return [field.name, isSent ? value : undefined] as const;
  });
  return address(path, Object.fromEntries(query));
}

/** The URL of the untouched form's request. */
export function firstUrl(path: string, fields: readonly FormField[]): string {
  const values = new FormData();
  for (const field of fields) if ("value" in field) values.set(field.name, field.value);
  return requestUrl(path, fields, values);
}

function defaultOf(field: FormField): string | undefined {
  return "defaultValue" in field ? field.defaultValue : undefined;
}

/** The URL of the page with the form filled in for a request. */
export function sharedUrl(page: string, request: string, anchor: string): string {
  return `${request.replace(/^[^?]*/, page)}#${anchor}`;
}

/** Fills a form from the query of the page's URL. A query that names no field changes nothing. */
export function fillForm(
  form: HTMLFormElement,
  fields: readonly FormField[],
  query: URLSearchParams,
): void {
  if (!fields.some(({ name }) => query.has(name))) return;
  for (const field of fields) {
    const input = form.elements.namedItem(field.name);
    const value = query.get(field.name) ?? defaultOf(field) ?? "";
    const isOffered = field.kind !== "choice" || value === "" || field.options.includes(value);
    if (field.kind === "fixed" || !isOffered) continue;
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) {
      input.value = value;
      // A folded parameter that has a value is shown.
      if (query.has(field.name)) input.closest("details")?.setAttribute("open", "");
    }
  }
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

type Body =
  | { kind: "json"; tokens: JsonToken[]; error: ReturnType<typeof errorIn> }
  | { kind: "image"; image: Blob }
  /** Not a response of this service: a proxy's page, for example. */
  | { kind: "unreadable"; text: string };

/**
 * Sends a request to the service, bypassing the browser's cache.
 * @throws TypeError When the network fails; AbortError when the request was cancelled.
 */
async function fetchResponse(url: string, signal: AbortSignal): Promise<ApiResponse> {
  const started = performance.now();
  const response = await fetch(url, { cache: "no-store", signal });
  const content = await response.blob();
  const milliseconds = Math.round(performance.now() - started);
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
