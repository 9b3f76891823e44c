export type JsonTokenKind = "key" | "text" | "number" | "word" | "layout";

export interface JsonToken {
  kind: JsonTokenKind;
  /** As written in the JSON; for `layout`, brackets and commas with the white space around them. */
  text: string;
}

const INDENT = "  ";
const pieces = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON laid out for reading, in tokens for colouring. Numbers and strings keep their spelling, which
 * parsing and serializing could change.
 * @throws SyntaxError When the text is invalid JSON.
 */
export function layOutJson(json: string): JsonToken[] {
  JSON.parse(json);
  const tokens: JsonToken[] = [];
  const add = (kind: JsonTokenKind, text: string) => {
    const last = tokens.at(-1);
    if (kind === "layout" && last?.kind === "layout") last.text += text;
    else tokens.push({ kind, text });
  };
  const found = Array.from(json.matchAll(pieces), ([piece]) => piece);
  let depth = 0;
  const lineBreak = () => `\n${INDENT.repeat(depth)}`;
  for (const [index, piece] of found.entries()) {
    const isEmpty = isClosing(found[index + 1]);
    if (piece === "{" || piece === "[") {
      depth += 1;
      add("layout", isEmpty ? piece : piece + lineBreak());
    } else if (isClosing(piece)) {
      depth -= 1;
      const before = found[index - 1];
      add("layout", before === "{" || before === "[" ? piece : lineBreak() + piece);
    } else if (piece === ",") add("layout", `,${lineBreak()}`);
    else if (piece === ":") add("layout", ": ");
    else add(kindOf(piece, found[index + 1]), piece);
  }
  return tokens;
}

function isClosing(piece: string | undefined): boolean {
  return piece === "}" || piece === "]";
}

function kindOf(piece: string, next: string | undefined): JsonTokenKind {
  if (piece.startsWith('"')) return next === ":" ? "key" : "text";
  return /^[-\d]/.test(piece) ? "number" : "word";
}
