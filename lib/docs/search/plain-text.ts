import { lexer, type Token, type Tokens } from "marked";

/** What a reader sees of a Markdown text: one string for each paragraph, list item and table row. */
export function passagesOf(markdown: string): string[] {
  return lexer(markdown).flatMap(passagesOfBlock);
}

function passagesOfBlock(token: Token): string[] {
  if (isTable(token)) return [token.header, ...token.rows].map(textOfRow);
  if (isList(token)) return token.items.flatMap(({ tokens }) => tokens.flatMap(passagesOfBlock));
  if (token.type === "blockquote") return (token.tokens ?? []).flatMap(passagesOfBlock);
  const text = textOf(token).replace(/\s+/g, " ").trim();
  return text === "" ? [] : [text];
}

function textOfRow(cells: Tokens.TableCell[]): string {
  return cells.map(({ tokens }) => tokens.map(textOf).join("")).join(" · ");
}

function textOf(token: Token): string {
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOf).join("");
  if (token.type === "br") return " ";
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}
