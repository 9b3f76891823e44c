import {
  clientValue,
  compatClients,
  compatRows,
  compatServices,
  schemeOf,
} from "../../contract/compat.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import { errorCodes, ERRORS } from "../../contract/errors.ts";
import { headerExample } from "../../contract/captured.ts";
import { RESPONSE_HEADERS } from "../../contract/headers.ts";
import { meaningOf, type SchemaId } from "../../contract/meanings.ts";
import { errorAnchor, type DocsPage, type DocsTexts } from "../page.ts";
import {
  fieldRows,
  parameterRows,
  schemaIn,
  typeText,
  variableRows,
  type Limits,
  type ParameterRow,
} from "../tables.ts";
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

function table(label: string, columns: readonly string[], rows: readonly Html[]): Html {
  const head = columns.map((column) => markup`<th scope="col">${column}</th>`);
  return tableBox(markup`<thead><tr>${head}</tr></thead><tbody>${rows}</tbody>`, label);
}

/** A row: its name, the cells between, and what it means. */
function row(name: Html, cells: readonly Html[], meaning: Html): Html {
  return markup`<tr><th scope="row">${name}</th>${cells}<td>${meaning}</td></tr>`;
}

function cell(content: Html, label?: string): Html {
  return label === undefined
    ? markup`<td>${content}</td>`
    : markup`<td data-label="${label}">${content}</td>`;
}

/** The parameters of an endpoint. */
export function parameterTable(endpoint: Endpoint, { texts, limitsLabel }: Writing): Html {
  const { columns, required, none } = texts.labels;
  const limitsOf = ({ limits }: ParameterRow) =>
    limits === undefined ? [] : [markup`<small>${limitsLabel(limits)}</small>`];
  const defaultOf = ({ byDefault }: ParameterRow) =>
    byDefault === undefined ? markup`${none}` : code(byDefault);
  const rows = parameterRows(endpoint, texts.meanings).map((parameter) =>
    row(
      code(parameter.name),
      [
        cell(markup`${code(typeText(parameter.type).replaceAll('"', ""))}${limitsOf(parameter)}`),
        parameter.required
          ? cell(markup`<strong>${required}</strong>`)
          : cell(defaultOf(parameter), columns.default),
      ],
      inlineProse(parameter.meaning, texts.locale),
    ),
  );
  const { parameter, type, default: byDefault, meaning } = columns;
  return table(parameter, [parameter, type, byDefault, meaning], rows);
}

/** A URL that may wrap after each part of its path or query. */
function urlCode(text: string): Html {
  const [first = "", ...rest] = text.split(/(?<=[/?&])/);
  return markup`<code dir="ltr">${first}${rest.map((part) => markup`<wbr>${part}`)}</code>`;
}

/** The URLs of other services, one table for each service. */
export function schemeTables(columns: readonly string[]): Html {
  const tables = compatServices.map((service) => {
    const { name } = schemeOf(service);
    const rows = compatRows(service).map(({ old, here, native }) =>
      row(urlCode(old), [cell(urlCode(here))], urlCode(native)),
    );
    return markup`<p><strong>${name}</strong></p>${table(name, columns, rows)}`;
  });
  return markup`${tables}`;
}

/** Rows of plain cells, the first of which names the row. */
export function rowTable(columns: readonly string[], rows: readonly (readonly string[])[]): Html {
  const cells = rows.map(([name = "", ...others]) => {
    const values = others.map((value, at) => cell(markup`${value}`, columns[at + 1]));
    return markup`<tr><th scope="row">${name}</th>${values}</tr>`;
  });
  return table(columns[0] ?? "", columns, cells);
}

/** The URLs to configure programs with. */
export function clientTable(columns: readonly string[], { texts }: Writing): Html {
  const rows = compatClients.map(({ name, ...client }) =>
    row(markup`${name}`, [], urlCode(clientValue(client, texts.base))),
  );
  return table(columns[0] ?? "", columns, rows);
}

/** The fields of a body. */
export function fieldTable(schema: SchemaId, page: DocsPage, { texts }: Writing): Html {
  const { meanings, locale, labels } = texts;
  const { field, type, meaning } = labels.columns;
  const rows = fieldRows(schema, meanings).map((one) => {
    const text = code(typeText(one.type) + (one.nullable ? " | null" : ""));
    const target = schemaIn(one.type);
    const isOnPage = page.blocks.some(
      (block) => block.kind === "fields" && block.schema === target,
    );
    // Links to the fields of that body on the same page.
    const linked =
      target !== undefined && isOnPage
        ? markup`<a href="#${schemaAnchor(target)}">${text}</a>`
        : text;
    const optional = one.optional ? [markup`<small>${labels.optional}</small>`] : [];
    return row(
      code(one.name),
      [cell(markup`${linked}${optional}`)],
      inlineProse(one.meaning, locale),
    );
  });
  const about = markup`<p>${code(schema)} ${inlineProse(meanings.schemas[schema], locale)}</p>`;
  return markup`<div id="${schemaAnchor(schema)}">${about}${table(schema, [field, type, meaning], rows)}</div>`;
}

function schemaAnchor(schema: SchemaId): string {
  return `fields-${schema.toLowerCase()}`;
}

/** Every response header that clients may rely on. */
export function headerTable({ texts }: Writing): Html {
  const { header, meaning, example: column } = texts.labels.columns;
  const rows = Object.keys(RESPONSE_HEADERS).map((name) =>
    row(
      code(name),
      [cell(inlineProse(meaningOf(texts.meanings.headers, name), texts.locale))],
      code(headerExample(name)),
    ),
  );
  return table(header, [header, meaning, column], rows);
}

/** Every error code, linked to its section on the same page. */
export function errorTable({ texts }: Writing): Html {
  const { code: column, status, meaning } = texts.labels.columns;
  const rows = errorCodes.map((name) =>
    row(
      markup`<a href="#${errorAnchor(name)}">${code(name)}</a>`,
      [cell(markup`${ERRORS[name]}`, status)],
      inlineProse(texts.meanings.errors[name], texts.locale),
    ),
  );
  return table(column, [column, status, meaning], rows);
}

/** Every environment variable and what it means. */
export function variableTable({ texts }: Writing): Html {
  const { columns, none } = texts.labels;
  const rows = variableRows().map(({ name, byDefault }) => {
    const value =
      byDefault === undefined
        ? markup`${none}`
        : markup`<code dir="ltr" class="docs-value">${byDefault}</code>`;
    const meaning = inlineProse(meaningOf(texts.configuration, name), texts.locale);
    return row(code(name), [cell(value, columns.default)], meaning);
  });
  const { variable, default: byDefault, meaning } = columns;
  return table(variable, [variable, byDefault, meaning], rows);
}
