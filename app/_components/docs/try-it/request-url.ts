import { address } from "../../../../lib/contract/urls.ts";
import type { FormField } from "../../../../lib/docs/form.ts";

/**
 * The address that a filled form asks for, relative to the base address: as short as it can be, so
 * without what is empty or what the service takes anyway.
 * @param values What the form holds; texts as they were typed, right or wrong.
 */
export function requestUrl(
  path: string,
  fields: readonly FormField<unknown>[],
  values: FormData,
): string {
  const query = fields.flatMap((field) => {
    const value = values.get(field.name);
    const isSent = typeof value === "string" && value !== "" && value !== standardOf(field);
    return isSent ? [[field.name, value]] : [];
  });
  return address(path, query);
}

/** The same for the form as it is drawn first. */
export function firstUrl(path: string, fields: readonly FormField<unknown>[]): string {
  const values = new FormData();
  for (const field of fields) if ("value" in field) values.set(field.name, field.value);
  return requestUrl(path, fields, values);
}

function standardOf(field: FormField<unknown>): string | undefined {
  return "standard" in field ? field.standard : undefined;
}
