import { useTranslations } from "next-intl";
import { meaningOf } from "@/lib/contract/meanings.ts";
import { variableRows } from "@/lib/docs/tables.ts";
import { InlineProse } from "./prose.tsx";
import { RowName, Table } from "./table.tsx";

export interface VariableTableProps {
  /** What each variable means. */
  meanings: Readonly<Record<string, string>>;
}

/** Every variable of the environment. */
export function VariableTable({ meanings }: VariableTableProps) {
  const t = useTranslations("Docs");
  return (
    <Table
      label={t("columns.variable")}
      columns={[t("columns.variable"), t("columns.default"), t("columns.meaning")]}
    >
      {variableRows().map(({ name, byDefault }) => (
        <tr key={name}>
          <RowName>{name}</RowName>
          <td data-label={t("columns.default")}>
            {byDefault === undefined ? (
              t("none")
            ) : (
              <code dir="ltr" className="inline-block min-w-24 break-all">
                {byDefault}
              </code>
            )}
          </td>
          <td>
            <InlineProse markdown={meaningOf(meanings, name)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
