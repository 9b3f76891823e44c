import { publicUrl } from "@/app/_server/site-configuration.ts";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import { errorCodes } from "@/lib/contract/errors.ts";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import type { Meanings } from "@/lib/contract/meanings.ts";
import { formOf } from "@/lib/docs/form.ts";
import { errorAnchor, linkTarget } from "@/lib/docs/links.ts";
import { InlineProse } from "../prose.tsx";
import { TryItForm } from "./try-it-form.tsx";

export interface TryItProps {
  endpoint: Endpoint;
  meanings: Meanings;
}

const headerNames = Object.keys(RESPONSE_HEADERS);

/** A form that asks an endpoint of this very service, and shows its answer. */
export function TryIt({ endpoint, meanings }: TryItProps) {
  const { path, fields } = formOf(endpoint, meanings);
  const explained = fields.map((field) => ({
    ...field,
    meaning: <InlineProse markdown={field.meaning} />,
  }));
  const errorPages = errorCodes.map((code) => [
    code,
    linkTarget(`errors#${errorAnchor(code)}`).href,
  ]);
  return (
    <TryItForm
      address={endpoint.path}
      base={publicUrl()}
      path={path}
      fields={explained}
      headerNames={headerNames}
      errorPages={Object.fromEntries(errorPages)}
    />
  );
}
