import { createBundledHighlighter, createSingletonShorthands } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type languages from "./code-languages.json";

const PLAIN = "plain";

/**
 * The scopes that are coloured, by the class that `docs.css` gives a colour. Shiki accepts any text as a
 * colour.
 */
const scopesOf: Readonly<Record<string, readonly string[]>> = {
  [PLAIN]: ["keyword.operator", "string.unquoted.argument", "meta.embedded"],
  /** Keywords and built-in names. */
  k: ["keyword", "storage", "constant.language", "keyword.operator.new", "entity.name.tag"],
  /** Strings. */
  s: ["string", "punctuation.definition.string", "constant.character"],
  /** Numbers. */
  n: ["constant.numeric", "constant.other"],
  /** Names: of functions, types, properties and attributes. */
  f: [
    "entity.name",
    "entity.other",
    "support.function",
    "support.class",
    "support.type.property-name",
    "meta.object-literal.key",
  ],
  /** Comments. */
  c: ["comment", "punctuation.definition.comment"],
};

const theme = {
  name: "nametag",
  fg: PLAIN,
  bg: "none",
  settings: Object.entries(scopesOf).map(([name, scope]) => ({
    scope: [...scope],
    settings: { foreground: name },
  })),
};

/** A language that code on a page may name, with or without one of its other names. */
export type CodeLanguage = keyof typeof languages;

/** The grammars of all languages, loaded on demand. */
const grammars = {
  bash: () => import("shiki/langs/bash.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  http: () => import("shiki/langs/http.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  nginx: () => import("shiki/langs/nginx.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
} satisfies Record<CodeLanguage, unknown>;

const { codeToTokensBase } = createSingletonShorthands(
  createBundledHighlighter({
    langs: grammars,
    themes: { [theme.name]: theme },
    engine: () => createJavaScriptRegexEngine({ forgiving: true }),
  }),
);

const highlighted = new Map<string, string>();

/** Code as HTML with few and short tags. The same code is highlighted once. */
export async function highlight(code: string, language: CodeLanguage): Promise<string> {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known !== undefined) return known;
  const lines = await codeToTokensBase(code, {
    lang: language,
    theme: theme.name,
    // By default, a line that takes over half a second loses its colours, as any may on a busy machine.
    tokenizeTimeLimit: 0,
  });
  let html = "";
  let colour = PLAIN;
  for (const [at, tokens] of lines.entries()) {
    if (at > 0) html += "\n";
    for (const { content, color = PLAIN } of tokens) {
      // White space has no colour, so it joins what precedes it.
      if (color !== colour && content.trim() !== "") {
        html += endOf(colour) + (color === PLAIN ? "" : `<span class=${color}>`);
        colour = color;
      }
      html += content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    }
  }
  html += endOf(colour);
  highlighted.set(key, html);
  return html;
}

function endOf(colour: string): string {
  return colour === PLAIN ? "" : "</span>";
}
