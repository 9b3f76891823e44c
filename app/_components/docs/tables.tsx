import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import { meaningOf, type Meanings, type SchemaId } from "@/lib/contract/meanings.ts";
import { fieldRows, parameterRows, schemaIn, typeText, variableRows } from "@/lib/docs/tables.ts";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import { errorCodes, ERRORS } from "@/lib/contract/errors.ts";
import { errorAnchor } from "@/lib/docs/pages.ts";
import { InlineProse } from "./prose.tsx";

interface TableProps {
  label: string;
  columns: readonly string[];
  children: ReactNode;
}

/** A table of the reference. It scrolls sideways on a phone, so the keyboard must reach it. */
function Table({ label, columns, children }: TableProps) {
  return (
    <div className="docs-table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface RowProps {
  name: string;
  /** Where more is said of it. */
  href?: string;
  /** Markdown. */
  meaning: string;
  /** The cells between the name and the meaning. */
  children?: ReactNode;
}

function RowName({ name, href }: Pick<RowProps, "name" | "href">) {
  const code = <code dir="ltr">{name}</code>;
  return <th scope="row">{href === undefined ? code : <a href={href}>{code}</a>}</th>;
}

/** A name and what it means. */
function Row({ meaning, children, ...name }: RowProps) {
  return (
    <tr>
      <RowName {...name} />
      {children}
      <td>
        <InlineProse markdown={meaning} />
      </td>
    </tr>
  );
}

interface EndpointTableProps {
  endpoint: Endpoint;
  meanings: Meanings;
}

/** What an endpoint takes. */
export function ParameterTable({ endpoint, meanings }: EndpointTableProps) {
  const t = useTranslations("Docs");
  const columns = [
    t("columns.parameter"),
    t("columns.type"),
    t("columns.default"),
    t("columns.meaning"),
  ];
  return (
    <Table label={t("columns.parameter")} columns={columns}>
      {parameterRows(endpoint, meanings).map(
        ({ name, meaning, type, limits, required, byDefault }) => (
          <Row key={name} name={name} meaning={meaning}>
            <td>
              <code dir="ltr">{typeText(type).replaceAll('"', "")}</code>
              {limits !== undefined && (
                <small>{t(limits.of === "length" ? "characters" : "range", limits)}</small>
              )}
            </td>
            <td data-label={required ? undefined : t("columns.default")}>
              {required ? (
                <strong>{t("required")}</strong>
              ) : byDefault === undefined ? (
                t("none")
              ) : (
                <code dir="ltr">{byDefault}</code>
              )}
            </td>
          </Row>
        ),
      )}
    </Table>
  );
}

/** What a body is made of. */
export function FieldTable({ schema, meanings }: { schema: SchemaId; meanings: Meanings }) {
  const t = useTranslations("Docs");
  const columns = [t("columns.field"), t("columns.type"), t("columns.meaning")];
  return (
    <div id={schemaAnchor(schema)} className="scroll-mt-6">
      <p>
        <code dir="ltr">{schema}</code> <InlineProse markdown={meanings.schemas[schema]} />
      </p>
      <Table label={schema} columns={columns}>
        {fieldRows(schema, meanings).map(({ name, meaning, type, nullable, optional }) => (
          <Row key={name} name={name} meaning={meaning}>
            <td>
              <SchemaLink schema={schemaIn(type)}>
                <code dir="ltr">{typeText(type) + (nullable ? " | null" : "")}</code>
              </SchemaLink>
              {optional && <small>{t("optional")}</small>}
            </td>
          </Row>
        ))}
      </Table>
    </div>
  );
}

/** Leads to where the fields of a body are explained on the same page. */
function SchemaLink({ schema, children }: { schema: SchemaId | undefined; children: ReactNode }) {
  return schema === undefined ? children : <a href={`#${schemaAnchor(schema)}`}>{children}</a>;
}

function schemaAnchor(schema: SchemaId): string {
  return `fields-${schema.toLowerCase()}`;
}

/** Every response header a client may rely on. */
export function HeaderTable({ meanings }: { meanings: Meanings }) {
  const t = useTranslations("Docs.columns");
  return (
    <Table label={t("header")} columns={[t("header"), t("meaning"), t("example")]}>
      {Object.entries(RESPONSE_HEADERS).map(([name, { example }]) => (
        <tr key={name}>
          <RowName name={name} />
          <td>
            <InlineProse markdown={meaningOf(meanings.headers, name)} />
          </td>
          <td>
            <code dir="ltr" className="break-words">
              {example}
            </code>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Every error code; each leads to its section on the same page. */
export function ErrorTable({ meanings }: { meanings: Meanings }) {
  const t = useTranslations("Docs.columns");
  return (
    <Table label={t("code")} columns={[t("code"), t("status"), t("meaning")]}>
      {errorCodes.map((code) => (
        <Row key={code} name={code} href={`#${errorAnchor(code)}`} meaning={meanings.errors[code]}>
          <td data-label={t("status")}>{ERRORS[code]}</td>
        </Row>
      ))}
    </Table>
  );
}

/** Every variable of the environment, and what each means. */
export function VariableTable({ meanings }: { meanings: Readonly<Record<string, string>> }) {
  const t = useTranslations("Docs");
  const columns = [t("columns.variable"), t("columns.default"), t("columns.meaning")];
  return (
    <Table label={t("columns.variable")} columns={columns}>
      {variableRows().map(({ name, byDefault }) => (
        <Row key={name} name={name} meaning={meaningOf(meanings, name)}>
          <td data-label={t("columns.default")}>
            {byDefault === undefined ? (
              t("none")
            ) : (
              <code dir="ltr" className="inline-block min-w-24 break-all">
                {byDefault}
              </code>
            )}
          </td>
        </Row>
      ))}
    </Table>
  );
}
