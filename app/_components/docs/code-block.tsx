import { useTranslations } from "next-intl";
import type { CodeLanguage } from "@/lib/docs/page.ts";
import { CodeBox } from "./code-box.tsx";
import { highlight } from "./highlight.ts";

export interface CodeBlockProps {
  code: string;
  language: CodeLanguage;
  /** What it is, such as a file name. */
  name?: string | undefined;
}

/** Code in colours, from left to right in every language, with a button that copies it. */
export async function CodeBlock({ code, language, name }: CodeBlockProps) {
  const html = await highlight(code, language);
  return (
    <CodeBox name={name ?? language}>
      <Highlighted html={html} name={name} />
    </CodeBox>
  );
}

/** Scrolls sideways, so the keyboard must reach it. */
export function Highlighted({ html, name }: { html: string; name?: string | undefined }) {
  const t = useTranslations("Docs");
  return (
    <div
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={name ?? t("code")}
      className="overflow-x-auto px-4 py-3 text-start font-mono text-sm leading-6 [&_pre]:w-max [&_pre]:outline-none"
      dangerouslySetInnerHTML={{ __html: html.replace(' tabindex="0"', "") }}
    />
  );
}
