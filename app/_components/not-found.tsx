import { useLocale, useTranslations } from "next-intl";
import { NameTag, PageMain, UnknownHead } from "./elements.tsx";
import { localePath } from "@/lib/i18n/paths.ts";

/** Shown for a URL without a page. */
export function NotFound() {
  const t = useTranslations("NotFound");
  const locale = useLocale();
  return (
    <PageMain>
      <div className="flex flex-col items-center gap-4 py-8 text-center">
        <NameTag>{t("tag")}</NameTag>
        <UnknownHead />
        <h1 className="text-3xl font-bold tracking-tight text-balance">{t("title")}</h1>
        <p className="max-w-prose text-muted text-pretty">{t("hint")}</p>
        <a href={localePath(locale)} className="button">
          {t("home")}
        </a>
      </div>
    </PageMain>
  );
}
