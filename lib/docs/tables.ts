import { readConfiguration, variables } from "../configuration.ts";
import { headerExample } from "../contract/captured.ts";
import { compatServices, schemeOf } from "../contract/compat.ts";
import { clientValue, compatClients, compatRows } from "../contract/compat/listing.ts";
import { endpointOf, type EndpointId } from "../contract/endpoints.ts";
import { errorCodes, ERRORS } from "../contract/errors.ts";
import { RESPONSE_HEADERS } from "../contract/headers.ts";
import { meaningOf, type SchemaId } from "../contract/meanings.ts";
import { bodySchema, parametersOf, type Schema } from "../contract/schemas.ts";
import { capacity, cores, count, percent, type Day } from "./capacity/figures.ts";
import { errorAnchor, type Block, type DocsPage, type DocsTexts } from "./page.ts";

/** A table of the documentation, as HTML, Markdown and the search each write it. */
export interface Table {
  label: string;
  /** Markdown above the table. */
  intro?: string;
  /** The anchor of the table. */
  id?: string;
  columns: readonly string[];
  rows: readonly Row[];
}

interface Row {
  /** One for each column; the first names the row. */
  cells: readonly Cell[];
  /** Of the parameter in this row. */
  limits?: Limits | undefined;
  /** Whether the field in this row can be left out. */
  isOptional?: boolean;
}

/** The smallest and largest number, or length of a text. */
export interface Limits {
  of: "value" | "length";
  min: number;
  max: number;
}

export interface Cell {
  /** `default`: the code of a default. `value`: the same, which may wrap anywhere. */
  kind: "text" | "prose" | "code" | "url" | "default" | "value" | "required" | "none";
  text: string;
  /** Where code links to, on the same page. */
  href?: string | undefined;
}

const cellsOf = (kind: Cell["kind"]) => (text: string, href?: string) => ({ kind, text, href });
const plain = cellsOf("text");
const prose = cellsOf("prose");
const code = cellsOf("code");
const url = cellsOf("url");

export type TableBlock = Extract<
  Block,
  {
    kind:
      | "parameters"
      | "fields"
      | "schemes"
      | "clients"
      | "traffic"
      | "additions"
      | "errors"
      | "headers"
      | "variables";
  }
>;

/** The tables of a block: one, except for the URLs of other services. */
export function tablesOf(block: TableBlock, page: DocsPage, texts: DocsTexts): Table[] {
  const { meanings, configuration, locale, labels } = texts;
  const titles = "columns" in block ? block.columns.map((key) => texts.text(page.id, key)) : [];
  const { field, type, meaning, header, example, variable, status } = labels.columns;
  const tableOf = (columns: readonly string[], rows: readonly Cell[][]): Table => ({
    label: columns[0] ?? "",
    columns,
    rows: rows.map((cells) => ({ cells })),
  });
  const shares = ({ hits, stale, refused }: Day) =>
    [hits, stale, refused].map((share) => percent(locale, share));
  const mostUsed = ({ first, limits }: Day) =>
    `${texts.text(page.id, first)}: ${percent(locale, limits[first])}`;

  switch (block.kind) {
    case "parameters":
      return [parameterTable(block.endpoint, texts)];
    case "fields": {
      const fields = fieldRows(block.schema, page, texts);
      const intro = `\`${block.schema}\` ${meanings.schemas[block.schema]}`;
      const columns = [field, type, meaning];
      return [{ label: block.schema, intro, id: anchorOf(block.schema), columns, rows: fields }];
    }
    case "schemes":
      return compatServices.map((service) => {
        const { name: label } = schemeOf(service);
        const rows = compatRows(service).map((row) =>
          [row.old, row.here, row.native].map((one) => url(one)),
        );
        return { ...tableOf(titles, rows), label, intro: `**${label}**` };
      });
    case "clients": {
      const rows = compatClients.map(({ name, ...client }) => [
        plain(name),
        url(clientValue(client, texts.base)),
      ]);
      return [tableOf(titles, rows)];
    }
    case "traffic": {
      const rows = capacity.direct.map((day) =>
        [
          count(locale, day.requests),
          ...shares(day),
          count(locale, day.redisPerDay),
          cores(locale, day.coresAtPeak),
          mostUsed(day),
        ].map((text) => plain(text)),
      );
      return [tableOf(titles, rows)];
    }
    case "additions": {
      const rows = capacity.additions.map((day) =>
        [
          texts.text(page.id, day.addition),
          count(locale, day.requests),
          ...shares(day),
          mostUsed(day),
        ].map((text) => plain(text)),
      );
      return [tableOf(titles, rows)];
    }
    case "errors": {
      const rows = errorCodes.map((name) => [
        code(name, `#${errorAnchor(name)}`),
        plain(String(ERRORS[name])),
        prose(meanings.errors[name]),
      ]);
      return [tableOf([labels.columns.code, status, meaning], rows)];
    }
    case "headers": {
      const rows = Object.keys(RESPONSE_HEADERS).map((name) => [
        code(name),
        prose(meaningOf(meanings.headers, name)),
        code(headerExample(name)),
      ]);
      return [tableOf([header, meaning, example], rows)];
    }
    case "variables": {
      const rows = Object.entries(variableDefaults()).map(([name, value]) => [
        code(name),
        defaultCell("value", value, texts),
        prose(meaningOf(configuration, name)),
      ]);
      return [tableOf([variable, labels.columns.default, meaning], rows)];
    }
  }
}

