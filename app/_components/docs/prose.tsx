import { marked, type Token, type Tokens } from "marked";
import type { ReactNode } from "react";
import { linkTarget } from "@/lib/docs/pages.ts";
import { Link } from "@/lib/i18n/navigation.ts";

/** Markdown of the messages as elements: only what the messages use. */
export function Prose({ markdown }: { markdown: string }) {
  return <>{marked.lexer(markdown).map(drawBlock)}</>;
}

/** Markdown within a line. */
export function InlineProse({ markdown }: { markdown: string }) {
  return <>{marked.Lexer.lexInline(markdown).map(drawInline)}</>;
}

function drawBlock(token: Token, index: number): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "paragraph":
      return <p key={index}>{drawAll(token)}</p>;
    case "list":
      return drawList(token as Tokens.List, index);
    case "table":
      return drawTable(token as Tokens.Table, index);
    default:
      return drawInline(token, index);
  }
}

function drawList({ ordered, items }: Tokens.List, index: number): ReactNode {
  const List = ordered ? "ol" : "ul";
  return (
    <List key={index}>
      {items.map((item, position) => (
        <li key={position}>{item.tokens.map(drawBlock)}</li>
      ))}
    </List>
  );
}

function drawTable({ header, rows }: Tokens.Table, index: number): ReactNode {
  return (
    <div key={index} className="docs-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th key={cell.text} scope="col">
                {cell.tokens.map(drawInline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.map(({ text }) => text).join()}>
              {cells.map((cell, column) => (
                <td key={header[column]?.text}>{cell.tokens.map(drawInline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawInline(token: Token, index: number): ReactNode {
  switch (token.type) {
    case "codespan":
      return (
        <code key={index} dir="ltr">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "strong":
      return <strong key={index}>{drawAll(token)}</strong>;
    case "em":
      return <em key={index}>{drawAll(token)}</em>;
    case "link":
      return (
        <ProseLink key={index} target={(token as Tokens.Link).href}>
          {drawAll(token)}
        </ProseLink>
      );
    case "text":
      return "tokens" in token && token.tokens ? drawAll(token) : (token as Tokens.Text).text;
    default:
      throw new TypeError(`The documentation draws no ${token.type}.`);
  }
}

function drawAll(token: Token): ReactNode {
  return "tokens" in token ? token.tokens?.map(drawInline) : null;
}

function ProseLink({ target, children }: { target: string; children: ReactNode }) {
  const { href, kind } = linkTarget(target);
  if (kind === "page") {
    return (
      <Link href={href} prefetch={false}>
        {children}
      </Link>
    );
  }
  return <a href={href}>{children}</a>;
}
