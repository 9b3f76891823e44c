import type { DocsTexts } from "../page.ts";
import type { Cell, Limits, Table } from "../tables.ts";
import { code, markup, type Html } from "./markup.ts";
import { inlineProse, tableBox } from "./prose.ts";

/** The texts that tables and headings of a page need. */
export interface Writing {
  texts: DocsTexts;
  /** The label of a link to a heading. */
  anchorLabel(this: void, heading: string): string;
  /** Limits in words. */
  limitsLabel(this: void, limits: Limits): string;
}

/** Cells that name their column on a phone, where a row is a block. */
const LABELLED: readonly Cell["kind"][] = ["text", "none", "default", "value"];

export function tableHtml(table: Table, { texts, limitsLabel }: Writing): Html {
  const { label, intro, id, columns } = table;
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`);
  const rows = table.rows.map(({ cells: [name, ...others], limits, isOptional = false }) => {
    const notes = [
      ...(limits === undefined ? [] : [markup`<small>${limitsLabel(limits)}</small>`]),
      ...(isOptional ? [markup`<small>${texts.labels.optional}</small>`] : []),
    ];
    const data = others.map((cell, at) => {
      const column = LABELLED.includes(cell.kind)
        ? [markup` data-label="${columns[at + 1] ?? ""}"`]
        : [];
      return markup`<td${column}>${cellHtml(cell, texts)}${at === 0 ? notes : []}</td>`;
    });
    return markup`<tr><th scope="row">${name === undefined ? [] : cellHtml(name, texts)}</th>${data}</tr>`;
  });
  const box = tableBox(markup`<thead><tr>${head}</tr></thead><tbody>${rows}</tbody>`, label);
  if (intro === undefined) return box;
  const introduced = markup`<p>${inlineProse(intro, texts.locale)}</p>${box}`;
  return id === undefined ? introduced : markup`<div id="${id}">${introduced}</div>`;
}

function cellHtml({ kind, text, href }: Cell, { locale }: DocsTexts): Html {
  switch (kind) {
    case "text":
    case "none":
      return markup`${text}`;
    case "prose":
      return inlineProse(text, locale);
    case "code":
    case "default":
      return href === undefined ? code(text) : markup`<a href="${href}">${code(text)}</a>`;
    case "value":
      return markup`<code dir="ltr" class="docs-value">${text}</code>`;
    case "url": {
      // It may wrap after each part of its path or query.
      const [first = "", ...rest] = text.split(/(?<=[/?&])/);
      return markup`<code dir="ltr">${first}${rest.map((part) => markup`<wbr>${part}`)}</code>`;
    }
    case "required":
      return markup`<strong>${text}</strong>`;
  }
}