function parameterTable(id: EndpointId, texts: DocsTexts): Table {
  const { parameter, type, default: byDefault, meaning } = texts.labels.columns;
  const { query, required } = endpointOf(id);
  const rows = parametersOf(query).map(({ name, meaning: said, schema }) => ({
    cells: [
      code(name),
      code(typeText(schema).replaceAll('"', "")),
      required.includes(name)
        ? cellsOf("required")(texts.labels.required)
        : defaultCell("default", defaultOf(schema), texts),
      prose(meaningOf(texts.meanings.parameters, said)),
    ],
    limits: limitsOf(schema),
  }));
  return { label: parameter, columns: [parameter, type, byDefault, meaning], rows };
}

function fieldRows(id: SchemaId, page: DocsPage, { meanings }: DocsTexts): Row[] {
  const { properties = {}, required = [] } = bodySchema(id, meanings);
  const shown = page.blocks.flatMap((one) => (one.kind === "fields" ? [one.schema] : []));
  return Object.entries(properties).map(([name, property]) => {
    const schema: Schema = Object(property);
    const type = typeText(schema);
    const named = /^\w+/.exec(type)?.[0];
    // Links to the fields of that body on the same page.
    const target = shown.find((other) => other === named);
    return {
      cells: [
        code(name),
        code(type, target && `#${anchorOf(target)}`),
        prose(schema.description ?? ""),
      ],
      isOptional: !required.includes(name),
    };
  });
}

function anchorOf(schema: SchemaId): string {
  return `fields-${schema.toLowerCase()}`;
}

function defaultCell(
  kind: "default" | "value",
  value: string | undefined,
  { labels }: DocsTexts,
): Cell {
  return value === undefined ? cellsOf("none")(labels.none) : cellsOf(kind)(value);
}

/** The default of a parameter, as written in a query. */
export function defaultOf({ default: value }: Schema): string | undefined {
  return typeof value === "string" || value === undefined ? value : JSON.stringify(value);
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): Limits | undefined {
  if (minLength !== undefined && maxLength !== undefined) {
    return { of: "length", min: minLength, max: maxLength };
  }
  if (minimum === undefined || maximum === undefined) return undefined;
  return { of: "value", min: minimum, max: maximum };
}

/** A type as programmers write it: `string`, `"java" | "bedrock"`, `Warning[]`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, "");
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((one) => typeText(Object(one))).join(" | ");
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type !== "array") return [schema.type].flat().join(" | ");
  const item = typeText(Object(schema.items));
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

/** Every environment variable with its default, from the code that reads them; undefined without one. */
export function variableDefaults(): Record<string, string | undefined> {
  const byDefault: Readonly<Record<string, unknown>> = readConfiguration({});
  return Object.fromEntries(
    Object.keys(variables).map((name) => {
      const value = byDefault[name] === null ? "off" : byDefault[name];
      const isPlain = typeof value === "string" || typeof value === "number";
      return [name, isPlain ? String(value) : undefined];
    }),
  );
}
