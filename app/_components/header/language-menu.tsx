"use client";

import { Check, Languages } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { languageName } from "@/lib/i18n/language-names.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { Suspense } from "react";
import { Menu } from "./menu.tsx";

/** The same page in the other languages: plain links, which also remember the choice. */
export function LanguageMenu() {
  const t = useTranslations("LanguageMenu");
  return (
    <Menu
      label={t("label", { language: languageName(useLocale()) })}
      summary={<Languages aria-hidden className="size-5" />}
    >
      {/* A page that is drawn while building learns of its query in the browser only. */}
      <Suspense fallback={<LanguageLinks search="" />}>
        <LinksWithSearch />
      </Suspense>
    </Menu>
  );
}

function LanguageLinks({ search }: { search: string }) {
  const current = useLocale();
  const path = usePathname().split("/").slice(2);
  const addressIn = (locale: string) =>
    ["", locale, ...path].join("/") + (search === "" ? "" : `?${search}`);

  return (
    <ul className="grid max-h-[70dvh] gap-0.5 overflow-y-auto">
      {routing.locales.map((locale) => (
        <li key={locale}>
          <a
            href={addressIn(locale)}
            hrefLang={locale}
            lang={locale}
            aria-current={locale === current ? "true" : undefined}
            className="flex min-h-10 items-center justify-between gap-6 rounded-md px-3 hover:bg-sunken aria-[current]:font-semibold"
          >
            <bdi>{languageName(locale)}</bdi>
            {locale === current && <Check aria-hidden className="size-4 text-action" />}
          </a>
        </li>
      ))}
    </ul>
  );
}

function LinksWithSearch() {
  return <LanguageLinks search={useSearchParams().toString()} />;
}
