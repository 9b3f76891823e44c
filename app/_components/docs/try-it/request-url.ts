import { address } from "../../../../lib/contract/urls.ts";
import type { EndpointForm, FormField } from "../../../../lib/docs/form.ts";

/**
 * The address that a filled form asks for, relative to the base address: as short as it can be, so
 * without what is empty or what the service takes anyway.
 * @param values What the form holds; texts as they were typed, right or wrong.
 */
export function requestUrl({ path, fields }: EndpointForm, values: FormData): string {
  const query = fields.flatMap((field) => {
    const value = values.get(field.name);
    const isSent = typeof value === "string" && value !== "" && value !== standardOf(field);
    return isSent ? [[field.name, value]] : [];
  });
  return address(path, query);
}

/** The same for the form as it is drawn first. */
export function firstUrl(form: EndpointForm): string {
  const values = new FormData();
  for (const field of form.fields) if ("value" in field) values.set(field.name, field.value);
  return requestUrl(form, values);
}

function standardOf(field: FormField): string | undefined {
  return "standard" in field ? field.standard : undefined;
}
