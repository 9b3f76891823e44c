import "server-only";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { CodeLanguage } from "@/lib/docs/page.ts";

let highlighter: Promise<HighlighterCore> | undefined;

/** Only the grammars that the documentation uses: each is large. A failure is forgotten. */
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

const drawn = new Map<string, string>();

/** Code as HTML, in colours for light and dark pages. The same code is drawn once. */
export async function highlight(code: string, language: CodeLanguage): Promise<string> {
  const key = `${language}\n${code}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const shiki = await open();
  const html = shiki.codeToHtml(code, {
    lang: language,
    themes: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    defaultColor: "light-dark()",
    rootStyle: false,
  });
  drawn.set(key, html);
  return html;
}
