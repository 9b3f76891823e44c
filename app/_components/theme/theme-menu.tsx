"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Menu } from "../header/menu.tsx";
import { chooseTheme, currentTheme, themes, type Theme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or as the device has it. */
export function ThemeMenu() {
  const t = useTranslations("ThemeMenu");
  const theme = useSyncExternalStore<Theme>(watchTheme, currentTheme, () => "system");
  const Icon = icons[theme];
  return (
    // Without JavaScript there is nothing to choose: the device decides.
    <div className="noscript:hidden">
      <Menu
        label={t("label", { theme: t(theme) })}
        summary={<Icon aria-hidden className="size-5" />}
      >
        <fieldset className="grid gap-0.5">
          <legend className="sr-only">{t("title")}</legend>
          {themes.map((choice) => (
            <ThemeChoice key={choice} choice={choice} chosen={choice === theme} />
          ))}
        </fieldset>
      </Menu>
    </div>
  );
}

function ThemeChoice({ choice, chosen }: { choice: Theme; chosen: boolean }) {
  const t = useTranslations("ThemeMenu");
  const Icon = icons[choice];
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 hover:bg-sunken has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action">
      <input
        type="radio"
        name="theme"
        className="accent-action"
        checked={chosen}
        onChange={() => chooseTheme(choice)}
      />
      <Icon aria-hidden className="size-4 text-muted" />
      {t(choice)}
    </label>
  );
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
