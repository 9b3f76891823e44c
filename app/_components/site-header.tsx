import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation.ts";
import { NameTag } from "./name-tag.tsx";

export function SiteHeader() {
  const t = useTranslations("SiteHeader");
  return (
    <header className="mx-auto w-full max-w-5xl px-4 py-4">
      <Link href="/" aria-label={t("home")} className="inline-block">
        <NameTag>{t("name")}</NameTag>
      </Link>
    </header>
  );
}
