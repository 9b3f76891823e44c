import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";

/** Names the operator of this instance; nothing when the operator has given no name. */
export function OperatorName() {
  const t = useTranslations("SiteFooter");
  const { OPERATOR_NAME: name } = siteConfiguration();
  if (name === undefined) return null;
  return (
    <span className="wrap-anywhere">{t.rich("operator", { operator: name, name: asName })}</span>
  );
}

const asName = (name: ReactNode) => <bdi translate="no">{name}</bdi>;

/** The same as a sentence of a page, with the way to reach them. */
export function OperatorNote() {
  const t = useTranslations("SiteFooter");
  const { OPERATOR_NAME: name, CONTACT_URL: contact } = siteConfiguration();
  if (name === undefined && contact === undefined) return null;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 pt-6">
      <OperatorName />
      {contact !== undefined && <a href={contact}>{t("contact")}</a>}
    </p>
  );
}
