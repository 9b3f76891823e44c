import { marked, type Token, type Tokens } from "marked";
import type { ReactNode } from "react";
import { linkTarget } from "@/lib/docs/pages.ts";
import { Link } from "@/lib/i18n/navigation.ts";

/** Markdown of the messages as elements: only what the messages use. */
export function Prose({ markdown }: { markdown: string }) {
  return <>{marked.lexer(markdown).map(renderBlock)}</>;
}

/** Markdown within a line. */
export function InlineProse({ markdown }: { markdown: string }) {
  return <>{marked.Lexer.lexInline(markdown).map(renderInline)}</>;
}

function renderBlock(token: Token, index: number): ReactNode {
  switch (token.type) {
    case "space":
      return null;
    case "paragraph":
      return <p key={index}>{renderAll(token)}</p>;
    case "list":
      return renderList(token as Tokens.List, index);
    case "table":
      return renderTable(token as Tokens.Table, index);
    default:
      return renderInline(token, index);
  }
}

function renderList({ ordered, items }: Tokens.List, index: number): ReactNode {
  const List = ordered ? "ol" : "ul";
  return (
    <List key={index}>
      {items.map((item, position) => (
        <li key={position}>{item.tokens.map(renderBlock)}</li>
      ))}
    </List>
  );
}

function renderTable({ header, rows }: Tokens.Table, index: number): ReactNode {
  return (
    <div key={index} className="docs-table" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th key={cell.text} scope="col">
                {cell.tokens.map(renderInline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.map(({ text }) => text).join()}>
              {cells.map((cell, column) => (
                <td key={header[column]?.text}>{cell.tokens.map(renderInline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderInline(token: Token, index: number): ReactNode {
  switch (token.type) {
    case "codespan":
      return (
        <code key={index} dir="ltr">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "strong":
      return <strong key={index}>{renderAll(token)}</strong>;
    case "em":
      return <em key={index}>{renderAll(token)}</em>;
    case "link":
      return (
        <ProseLink key={index} target={(token as Tokens.Link).href}>
          {renderAll(token)}
        </ProseLink>
      );
    case "text":
      return "tokens" in token && token.tokens ? renderAll(token) : (token as Tokens.Text).text;
    default:
      throw new TypeError(`The documentation cannot render ${token.type}.`);
  }
}

function renderAll(token: Token): ReactNode {
  return "tokens" in token ? token.tokens?.map(renderInline) : null;
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
