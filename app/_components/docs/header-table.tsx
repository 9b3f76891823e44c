import { useTranslations } from "next-intl";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import { meaningOf, type Meanings } from "@/lib/contract/meanings.ts";
import { InlineProse } from "./prose.tsx";
import { RowName, Table } from "./table.tsx";

/** Every response header a client may rely on. */
export function HeaderTable({ meanings }: { meanings: Meanings }) {
  const t = useTranslations("Docs.columns");
  return (
    <Table label={t("header")} columns={[t("header"), t("meaning"), t("example")]}>
      {Object.entries(RESPONSE_HEADERS).map(([name, { example }]) => (
        <tr key={name}>
          <RowName>{name}</RowName>
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
