import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { languageName } from "@/site/i18n/languages.ts";
import { localePath, routing } from "@/site/i18n/routing.ts";
import { Icon } from "../icon.tsx";
import { themes } from "../page-choices.ts";

/** Icons that nothing else shows, from lucide (ISC licence) as well. */
const paths = {
  languages: "M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6",
  system: "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 18a6 6 0 0 0 0-12v12z",
  light:
    "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
  dark: "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
};

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
      <MenuButton opens="languages" title={title} label={`${code.toUpperCase()}, ${title}`}>
        <Icon path={paths.languages} size={20} />
        <span className="menu-code">{code}</span>
      </MenuButton>
      <MenuPanel id="languages">
        <ul translate="no">
          {routing.locales.map((locale) => (
            <li key={locale}>
              <a
                href={localePath(locale, path)}
                hrefLang={locale}
                lang={locale}
                data-language={locale}
                aria-current={locale === current ? "true" : undefined}
              >
                <bdi>{languageName(locale)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </MenuPanel>
    </>
  );
}

/** Light, dark, or the device's theme. Without JavaScript, the device decides. */
export function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const title = t("title");
  return (
    <div className="noscript:hidden">
      <MenuButton opens="themes" title={title}>
        {/* The style sheet shows the icon of the current one. */}
        {themes.map((theme) => (
          <span key={theme} data-shown-in={theme}>
            <Icon path={paths[theme]} size={20} label={t("label", { theme: t(theme) })} />
          </span>
        ))}
      </MenuButton>
      <MenuPanel id="themes">
        <fieldset>
          <legend className="sr-only">{title}</legend>
          {themes.map((theme) => (
            <label key={theme}>
              <input type="radio" name="theme" value={theme} defaultChecked={theme === themes[0]} />
              {t(theme)}
            </label>
          ))}
        </fieldset>
      </MenuPanel>
    </div>
  );
}

interface MenuButtonProps {
  /** The id of its menu. */
  opens: string;
  title: string;
  /** Its name for screen readers, if that is more than its title. */
  label?: string;
  children: ReactNode;
}

function MenuButton({ opens, title, label, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      popoverTarget={opens}
      aria-label={label}
      title={title}
      className="menu-button"
    >
      {children}
    </button>
  );
}

/** Below the header, at its end. A popover stands above the page, which it scrolls with. */
function MenuPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} popover="auto" className="menu-panel">
      {children}
    </div>
  );
}
