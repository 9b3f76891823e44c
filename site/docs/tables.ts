import {
  readConfiguration,
  variableGroups,
  variables,
} from "../../lib/configuration/configuration.ts";
import * as contract from "./contract.ts";
import type { Endpoint, EndpointId, Parameter, Schema, SchemaId } from "./contract.ts";
import type { Block, TableBlock } from "./blocks.ts";
import { errorAnchor } from "./pages.ts";
import type { DocsTexts } from "./texts.ts";

/** A table of the documentation, as the page, its Markdown and the search each write it. */
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
  /** The limits of the parameter in this row. */
  limits?: Limits | undefined;
  /** The anchor of the last cell, which describes the row. */
  meaningId?: string;
  /** The field in this row can be left out. */
  isOptional?: boolean;
}

/** The smallest and largest number, or length of a text. */
export interface Limits {
  of: "value" | "length";
  min: number;
  max: number;
}

export interface Cell {
  /**
   * `default`: the code of a default. `value`: the same, which may wrap anywhere. `phrase`: a few words of
   * prose, which need the title of their column.
   */
  kind: "text" | "prose" | "phrase" | "code" | "url" | "default" | "value" | "required" | "none";
  text: string;
  /** The target of a link in the code, on the same page. */
  href?: string | undefined;
}

const cell = (kind: Cell["kind"], text: string, href?: string): Cell => ({ kind, text, href });

const TABLES: Record<TableBlock["kind"], true> = {
  Parameters: true,
  Fields: true,
  CompatUrls: true,
  CompatClients: true,
  Errors: true,
  ImageErrors: true,
  Headers: true,
  Configuration: true,
};

export function isTable(block: Block): block is TableBlock {
  return Object.hasOwn(TABLES, block.kind);
}

/**
 * The tables of a component: mostly one.
 * @param blocks The blocks of its page, on which types link to the fields of other bodies.
 */
export function tablesOf(block: TableBlock, texts: DocsTexts, blocks: readonly Block[]): Table[] {
  const { descriptions, labels } = texts;
  const { columns: names } = labels;
  const tableOf = (columns: readonly string[], rows: readonly Cell[][]): Table => ({
    label: columns[0] ?? "",
    columns,
    rows: rows.map((cells) => ({ cells })),
  });

  switch (block.kind) {
    case "Parameters":
      return [parameterTable(block.endpoint, texts)];
    case "Fields":
      return [fieldTable(block.schema, texts, blocks)];
    case "CompatUrls": {
      const { name: label, host } = contract.schemeOf(block.service);
      // Here, a path is that of the original below the name of the service.
      const rows = contract.compatRows(block.service).map(({ old, here, native, compared }) => [
        here === undefined ? cell("value", old) : cell("url", here),
        native === undefined ? cell("text", "–") : cell("url", native),
        // It says what it is about.
        cell("prose", labels.compared[compared]),
      ]);
      const columns = [names.here, names.native, names.compared];
      return [{ ...tableOf(columns, rows), label, intro: `\`${host}\`` }];
    }
    case "CompatClients": {
      const rows = contract.compatClients.map(({ name, ...client }) => [
        cell("text", name),
        cell("url", contract.clientValue(client, texts.base)),
      ]);
      return [tableOf([names.program, names.url], rows)];
    }
    case "Errors": {
      const rows = contract.errorCodes.map((code) => {
        const { retry, show } = contract.HANDLING[code];
        return [
          cell("code", code, `#${errorAnchor(code)}`),
          cell("text", String(contract.ERRORS[code])),
          cell("prose", descriptions.errors[code]),
          cell("phrase", labels.retries[retry]),
          cell("phrase", labels.shows[show]),
        ];
      });
      const columns = [names.code, names.status, names.meaning, names.retry, names.show];
      return [tableOf(columns, rows)];
    }
    case "ImageErrors": {
      const { endpoint, otherErrors, json, defaultImage, placeholder, placeholderOrJson } = names;
      const all: readonly Endpoint[] = contract.endpoints;
      const images = all.filter((endpoint) => endpoint.images !== undefined);
      const rows = images.map(({ path, imageErrors = [], query }) => {
        const failed = "default" in query.shape ? placeholderOrJson : placeholder;
        const shows = (status: number) => imageErrors.includes(status);
        return [
          cell("code", path),
          cell("phrase", shows(404) ? defaultImage : json),
          cell("phrase", shows(502) ? failed : json),
          cell("phrase", json),
        ];
      });
      return [tableOf([endpoint, "404", "502", otherErrors], rows)];
    }
    case "Headers": {
      const rows = Object.keys(contract.RESPONSE_HEADERS).map((name) => [
        cell("code", name),
        cell("prose", contract.headerDescription(descriptions, name)),
        cell("code", contract.headerExample(name)),
      ]);
      return [tableOf([names.header, names.meaning, names.example], rows)];
    }
    case "Configuration": {
      const byDefault = variableDefaults();
      const rowOf = (name: string) => {
        const value = byDefault[name];
        return [
          cell("code", name),
          value === undefined ? cell("none", labels.none) : cell("value", value),
          cell("prose", contract.descriptionOf(texts.configuration, name)),
        ];
      };
      const columns = [names.variable, names.default, names.meaning];
      return (["first", "more", "mirrors"] as const).map((group) => {
        const label = labels.variables[group];
        const table = tableOf(columns, variableGroups[group].map(rowOf));
        return { ...table, label, intro: `**${label}**` };
      });
    }
  }
}

