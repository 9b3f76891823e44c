import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoints.ts";
import type { Meanings } from "@/lib/contract/meanings.ts";
import { parameterRows, typeText, type ParameterRow } from "@/lib/docs/tables.ts";
import { InlineProse } from "./prose.tsx";
import { RowName, Table } from "./table.tsx";

/** What an endpoint takes. */
export function ParameterTable({ endpoint, meanings }: { endpoint: Endpoint; meanings: Meanings }) {
  const t = useTranslations("Docs.columns");
  return (
    <Table label={t("parameter")} columns={[t("parameter"), t("type"), t("default"), t("meaning")]}>
      {parameterRows(endpoint, meanings).map((row) => (
        <tr key={row.name}>
          <RowName>{row.name}</RowName>
          <td>
            <ParameterType row={row} />
          </td>
          <td data-label={row.required ? undefined : t("default")}>
            <ParameterDefault row={row} />
          </td>
          <td>
            <InlineProse markdown={row.meaning} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function ParameterType({ row: { type, limits } }: { row: ParameterRow }) {
  const t = useTranslations("Docs");
  return (
    <>
      <code dir="ltr">{typeText(type).replaceAll('"', "")}</code>
      {limits !== undefined && (
        <small>
          {t(limits.of === "length" ? "characters" : "range", { min: limits.min, max: limits.max })}
        </small>
      )}
    </>
  );
}

function ParameterDefault({ row: { byDefault, required } }: { row: ParameterRow }) {
  const t = useTranslations("Docs");
  if (required) return <strong>{t("required")}</strong>;
  return byDefault === undefined ? t("none") : <code dir="ltr">{byDefault}</code>;
}
