import { useTranslations } from "next-intl";
import { ERRORS, errorCodes } from "@/lib/contract/errors.ts";
import type { Meanings } from "@/lib/contract/meanings.ts";
import { errorAnchor } from "@/lib/docs/links.ts";
import { InlineProse } from "./prose.tsx";
import { Table } from "./table.tsx";

/** Every error code; each leads to its section on the same page. */
export function ErrorTable({ meanings }: { meanings: Meanings }) {
  const t = useTranslations("Docs.columns");
  return (
    <Table label={t("code")} columns={[t("code"), t("status"), t("meaning")]}>
      {errorCodes.map((code) => (
        <tr key={code}>
          <th scope="row">
            <a href={`#${errorAnchor(code)}`}>
              <code dir="ltr">{code}</code>
            </a>
          </th>
          <td data-label={t("status")}>{ERRORS[code]}</td>
          <td>
            <InlineProse markdown={meanings.errors[code]} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
