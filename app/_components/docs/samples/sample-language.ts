import { sampleLanguages, type SampleLanguageId } from "@/lib/docs/samples/languages.ts";

/** Where the browser keeps the language somebody reads samples in. */
const STORED = "samples";
const ATTRIBUTE = "data-samples";
const CHANGED = "sampleschange";

const ids = sampleLanguages.map(({ id }) => id);

/** What everybody sees first; also in the rules of `globals.css`. */
export const firstSampleLanguage = sampleLanguages[0].id;

/** Shows the samples of the language that is kept, before anything is drawn. */
export const sampleLanguageScript = `let s=localStorage.getItem("${STORED}");if(${JSON.stringify(ids)}.includes(s))document.documentElement.setAttribute("${ATTRIBUTE}",s);`;

/** What the samples are shown in. */
export function currentSampleLanguage(): SampleLanguageId {
  const chosen = document.documentElement.getAttribute(ATTRIBUTE);
  return ids.find((id) => id === chosen) ?? firstSampleLanguage;
}

/** Shows all samples of the page in a language and keeps the choice, where the browser lets us. */
export function chooseSampleLanguage(id: SampleLanguageId): void {
  document.documentElement.setAttribute(ATTRIBUTE, id);
  try {
    localStorage.setItem(STORED, id);
  } catch {
    // A browser that keeps nothing: the choice holds for this page.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Calls back when somebody chooses another language. */
export function watchSampleLanguage(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}
