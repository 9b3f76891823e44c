"use client";

import { useRef, useState } from "react";
import { address } from "../../../../lib/contract/urls.ts";
import type { FormField } from "../../../../site/docs/tables.ts";
import type { ApiResponse, readResponse } from "./response.ts";

export type RequestState =
  | { kind: "idle" | "waiting" | "unreachable" | "cancelled" }
  | { kind: "responded"; response: ApiResponse };

/** The code that shows a response also reads it. */
interface ResponseCode {
  readResponse: typeof readResponse;
}

/**
 * One request at a time: a new one cancels the previous one.
 * @param loadCode Only then a response can be read, but the request need not wait for it.
 */
export function useRequest(loadCode: () => Promise<ResponseCode>) {
  const [state, setState] = useState<RequestState>({ kind: "idle" });
  const current = useRef<AbortController>(undefined);

  const send = async (url: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const show = (next: RequestState) => {
      if (current.current === controller) setState(next);
    };
    show({ kind: "waiting" });
    try {
      const started = performance.now();
      // The browser's cache would say nothing about the service.
      const [content, code] = await Promise.all([
        fetch(url, { cache: "no-store", signal }).then(async (response) => ({
          response,
          content: await response.blob(),
          milliseconds: Math.round(performance.now() - started),
        })),
        loadCode(),
      ]);
      show({ kind: "responded", response: await code.readResponse(content) });
    } catch {
      show({ kind: signal.aborted ? "cancelled" : "unreachable" });
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
