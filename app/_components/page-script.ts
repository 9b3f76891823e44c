import { languagesWithFont } from "@/site/i18n/languages.ts";
import { MAX_BYTES } from "@/site/list/decode-list.ts";
import { LANGUAGE_COOKIE } from "@/site/i18n/routing.ts";
import { COPIED_MS, copyPressed, copyText } from "./copy-text.ts";
import {
  FIELDS,
  focusBox,
  HYDRATED,
  keepPresses,
  MISSING_MS,
  NEEDS_HYDRATION,
  pressShortcuts,
} from "./early-presses.ts";
import { CARRIED, carryLists, IS_LIST } from "./list/carried-list.ts";
import { BOX } from "./lookup/search-ids.ts";
import { applyChoice, sampleLanguageIds, themes } from "./page-choices.ts";

/*
 * Every page runs this before its first paint, as an inline script: no page flashes in the wrong theme, sample language
 * or font, and the header's menus and copy buttons need no code that is loaded. The functions are sent as text,
 * so they use only their parameters and what browsers have. They listen at the window, before React: while it hydrates,
 * it stops clicks and changes that it cannot handle yet.
 */

/** Applies the visitor's stored settings: attributes of `<html>` and their values. */
function restoreChoices(choices: Record<string, readonly string[]>) {
  try {
    for (const [name, values] of Object.entries(choices)) {
      const chosen = localStorage.getItem(name) ?? "";
      if (values.includes(chosen)) document.documentElement.dataset[name] = chosen;
    }
  } catch {
    // Without storage, the defaults apply.
  }
}

/**
 * Loads the font of the page's language, and those for the language names when the first menu of the header
 * opens, where the device has none and would show an empty box for each character: the fonts are too large
 * for every page (see `scripts/fonts.mjs`), and detecting missing ones takes a phone some time.
 * @param letters Two characters of all these languages, which look the same only when both are missing.
 */
function loadMissingFonts(languages: readonly string[], letters: readonly string[]) {
  const load = (name: string) => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return;
    const [one, other] = letters.map((letter) => {
      context.clearRect(0, 0, 32, 32);
      context.font = "24px sans-serif";
      context.fillText(letter, 2, 26);
      return context.getImageData(0, 0, 32, 32).data.join();
    });
    if (one !== other) return;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/fonts/${name}.css`;
    document.head.append(link);
  };
  const { lang } = document.documentElement;
  if (languages.includes(lang)) load(lang);
  const open = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest("header") === null) return;
    removeEventListener("toggle", open, true);
    load("names");
  };
  addEventListener("toggle", open, true);
}

/** Stores the chosen language in the site's only cookie, and keeps the query of the page and its section. */
function storeLanguage(cookie: string, maxAge: number) {
  const store = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>("a[data-language]");
    if (link === null) return;
    const { language } = link.dataset;
    document.cookie = `${cookie}=${language}; path=/; max-age=${maxAge}; samesite=lax`;
    link.search = location.search;
    link.hash = location.hash;
  };
  addEventListener("click", store, true);
}

/** Checks the current theme when its menu opens; applies and stores the chosen one. */
function chooseTheme(standard: string, apply: typeof applyChoice) {
  const checkCurrent = () => {
    for (const input of document.querySelectorAll<HTMLInputElement>("[name=theme]")) {
      input.checked = input.value === (document.documentElement.dataset["theme"] ?? standard);
    }
  };
  const choose = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "theme") return;
    apply("theme", target.value, standard);
  };
  addEventListener("toggle", checkCurrent, true);
  addEventListener("change", choose, true);
}

/** A function and its parameters, which may be functions of this kind, as a script that calls it. */
function scriptOf<Parameters extends unknown[]>(
  run: (...parameters: Parameters) => void,
  ...parameters: Parameters
): string {
  const values = parameters.map((value) =>
    typeof value === "function" ? value.toString() : JSON.stringify(value),
  );
  return `(${run.toString()})(${values.join()});`;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The home page runs this once its search is there. */
export const homeScript = scriptOf(focusBox, BOX);

/** One script for each function that is called. */
export const pageScripts = [
  scriptOf(restoreChoices, { theme: themes.slice(1), samples: sampleLanguageIds.slice(1) }),
  scriptOf(loadMissingFonts, languagesWithFont, ["水", "本"]),
  scriptOf(storeLanguage, LANGUAGE_COOKIE, YEAR_SECONDS),
  scriptOf(chooseTheme, themes[0], applyChoice),
  scriptOf(copyPressed, copyText, COPIED_MS),
  scriptOf(pressShortcuts, FIELDS),
  scriptOf(carryLists, ".search-box", IS_LIST, CARRIED, MAX_BYTES + 1),
  scriptOf(keepPresses, NEEDS_HYDRATION, HYDRATED, MISSING_MS),
];
