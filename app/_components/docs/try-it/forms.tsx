import { NextIntlClientProvider, useMessages, useTranslations } from "next-intl";
import { endpointOf, type EndpointId } from "@/site/docs/contract.ts";
import { imageUrl, pictureOf, tileFile } from "@/site/docs/gallery.ts";
import type { Block } from "@/site/docs/blocks.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { formOf } from "@/site/docs/tables.ts";
import { Preview } from "./preview.tsx";
import { TryItForm } from "./try-it-form.tsx";

type FormBlock = Extract<Block, { kind: "TryIt" }>;

/** The forms of a page, which stay in view beside its text; of several, the reader opens one at a time. */
export function Forms({ forms }: { forms: readonly FormBlock[] }) {
  const { CopyButton, TryIt } = useMessages();
  if (forms.length === 0) return null;
  return (
    <NextIntlClientProvider messages={{ CopyButton, TryIt }}>
      <div className="grid min-w-0 scroll-mt-18 gap-3 md:sticky md:top-4 md:col-start-2 md:row-span-2 md:row-start-1 md:max-h-[calc(100dvh-2rem)] md:self-start md:overflow-y-auto md:overscroll-contain print:hidden">
        {forms.map((form, at) =>
          forms.length === 1 ? (
            <div key={form.id} className="card min-w-0 p-3">
              <FormHeading id={form.id} title={form.title} className="mb-2" />
              <Form {...form} />
            </div>
          ) : (
            <details key={form.id} name="try-it" open={at === 0} className="card min-w-0 p-3">
              <summary className="disclosure [[open]>&]:mb-2">
                <FormHeading title={form.title} />
              </summary>
              {/* Browsers open what a link leads into, but not what it leads to. */}
              <div id={form.id} className="scroll-mt-32">
                <Form {...form} />
              </div>
            </details>
          ),
        )}
      </div>
    </NextIntlClientProvider>
  );
}

interface FormHeadingProps {
  title: string;
  id?: string;
  className?: string;
}

function FormHeading({ title, id, className = "" }: FormHeadingProps) {
  return (
    <h2 id={id} className={`scroll-mt-20 text-base font-semibold ${className}`}>
      <span>{title}</span>
    </h2>
  );
}

function Form({ endpoint: id, id: anchor }: { endpoint: EndpointId; id: string }) {
  const t = useTranslations("TryIt");
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
      fields={fields}
      idle={
        picture === undefined ? (
          <p className="text-muted">{t("idle")}</p>
        ) : (
          // The response of the example.
          <Preview>
            <img
              src={imageUrl(picture.file)}
              alt=""
              width={picture.width}
              height={picture.height}
              className="pixelated max-h-33 object-contain"
            />
          </Preview>
        )
      }
    />
  );
}
