import { useLocale, useTranslations } from "next-intl";
import { NameTag, PageMain, UnknownHead } from "@/app/_components/elements.tsx";
import { localePath } from "@/lib/i18n/paths.ts";

/** For a page that calls `notFound()`, and for `global-not-found.tsx`: an unknown address. */
export default function NotFound() {
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
