"use client";

import {
  useEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { useLocale, useTranslations, type Locale } from "next-intl";
import { languageName } from "@/lib/i18n/languages.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { Icon, shapes } from "./icons.tsx";
import { theme } from "./theme/theme.ts";

interface MenuProps {
  /** What opens it: an icon, or a word or two. */
  summary: ReactNode;
  label: string;
  children: ReactNode;
}

/** A small panel under a button of the header. It opens without JavaScript, too. */
function Menu({ summary, label, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close(details.current);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);

  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !details.current?.open) return;
    close(details.current);
    details.current.querySelector("summary")?.focus();
  };

  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !details.current?.contains(relatedTarget)) {
      close(details.current);
    }
  };

  return (
    <details ref={details} className="relative" onKeyDown={closeByKey} onBlur={closeOnLeaving}>
      <summary aria-label={label} title={label} className="menu-button">
        {summary}
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  details?.removeAttribute("open");
}

/** The same page in the other languages: plain links, which also remember the choice. */
export function LanguageMenu({ path }: { path: string }) {
  const t = useTranslations("LanguageMenu");
  const current = useLocale();
  return (
    <Menu
      label={t("label", { language: languageName(current) })}
      summary={<Icon shape={shapes.languages} />}
    >
      <ul className="grid max-h-[70dvh] gap-0.5 overflow-y-auto">
        {routing.locales.map((locale) => (
          <li key={locale}>
            <a
              href={localePath(locale, path)}
              hrefLang={locale}
              lang={locale}
              aria-current={locale === current ? "true" : undefined}
              onClick={(event) => chooseLanguage(locale, event)}
              className="menu-link"
            >
              <bdi>{languageName(locale)}</bdi>
              {locale === current && (
                <Icon shape={shapes.check} size={16} className="text-action" />
              )}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers the choice in the site's only cookie, and takes the query of this page along. */
function chooseLanguage(locale: Locale, { currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  document.cookie = `NEXT_LOCALE=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  currentTarget.search = location.search;
}

const icons = { system: shapes.monitor, light: shapes.sun, dark: shapes.moon };

/** Light, dark, or as the device has it. */
export function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const shown = useSyncExternalStore(theme.watch, theme.current, () => theme.first);
  return (
    // Without JavaScript the device decides.
    <div className="noscript:hidden">
      <Menu label={t("label", { theme: t(shown) })} summary={<Icon shape={icons[shown]} />}>
        <fieldset className="grid gap-0.5">
          <legend className="sr-only">{t("title")}</legend>
          {theme.values.map((choice) => (
            <ThemeChoice key={choice} choice={choice} chosen={choice === shown} />
          ))}
        </fieldset>
      </Menu>
    </div>
  );
}

function ThemeChoice({
  choice,
  chosen,
}: {
  choice: (typeof theme.values)[number];
  chosen: boolean;
}) {
  const t = useTranslations("ThemeMenu");
  return (
    <label className="menu-choice">
      <input
        type="radio"
        name="theme"
        className="accent-action"
        checked={chosen}
        onChange={() => theme.choose(choice)}
      />
      <Icon shape={icons[choice]} size={16} className="text-muted" />
      {t(choice)}
    </label>
  );
}
