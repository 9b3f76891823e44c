import { useLocale, useTranslations } from "next-intl";
import { languageName } from "@/lib/i18n/languages.ts";
import { localePath, routing } from "@/lib/i18n/routing.ts";
import { Icon } from "../icon.tsx";
import { themes } from "../page-choices.ts";

/*
 * The menus of the header are popovers, which the browser opens and closes; what they choose is handled in
 * `page-script.ts`.
 */

/** The same page in the other languages: plain links. */
export function LanguageMenu({ path }: { path: string }) {
  const t = useTranslations("LanguageMenu");
  const current = useLocale();
  const title = t("label", { language: languageName(current) });
  const [code = ""] = current.split("-");
  return (
    <>
      <button
        type="button"
        popoverTarget="languages"
        aria-label={`${code.toUpperCase()}, ${title}`}
        title={title}
        className="menu-button"
      >
        <Icon shape="languages" size={20} className="max-sm:hidden" />
        <span className="text-sm uppercase">{code}</span>
      </button>
      <div id="languages" popover="auto" className="menu-panel">
        <ul className="grid gap-0.5">
          {routing.locales.map((locale) => (
            <li key={locale}>
              <a
                href={localePath(locale, path)}
                hrefLang={locale}
                lang={locale}
                data-language={locale}
                aria-current={locale === current}
                className="menu-link"
              >
                <bdi>{languageName(locale)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Light, dark, or the device's theme. Without JavaScript, the device decides. */
export function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const title = t("title");
  return (
    <div className="noscript:hidden">
      <button type="button" popoverTarget="themes" title={title} className="menu-button">
        {/* The stylesheet shows the icon of the current choice. */}
        {themes.map((theme) => (
          <span key={theme} data-shown-in={theme}>
            <Icon shape={theme} size={20} label={t("label", { theme: t(theme) })} />
          </span>
        ))}
      </button>
      <div id="themes" popover="auto" className="menu-panel">
        <fieldset className="grid gap-0.5">
          <legend className="sr-only">{title}</legend>
          {themes.map((theme) => (
            <label key={theme} className="menu-choice">
              <input
                type="radio"
                name="theme"
                value={theme}
                defaultChecked={theme === themes[0]}
                className="size-6 accent-action"
              />
              {t(theme)}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
