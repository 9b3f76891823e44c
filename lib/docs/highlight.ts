import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

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

/** The grammars that the documentation uses, loaded on demand. */
const grammars = {
  bash: () => import("shiki/langs/bash.mjs"),
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
};
export type CodeLanguage = keyof typeof grammars;

let highlighter: Promise<HighlighterCore> | undefined;

/** A failure is not cached. */
async function open(language: CodeLanguage): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [theme],
  }).catch((error: unknown) => {
    highlighter = undefined;
    throw error;
  });
  const shiki = await highlighter;
  await shiki.loadLanguage(grammars[language]());
  return shiki;
}

const highlighted = new Map<string, string>();

/** Code as HTML with few and short tags. The same code is highlighted once. */
export async function highlight(code: string, language: CodeLanguage): Promise<string> {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known !== undefined) return known;
  const shiki = await open(language);
  const lines = shiki.codeToTokensBase(code, {
    lang: language,
    theme: theme.name,
    // By default, a line that takes over half a second loses its colours, as any may on a busy machine.
    tokenizeTimeLimit: 0,
  });
  const pieces: Piece[] = [];
  for (const [index, tokens] of lines.entries()) {
    if (index > 0) add(pieces, "\n", PLAIN);
    for (const { content, color = PLAIN } of tokens) add(pieces, content, color);
  }
  const html = pieces.map(pieceHtml).join("");
  highlighted.set(key, html);
  return html;
}

/** Text of one colour. */
interface Piece {
  text: string;
  colour: string;
}

/** White space has no colour, so it joins the previous piece. */
function add(pieces: Piece[], text: string, colour: string): void {
  const last = pieces.at(-1);
  if (last !== undefined && (last.colour === colour || text.trim() === "")) last.text += text;
  else pieces.push({ text, colour: text.trim() === "" ? PLAIN : colour });
}

function pieceHtml({ text, colour }: Piece): string {
  const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return colour === PLAIN ? html : `<span class=${colour}>${html}</span>`;
}
