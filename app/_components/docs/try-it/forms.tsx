import { endpointOf, type EndpointId } from "@/lib/docs/contract.ts";
import { imageUrl, pictureOf, tileFile } from "@/lib/docs/gallery.ts";
import type { Block } from "@/lib/docs/blocks.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { formOf } from "@/lib/docs/tables.ts";
import { TryItForm } from "./try-it-form.tsx";

type FormBlock = Extract<Block, { kind: "TryIt" }>;

/** The forms of a page, which stay in view beside its text; of several, the reader opens one at a time. */
export function Forms({ forms }: { forms: readonly FormBlock[] }) {
  if (forms.length === 0) return null;
  return (
    <div className="docs-forms">
      {forms.map((form, at) =>
        forms.length === 1 ? (
          <div key={form.id} className="docs-form">
            <FormHeading {...form} />
            <Form {...form} />
          </div>
        ) : (
          <details key={form.id} name="try-it" open={at === 0} className="docs-form">
            <summary className="disclosure">
              <FormHeading {...form} />
            </summary>
            <Form {...form} />
          </details>
        ),
      )}
    </div>
  );
}

function FormHeading({ id, title }: FormBlock) {
  return (
    <h2 id={id}>
      <span>{title}</span>
    </h2>
  );
}

function Form({ endpoint: id, id: anchor }: { endpoint: EndpointId; id: string }) {
  const endpoint = endpointOf(id);
  const { path, fields } = formOf(endpoint);
  const picture = pictureOf(tileFile({ endpoint: id, query: "" }));
  return (
    <TryItForm
      id={id}
      anchor={anchor}
      endpoint={endpoint.path}
      base={publicUrl()}
      path={path}
      picture={
        picture && { src: imageUrl(picture.file), width: picture.width, height: picture.height }
      }
      fields={fields}
    />
  );
}
