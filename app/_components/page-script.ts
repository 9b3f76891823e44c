import { languagesWithFont } from "@/lib/i18n/languages.ts";
import { LANGUAGE_COOKIE } from "@/lib/i18n/routing.ts";
import { DEFERRED, HYDRATED } from "@/lib/site/deferred-scripts.ts";
import { applyChoice, sampleLanguageIds, themes } from "./page-choices.ts";

/*
 * What every page runs before its first paint, as an inline script: no page flashes in the wrong theme,
 * sample language or font, and the header's menus and plain copy buttons need no code that is loaded.
 * The functions are sent as text, so they use only their parameters and what browsers have. They listen at the window,
 * before React: while it hydrates, it stops clicks and changes that it cannot handle yet.
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

/** Stores the chosen language in the site's only cookie, and keeps the query of the page. */
function storeLanguage(cookie: string, maxAge: number) {
  const store = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>("a[data-language]");
    if (link === null) return;
    const { language } = link.dataset;
    document.cookie = `${cookie}=${language}; path=/; max-age=${maxAge}; samesite=lax`;
    link.search = location.search;
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

/**
 * Copies the text of another element: that whose id is in `data-copies`, or the code that the button stands beside. A
 * cell with a URL is a button until its own is there (see `CopyAddresses`). The button shows for a moment that it
 * worked, and the page's status says how it went. Without TLS there is no clipboard API: then the text is selected and
 * the old command copies it.
 */
function copyTexts(shownMs: number) {
  const timers = new WeakMap<Element, number>();
  let latest: Element;
  const copy = async (button: HTMLElement) => {
    const source =
      document.getElementById(button.dataset["copies"] ?? "") ??
      (button.closest("[data-copyable]") ?? button).querySelector("pre, code");
    const words = button.closest<HTMLElement>("[data-copied]")?.dataset;
    const status = document.getElementById("said");
    if (!source || status === null) return;
    let outcome: "copied" | "failed" = "copied";
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection()?.selectAllChildren(source);
      // oxlint-disable-next-line typescript/no-deprecated -- the only way without TLS.
      if (!document.execCommand("copy")) outcome = "failed";
    }
    latest = button;
    button.dataset["state"] = outcome;
    status.textContent = words?.[outcome] ?? "";
    clearTimeout(timers.get(button));
    const end = () => {
      delete button.dataset["state"];
      // The status may be that of a later copy.
      if (latest === button) status.textContent = "";
    };
    timers.set(button, window.setTimeout(end, shownMs));
  };
  const press = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const isCell = target.matches(".docs-urls :not([data-copyable]):has(> code:not([dir]))");
    const button = isCell ? target : target.closest("[data-copies]");
    if (button instanceof HTMLElement) void copy(button);
  };
  addEventListener("click", press, true);
}

/**
 * Runs the page's code when the visitor first does something, or after a while; fetches it once what the visitor waits
 * for has loaded. A button that was pressed before it was ready is pressed again then; links, forms, menus and copy
 * buttons work without it.
 * @param name Of the elements that name the scripts.
 * @param ready The event that says that the page is hydrated.
 */
function runLater(name: string, ready: string, fetchMs: number, idleMs: number) {
  // Assistive software may click without a pointer.
  const signs = ["pointermove", "pointerdown", "touchstart", "click", "keydown", "input", "scroll"];
  const options = { capture: true, passive: true };
  const notes = () => document.querySelectorAll<HTMLMetaElement>(`meta[name=${name}]`);
  const fetchAll = () => {
    for (const { content } of notes()) {
      const link = document.createElement("link");
      Object.assign(link, { rel: "prefetch", as: "script", href: content });
      document.head.append(link);
    }
  };
  const act = (event: Event) => {
    // A browser also reports a mouse that rests where it draws the page.
    const { movementX, movementY } = event as PointerEvent;
    if (event.type !== "pointermove" || movementX !== 0 || movementY !== 0) run();
  };
  const run = () => {
    for (const sign of signs) removeEventListener(sign, act, options);
    // The last of them may not have arrived.
    if (document.readyState === "loading") return addEventListener("DOMContentLoaded", run);
    for (const note of notes()) {
      const script = document.createElement("script");
      script.async = true;
      script.src = note.content;
      note.remove();
      document.head.append(script);
    }
  };
  for (const sign of signs) addEventListener(sign, act, options);
  addEventListener("load", () => {
    setTimeout(fetchAll, fetchMs);
    setTimeout(run, idleMs);
  });
  // What stands in for an image that failed is drawn by the page's code.
  addEventListener("error", ({ target }) => target instanceof HTMLImageElement && run(), true);

  let press: () => void = () => undefined;
  const remember = (event: Event) => {
    const wanted = "button[type=button]:not([popovertarget], [data-copies])";
    const button = event.target instanceof Element && event.target.closest<HTMLElement>(wanted);
    if (!button) return;
    // React may hydrate in the middle of an event, and handle it then.
    press = () => event.eventPhase === Event.NONE && button.click();
  };
  const pressAgain = () => {
    removeEventListener("click", remember, true);
    press();
  };
  addEventListener("click", remember, true);
  addEventListener(ready, pressAgain, { once: true });
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
/** How long a copy button shows its result. */
const COPIED_MS = 1_600;

/** From the last image of a page to the first of its scripts: it has been drawn by then. */
const FETCH_MS = 1_000;

/** Longer than a page takes to load, so that nothing runs at the same time. */
const IDLE_MS = 10_000;

export const pageScript = [
  scriptOf(restoreChoices, { theme: themes.slice(1), samples: sampleLanguageIds.slice(1) }),
  scriptOf(loadMissingFonts, languagesWithFont, ["水", "本"]),
  scriptOf(storeLanguage, LANGUAGE_COOKIE, YEAR_SECONDS),
  scriptOf(chooseTheme, themes[0], applyChoice),
  scriptOf(copyTexts, COPIED_MS),
  scriptOf(runLater, DEFERRED, HYDRATED, FETCH_MS, IDLE_MS),
].join("");
