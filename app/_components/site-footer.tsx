import { useTranslations } from "next-intl";

export function SiteFooter() {
  const t = useTranslations("SiteFooter");
  return (
    <footer className="border-line text-muted border-t">
      <div className="mx-auto flex max-w-5xl flex-wrap justify-between gap-x-8 gap-y-2 px-4 py-6 text-sm">
        <p className="text-pretty">{t("affiliation")}</p>
        <p>
          <a href="/openapi.json">{t("openapi")}</a>
        </p>
      </div>
    </footer>
  );
}
