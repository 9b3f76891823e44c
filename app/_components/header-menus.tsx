import type { ReactNode } from "react";
import { languageName } from "@/lib/i18n/languages.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { routing } from "@/lib/i18n/routing.ts";
import type { FrameProps } from "./document.tsx";
import { Icon } from "./icons.tsx";
import { theme } from "./page-choices.ts";

/*
 * The menus of the header are popovers, which the browser opens and closes. Their click handlers are in
 * `page-script.ts`, so that no page loads code for them.
 */

interface MenuProps {
  id: string;
  /** The content of the button. */
  summary: ReactNode;
  title: string;
  /** The name of the button where `summary` is not enough. */
  label?: string;
  children: ReactNode;
}

/** A small panel under a button of the header. */
function Menu({ id, summary, title, label, children }: MenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={title}
        className="menu-button"
      >
        {summary}
      </button>
      <div id={id} popover="auto" className="menu-panel">
        {children}
      </div>
    </>
  );
}

const LANGUAGES = "M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6";

/** The same page in the other languages: plain links. */
export function LanguageMenu({ t, locale: current, path }: FrameProps & { path: string }) {
  const label = t("LanguageMenu.label", { language: languageName(current) });
  const [code = ""] = current.split("-");
  return (
    <Menu
      id="languages"
      title={label}
      label={`${code.toUpperCase()}, ${label}`}
      summary={
        <>
          <Icon shape={LANGUAGES} className="max-sm:hidden" />
          <span className="text-sm uppercase">{code}</span>
        </>
      }
    >
      <ul className="grid gap-0.5">
        {routing.locales.map((locale) => (
          <li key={locale}>
            <a
              href={localePath(locale, path)}
              hrefLang={locale}
              lang={locale}
              data-language={locale}
              aria-current={locale === current ? "true" : undefined}
              className="menu-link"
            >
              <bdi>{languageName(locale)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

const icons = {
  system: "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 18a6 6 0 0 0 0-12v12z",
  light:
    "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
  dark: "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
};

/** Light, dark, or the device's theme. */
export function ThemeMenu({ t }: Pick<FrameProps, "t">) {
  return (
    // Without JavaScript, the device decides.
    <div className="noscript:hidden">
      <Menu
        id="themes"
        title={t("ThemeMenu.title")}
        summary={theme.values.map((choice) => (
          // The stylesheet shows the icon of the current choice.
          <span key={choice} data-shown-in={choice}>
            <Icon
              shape={icons[choice]}
              label={t("ThemeMenu.label", { theme: t(`ThemeMenu.${choice}`) })}
            />
          </span>
        ))}
      >
        <fieldset className="grid gap-0.5">
          <legend className="sr-only">{t("ThemeMenu.title")}</legend>
          {theme.values.map((choice) => (
            <label key={choice} className="menu-choice">
              <input
                type="radio"
                name="theme"
                value={choice}
                defaultChecked={choice === theme.first}
                className="accent-action"
              />
              {t(`ThemeMenu.${choice}`)}
            </label>
          ))}
        </fieldset>
      </Menu>
    </div>
  );
}
