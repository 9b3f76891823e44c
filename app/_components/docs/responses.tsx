import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import type { Meanings } from "@/lib/contract/meanings.ts";
import { exampleAnswers, type ExampleAnswer } from "@/lib/docs/answers.ts";
import { Highlighted } from "./code-block.tsx";
import { InlineProse } from "./prose.tsx";

interface AnswersProps {
  endpoint: Endpoint;
  meanings: Meanings;
}

/** An example of every answer an endpoint may give; the first is open. */
export function Answers({ endpoint, meanings }: AnswersProps) {
  const t = useTranslations("Docs");
  return (
    <ul
      aria-label={t("answers")}
      className="docs-plain overflow-hidden rounded-lg border border-line"
    >
      {exampleAnswers(endpoint, meanings).map((answer, index) => (
        <li key={answer.title + answer.status} className="border-line not-first:border-t">
          <details open={index === 0} className="group bg-surface">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="size-4 shrink-0 text-muted group-open:rotate-90 rtl:-scale-x-100"
              />
              <span className={`font-mono font-semibold ${colourOf(answer.status)}`}>
                {answer.status}
              </span>
              <span className="text-sm">
                {answer.code !== undefined && (
                  <code dir="ltr" className="me-2">
                    {answer.code}
                  </code>
                )}
                <InlineProse markdown={answer.title} />
              </span>
            </summary>
            <div className="border-t border-line">
              <AnswerText answer={answer} />
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

function AnswerText({ answer }: { answer: ExampleAnswer }) {
  const lines = answer.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const name = `${answer.status} ${answer.code ?? ""}`.trim();
  return (
    <>
      <Highlighted name={name} code={lines} language="http" />
      {answer.body !== undefined && (
        <Highlighted
          name={`${name} JSON`}
          code={JSON.stringify(answer.body, null, 2)}
          language="json"
        />
      )}
    </>
  );
}
