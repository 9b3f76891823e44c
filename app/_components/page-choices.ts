import { sampleLanguages, type SampleLanguageId } from "@/site/docs/samples/languages.ts";

/*
 * A visitor's settings for all pages: attributes of `<html>`, stored in the browser. The first value is the
 * default, which is not stored.
 */

/** The colours of the page; `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;

/** The languages of the samples. */
export const sampleLanguageIds = sampleLanguages.map(({ id }) => id);
const [{ id: first }] = sampleLanguages;

/** Applies a choice and stores it where the browser allows that. Also a part of `page-script.ts`. */
export function applyChoice(name: string, chosen: string, standard: string): void {
  const root = document.documentElement;
  if (chosen === standard) root.removeAttribute(`data-${name}`);
  else root.dataset[name] = chosen;
  try {
    if (chosen === standard) localStorage.removeItem(name);
    else localStorage.setItem(name, chosen);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

/** The language of the samples. */
export const sampleLanguage = {
  /** The rules of `docs.css` name it, too. */
  first,
  current(): SampleLanguageId {
    const { samples } = document.documentElement.dataset;
    return sampleLanguageIds.find((id) => id === samples) ?? first;
  },
  choose: (id: SampleLanguageId) => applyChoice("samples", id, first),
  /** Calls back when the choice changes. */
  watch(changed: () => void): () => void {
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributeFilter: ["data-samples"] });
    return () => observer.disconnect();
  },
};
