"use client";

import {
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { Check, Languages, Monitor, Moon, Sun } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { Link } from "@/lib/i18n/navigation.ts";
import { languageName } from "@/lib/i18n/languages.ts";
import { routing } from "@/lib/i18n/routing.ts";
import { theme } from "./page-choices.ts";

/** A link that prefetches its page on hover or focus: most visitors follow none of these. */
export function PointedLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [pointedAt, setPointedAt] = useState(false);
  const point = () => setPointedAt(true);
  return (
    <Link {...props} prefetch={pointedAt ? null : false} onPointerEnter={point} onFocus={point} />
  );
}

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
      <summary
        aria-label={label}
        title={label}
        className="flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-center gap-1.5 rounded-md px-2 font-semibold text-muted hover:bg-sunken hover:text-ink in-open:bg-sunken in-open:text-ink [&::-webkit-details-marker]:hidden"
      >
        {summary}
      </summary>
      <div className="absolute end-0 top-full z-30 mt-1 w-max min-w-40 rounded-lg border border-line bg-surface p-1.5 shadow-float">
        {children}
      </div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  details?.removeAttribute("open");
}

/** The same page in the other languages: plain links, which also remember the choice. */
export function LanguageMenu() {
  const t = useTranslations("LanguageMenu");
  return (
    <Menu
      label={t("label", { language: languageName(useLocale()) })}
      summary={<Languages aria-hidden className="size-5" />}
    >
      {/* A static page knows its query in the browser only. */}
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

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or as the device has it. */
export function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const shown = useSyncExternalStore(theme.watch, theme.current, () => theme.first);
  const Icon = icons[shown];
  return (
    // Without JavaScript the device decides.
    <div className="noscript:hidden">
      <Menu
        label={t("label", { theme: t(shown) })}
        summary={<Icon aria-hidden className="size-5" />}
      >
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
  const Icon = icons[choice];
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 hover:bg-sunken has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action">
      <input
        type="radio"
        name="theme"
        className="accent-action"
        checked={chosen}
        onChange={() => theme.choose(choice)}
      />
      <Icon aria-hidden className="size-4 text-muted" />
      {t(choice)}
    </label>
  );
}
