"use client";

import { Check, Languages } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { languageName } from "@/lib/i18n/language-names.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { Menu } from "./menu.tsx";

/** The same page in the other languages: plain links, which also remember the choice. */
export function LanguageMenu() {
  const t = useTranslations("LanguageMenu");
  const current = useLocale();
  const path = usePathname().split("/").slice(2);
  const search = useSearchParams().toString();
  const addressIn = (locale: string) =>
    ["", locale, ...path].join("/") + (search === "" ? "" : `?${search}`);

  return (
    <Menu
      label={t("label", { language: languageName(current) })}
      summary={<Languages aria-hidden className="size-5" />}
    >
      <ul className="grid max-h-[70dvh] gap-0.5 overflow-y-auto">
        {routing.locales.map((locale) => (
          <li key={locale}>
            <a
              href={addressIn(locale)}
              hrefLang={locale}
              lang={locale}
              dir="auto"
              aria-current={locale === current ? "true" : undefined}
              className="flex min-h-10 items-center justify-between gap-6 rounded-md px-3 hover:bg-sunken aria-[current]:font-semibold"
            >
              {languageName(locale)}
              {locale === current && <Check aria-hidden className="size-4 text-action" />}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
