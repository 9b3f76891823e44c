import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import type { Meanings } from "@/lib/contract/meanings.ts";
import { exampleResponses, type ExampleResponse } from "@/lib/docs/example-responses.ts";
import { Highlighted } from "./code-block.tsx";
import { InlineProse } from "./prose.tsx";

interface ResponsesProps {
  endpoint: Endpoint;
  meanings: Meanings;
}

/** An example of every response of an endpoint; the first is open. */
export function Responses({ endpoint, meanings }: ResponsesProps) {
  const t = useTranslations("Docs");
  return (
    <ul
      aria-label={t("answers")}
      className="docs-plain overflow-hidden rounded-lg border border-line"
    >
      {exampleResponses(endpoint, meanings).map((response, index) => (
        <li key={response.title + response.status} className="border-line not-first:border-t">
          <details open={index === 0} className="group bg-surface">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-muted group-open:rotate-90 rtl:-scale-x-100"
              />
              <span className={`font-mono font-semibold ${colourOf(response.status)}`}>
                {response.status}
              </span>
              <span className="text-sm">
                {response.code !== undefined && (
                  <code dir="ltr" className="me-2">
                    {response.code}
                  </code>
                )}
                <InlineProse markdown={response.title} />
              </span>
            </summary>
            <div className="border-t border-line">
              <ResponseText response={response} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function colourOf(status: number): string {
  if (status < 400) return "text-good";
  return status < 500 ? "text-caution" : "text-bad";
}

function ResponseText({ response }: { response: ExampleResponse }) {
  const lines = response.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const name = `${response.status} ${response.code ?? ""}`.trim();
  return (
    <>
      <Highlighted name={name} code={lines} language="http" />
      {response.body !== undefined && (
        <Highlighted
          name={`${name} JSON`}
          code={JSON.stringify(response.body, null, 2)}
          language="json"
        />
      )}
    </>
  );
}
