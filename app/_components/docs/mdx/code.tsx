import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useTranslations } from "next-intl";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import { highlight, type CodeLanguage } from "@/site/docs/highlight.ts";
import { recipeCode, recipeLanguage } from "@/site/docs/recipes.ts";
import { withBase } from "@/site/docs/texts.ts";
import { CopyButton } from "../../copy-button.tsx";

interface HighlightedProps {
  language: CodeLanguage;
  /** Names the code for screen readers. */
  label: string;
  code: string;
  id?: string;
}

/**
 * Coloured code: one string, as React would send its thousands of elements a second time. It scrolls sideways, so it
 * must be reachable by keyboard.
 */
export async function Highlighted({ language, label, code, id }: HighlightedProps) {
  return (
    <pre
      translate="no"
      {...(id !== undefined && { id })}
      dir="ltr"
      tabIndex={0}
      role="group"
      aria-label={label}
      className="docs-code"
    >
      <code dangerouslySetInnerHTML={{ __html: await highlight(code, language) }} />
    </pre>
  );
}

interface CodeBoxProps {
  name: string;
  /** The program of `content/recipes` that it shows. */
  file?: string;
  children: ReactNode;
}

/** Code in a frame, with its name and a button that copies it. */
export function CodeBox({ name, file, children }: CodeBoxProps) {
  return (
    <div data-copyable="" className="code-box cut">
      <header>
        <span dir="ltr">{name}</span>
        {file !== undefined && <Download file={file} />}
        <CopyButton label={name} />
      </header>
      {children}
    </div>
  );
}

function Download({ file }: { file: string }) {
  const t = useTranslations("Docs");
  return (
    <a
      href={`/docs-recipes/${file}`}
      download
      aria-label={`${t("download")} ${file}`}
      className="docs-download"
    >
      {t("download")}
    </a>
  );
}

interface CodeBlockProps extends Omit<CodeBoxProps, "children"> {
  language: CodeLanguage;
  code: string;
}

/** A block of code: `{base}` in it is the URL of this service. */
function CodeBlock({ language, name, code, ...box }: CodeBlockProps) {
  const text = withBase(code, { base: publicUrl() });
  return (
    <CodeBox name={name} {...box}>
      <Highlighted language={language} label={name} code={text} />
    </CodeBox>
  );
}

/** A block of code of a page: "```html title="HTML"". */
export function Fenced({ children }: ComponentProps<"pre">) {
  const { props } = children as ReactElement<ComponentProps<"code">>;
  const language = (props.className ?? "").replace("language-", "") as CodeLanguage;
  const code = (props.children as string).trimEnd();
  return <CodeBlock language={language} name={props.title ?? language} code={code} />;
}

/** A program of `content/recipes`. */
export function Recipe({ file }: { file: string }) {
  return (
    <CodeBlock language={recipeLanguage(file)} name={file} file={file} code={recipeCode(file)} />
  );
}
