import { sampleLanguages, type SampleLanguageId } from "@/lib/docs/samples/languages.ts";

/*
 * A visitor's settings for all pages: attributes of `<html>`, stored in the browser. The first value is the
 * default, which is not stored.
 */

/** The colours of the page; `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;

const languages = sampleLanguages.map(({ id }) => id);
const [{ id: first }] = sampleLanguages;

/** The language of the samples. */
export const sampleLanguage = {
  /** The rules of `docs.css` name it, too. */
  first,
  current(): SampleLanguageId {
    const { samples } = document.documentElement.dataset;
    return languages.find((id) => id === samples) ?? first;
  },
  /** Applies the choice and stores it where the browser allows that. */
  choose(id: SampleLanguageId): void {
    const { dataset } = document.documentElement;
    if (id === first) delete dataset["samples"];
    else dataset["samples"] = id;
    try {
      if (id === first) localStorage.removeItem("samples");
      else localStorage.setItem("samples", id);
    } catch {
      // Without storage, the choice applies to this page only.
    }
  },
  /** Calls back when the choice changes. */
  watch(changed: () => void): () => void {
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributeFilter: ["data-samples"] });
    return () => observer.disconnect();
  },
};

/** Applies a stored choice before the first paint. */
function restore(name: string, [, ...others]: readonly string[]): string {
  return `{let c=localStorage.getItem("${name}");if(${JSON.stringify(others)}.includes(c))document.documentElement.setAttribute("data-${name}",c)}`;
}

/*
 * Chinese and Japanese use the device's own fonts. A device without them would show an empty box for
 * each character; only there the page loads our fonts (see `scripts/fonts.mjs`), which are too
 * large for every page.
 */

/** Languages whose fonts are loaded where they are missing. */
const eastAsian = ["ja", "zh-CN"];

/** Two characters of both languages, which look the same only when both are missing. */
const [one, other] = ["\\u6c34", "\\u672c"];

/** Whether this device lacks a font for these characters. */
const missing = `()=>{let c=document.createElement("canvas").getContext("2d",{willReadFrequently:true}),p=t=>{c.clearRect(0,0,32,32);c.font="24px sans-serif";c.fillText(t,2,26);return c.getImageData(0,0,32,32).data.join()};return p("${one}")===p("${other}")}`;

/** Adds a font stylesheet where characters are missing. */
const add = `n=>{if(m()){let s=document.createElement("link");s.rel="stylesheet";s.href="/fonts/"+n+".css";document.head.append(s)}}`;

/**
 * Adds the font of the page's language before the first paint, and those for the language names when
 * the first menu of the header opens: detecting missing fonts takes a phone some time.
 */
const eastAsianScript = `let l=document.documentElement.lang,m=${missing},a=${add};if(${JSON.stringify(eastAsian)}.includes(l))a(l);addEventListener("toggle",function f(e){if(e.target.closest("header")){removeEventListener("toggle",f,true);a("names")}},true);`;

/**
 * Runs before the first paint, so that no page flashes in the wrong theme, sample language or font.
 * Where storage is forbidden, the defaults apply.
 */
export const choicesScript = `try{${restore("theme", themes)}${restore("samples", languages)}${eastAsianScript}}catch{}`;
