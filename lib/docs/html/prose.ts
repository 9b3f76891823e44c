import { Marked, type Tokens } from "marked";
import type { Locale } from "next-intl";
import { linkTarget } from "../pages.ts";
import { code, markup, type Html } from "./markup.ts";

/** Markdown of the messages as HTML. */
export function prose(markdown: string, locale: Locale): Html {
  return { html: parserFor(locale).parse(markdown, { async: false }) };
}

/** Markdown within a line. */
export function inlineProse(markdown: string, locale: Locale): Html {
  return { html: parserFor(locale).parseInline(markdown, { async: false }) };
}

const parsers = new Map<Locale, Marked>();

/** A parser whose links lead to pages in the same language. */
function parserFor(locale: Locale): Marked {
  const known = parsers.get(locale);
  if (known !== undefined) return known;
  const parser = new Marked({
    renderer: {
      codespan: ({ text }) => code(text).html,
      link({ href, tokens }) {
        const content = { html: this.parser.parseInline(tokens) };
        return markup`<a href="${hrefOf(href, locale)}">${content}</a>`.html;
      },
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[], start: string, end: string) =>
          row.map(({ tokens }) => start + this.parser.parseInline(tokens) + end).join("");
        const head = { html: cells(header, '<th scope="col">', "</th>") };
        const body = rows.map((row) => ({ html: `<tr>${cells(row, "<td>", "</td>")}</tr>` }));
        return tableBox(markup`<thead><tr>${head}</tr></thead><tbody>${body}</tbody>`).html;
      },
      html({ text }) {
        throw new TypeError(`The documentation cannot render ${text}.`);
      },
    },
  });
  parsers.set(locale, parser);
  return parser;
}

function hrefOf(target: string, locale: Locale): string {
  const { href, kind } = linkTarget(target);
  return kind === "page" ? `/${locale}${href.replace(/^\/$/, "")}` : href;
}

/** A table scrolls sideways on a phone, so it must be reachable by keyboard. */
export function tableBox(content: Html, label?: string): Html {
  const named = label === undefined ? [] : [markup` aria-label="${label}"`];
  return markup`<div class="docs-table" tabindex="0" role="group"${named}><table>${content}</table></div>`;
}