function parameterTable(id: EndpointId, { labels, descriptions }: DocsTexts): Table {
  const { parameter, type, default: byDefault, meaning } = labels.columns;
  const rows = contract.parametersOf(contract.endpointOf(id)).map((described) => {
    const optional =
      described.byDefault === undefined
        ? cell("none", labels.none)
        : cell("default", described.byDefault);
    return {
      cells: [
        cell("code", described.name),
        cell("code", typeText(described.schema).replaceAll('"', "")),
        described.isRequired ? cell("required", labels.required) : optional,
        cell("prose", contract.descriptionOf(descriptions.parameters, described.description)),
      ],
      limits: limitsOf(described.schema),
      // The field in the form refers to it.
      meaningId: `${id}-${described.name}`,
    };
  });
  return { label: parameter, columns: [parameter, type, byDefault, meaning], rows };
}

function fieldTable(
  id: SchemaId,
  { labels, descriptions }: DocsTexts,
  blocks: readonly Block[],
): Table {
  const { field, type, meaning } = labels.columns;
  const { properties = {}, required = [] } = contract.bodySchema(id, descriptions);
  const shown = blocks.flatMap((one) => (one.kind === "Fields" ? [one.schema] : []));
  const rows = Object.entries(properties).map(([name, property]) => {
    const schema: Schema = Object(property);
    const written = typeText(schema);
    // Links to the fields of that body on the same page.
    const target = shown.find((other) => other === /^\w+/.exec(written)?.[0]);
    return {
      cells: [
        cell("code", name),
        cell("code", written, target && `#${anchorOf(target)}`),
        cell("prose", schema.description ?? ""),
      ],
      isOptional: !required.includes(name),
    };
  });
  const intro = `\`${id}\` ${descriptions.schemas[id]}`;
  return { label: id, intro, id: anchorOf(id), columns: [field, type, meaning], rows };
}

function anchorOf(schema: SchemaId): string {
  return `fields-${schema.toLowerCase()}`;
}

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): Limits | undefined {
  const of = minLength === undefined ? "value" : "length";
  const [min, max] = of === "value" ? [minimum, maximum] : [minLength, maxLength];
  return min === undefined || max === undefined ? undefined : { of, min, max };
}

/** A type as programmers write it: `string`, `"java" | "bedrock"`, `Warning[]`. */
function typeText(schema: Schema): string {
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

/** The values that a parameter accepts, as written in a query. */
type FieldInput =
  /** `value` is the example. */
  | { kind: "text"; value: string }
  /** Without a default, leaving the parameter out is an option of its own. */
  | { kind: "choice"; options: readonly string[]; defaultValue?: string }
  | { kind: "integer"; min: number; max: number; defaultValue?: string }
  /** The only value. */
  | { kind: "fixed"; value: string };

/** A field of a form. */
export type FormField = FieldInput & {
  name: string;
  isRequired?: true;
};

/** The form of an endpoint, as plain values: every parameter, in the order of the contract. */
export function formOf(endpoint: Endpoint): { path: string; fields: FormField[] } {
  const fields = contract.parametersOf(endpoint).map((parameter) => ({
    name: parameter.name,
    ...(parameter.isRequired && { isRequired: true as const }),
    ...inputOf(parameter),
  }));
  return { path: contract.paths[endpoint.id], fields };
}

function inputOf({ schema, byDefault, example = "" }: Parameter): FieldInput {
  const { type, minimum: min, maximum: max } = schema;
  if (schema.const !== undefined) return { kind: "fixed", value: example };
  const options = type === "boolean" ? ["true", "false"] : schema.enum?.map(String);
  const optional = byDefault === undefined ? {} : { defaultValue: byDefault };
  if (options !== undefined) return { kind: "choice", options, ...optional };
  if (min !== undefined && max !== undefined) return { kind: "integer", min, max, ...optional };
  return { kind: "text", value: example };
}
