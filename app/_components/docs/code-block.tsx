import "server-only";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { CodeLanguage } from "@/lib/docs/page.ts";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { sampleCode } from "@/lib/docs/samples/samples.ts";
import { CodeBox, SampleTabs } from "./code-box.tsx";

interface CodeProps {
  code: string;
  language: CodeLanguage;
  /** What it is, such as a file name. */
  name?: string | undefined;
}

/** Code in colours, from left to right in every language, with a button that copies it. */
export function CodeBlock(props: CodeProps) {
  return (
    <CodeBox name={props.name ?? props.language}>
      <Highlighted {...props} />
    </CodeBox>
  );
}

/** Scrolls sideways, so the keyboard must reach it. */
export async function Highlighted({ code, language, name }: CodeProps) {
  const t = await getTranslations("Docs");
  const html = await highlight(code, language);
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

interface SamplesProps {
  endpoint: Endpoint;
  /** The public address of the service. */
  base: string;
}

/** One request to an endpoint in every language; the visitor's choice holds on all pages. */
export function Samples({ endpoint, base }: SamplesProps) {
  const t = useTranslations("Docs");
  const languages = sampleLanguages.map(({ id, name }) => ({ id, name }));
  return (
    <CodeBox bar={<SampleTabs label={t("sampleLanguage")} languages={languages} />}>
      {sampleLanguages.map(({ id, name, grammar }) => (
        <div key={id} data-sample={id}>
          <Highlighted
            name={name}
            language={grammar}
            code={sampleCode(endpoint, id, { baseUrl: base }).trimEnd()}
          />
        </div>
      ))}
    </CodeBox>
  );
}

let highlighter: Promise<HighlighterCore> | undefined;

/** Only the grammars that the documentation uses: each is large. A failure is not remembered. */
function open(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [
      import("shiki/themes/github-light-high-contrast.mjs"),
      import("shiki/themes/github-dark-high-contrast.mjs"),
    ],
    langs: [
      import("shiki/langs/bash.mjs"),
      import("shiki/langs/csharp.mjs"),
      import("shiki/langs/go.mjs"),
      import("shiki/langs/html.mjs"),
      import("shiki/langs/http.mjs"),
      import("shiki/langs/ini.mjs"),
      import("shiki/langs/java.mjs"),
      import("shiki/langs/javascript.mjs"),
      import("shiki/langs/json.mjs"),
      import("shiki/langs/nginx.mjs"),
      import("shiki/langs/php.mjs"),
      import("shiki/langs/python.mjs"),
      import("shiki/langs/tsx.mjs"),
      import("shiki/langs/typescript.mjs"),
      import("shiki/langs/yaml.mjs"),
    ],
  }).catch((error: unknown) => {
    highlighter = undefined;
    throw error;
  });
  return highlighter;
}

const highlighted = new Map<string, string>();

/** Code as HTML, in colours for light and dark pages. The same code is highlighted once. */
async function highlight(code: string, language: CodeLanguage): Promise<string> {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known !== undefined) return known;
  const shiki = await open();
  const html = shiki.codeToHtml(code, {
    lang: language,
    themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    defaultColor: "light-dark()",
    rootStyle: false,
    // By default, a line that takes over half a second loses its colours: on a busy machine any may.
    tokenizeTimeLimit: 0,
  });
  highlighted.set(key, html);
  return html;
}
