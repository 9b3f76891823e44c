import { address } from "../../../../lib/contract/urls.ts";
import type { FormField } from "../../../../lib/docs/form.ts";

/**
 * The address of a filled form's request, relative to the base address, without empty values and
 * defaults.
 * @param values What the form holds; texts as they were typed, right or wrong.
 */
export function requestUrl(path: string, fields: readonly FormField[], values: FormData): string {
  const query = fields.map((field) => {
    const value = values.get(field.name);
    const isSent = typeof value === "string" && value !== "" && value !== standardOf(field);
    return [field.name, isSent ? value : undefined] as const;
  });
  return address(path, Object.fromEntries(query));
}

/** The same for the untouched form. */
export function firstUrl(path: string, fields: readonly FormField[]): string {
  const values = new FormData();
  for (const field of fields) if ("value" in field) values.set(field.name, field.value);
  return requestUrl(path, fields, values);
}

function standardOf(field: FormField): string | undefined {
  return "standard" in field ? field.standard : undefined;
}

/** The address of a page with a form that is filled for a request. */
export function sharedUrl(page: string, request: string, anchor: string): string {
  const [, query] = request.split("?");
  return `${page}${query === undefined ? "" : `?${query}`}#${anchor}`;
}

/** Fills a form with the query of a page's address. A query that names no field changes nothing. */
export function fillForm(
  form: HTMLFormElement,
  fields: readonly FormField[],
  query: URLSearchParams,
): void {
  if (!fields.some(({ name }) => query.has(name))) return;
  for (const field of fields) {
    const input = form.elements.namedItem(field.name);
    const value = query.get(field.name) ?? standardOf(field) ?? "";
    const isOffered = field.kind !== "choice" || value === "" || field.options.includes(value);
    if (field.kind === "fixed" || !isOffered) continue;
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) {
      input.value = value;
    }
  }
}
