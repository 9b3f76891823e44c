import { useTranslations } from "next-intl";
import type { Meanings, SchemaId } from "@/lib/contract/meanings.ts";
import { fieldRows, schemaIn, typeText, type FieldRow } from "@/lib/docs/tables.ts";
import { InlineProse } from "./prose.tsx";
import { RowName, Table } from "./table.tsx";

/** Where the fields of a body are explained on the page that explains them. */
export function schemaAnchor(schema: SchemaId): string {
  return `fields-${schema.toLowerCase()}`;
}

export interface FieldTableProps {
  schema: SchemaId;
  meanings: Meanings;
}

/** What a body is made of. */
export function FieldTable({ schema, meanings }: FieldTableProps) {
  const t = useTranslations("Docs.columns");
  return (
    <div id={schemaAnchor(schema)} className="scroll-mt-6">
      <p>
        <code dir="ltr">{schema}</code> <InlineProse markdown={meanings.schemas[schema]} />
      </p>
      <Table label={schema} columns={[t("field"), t("type"), t("meaning")]}>
        {fieldRows(schema, meanings).map((row) => (
          <tr key={row.name}>
            <RowName>{row.name}</RowName>
            <td>
              <FieldType row={row} />
            </td>
            <td>
              <InlineProse markdown={row.meaning} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function FieldType({ row: { type, nullable, optional } }: { row: FieldRow }) {
  const t = useTranslations("Docs");
  const schema = schemaIn(type);
  const text = <code dir="ltr">{typeText(type) + (nullable ? " | null" : "")}</code>;
  return (
    <>
      {schema === undefined ? text : <a href={`#${schemaAnchor(schema)}`}>{text}</a>}
      {optional && <small>{t("optional")}</small>}
    </>
  );
}
