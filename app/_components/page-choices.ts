import { sampleLanguages } from "@/lib/docs/samples/languages.ts";

/**
 * A visitor's setting for all pages: an attribute of `<html>`, stored in the browser.
 * @param values The first is the default, which is not stored.
 */
function pageChoice<Value extends string>(stored: string, values: readonly [Value, ...Value[]]) {
  const attribute = `data-${stored}`;
  const [first, ...others] = values;
  return {
    values,
    first,
    /** Applies the stored choice before the first paint. */
    script: `{let c=localStorage.getItem("${stored}");if(${JSON.stringify(others)}.includes(c))document.documentElement.setAttribute("${attribute}",c)}`,
    current(): Value {
      const chosen = document.documentElement.getAttribute(attribute);
      return others.find((value) => value === chosen) ?? first;
    },
    /** Applies the choice and stores it where the browser allows that. */
    choose(value: Value): void {
      const root = document.documentElement;
      if (value === first) root.removeAttribute(attribute);
      else root.setAttribute(attribute, value);
      try {
        if (value === first) localStorage.removeItem(stored);
        else localStorage.setItem(stored, value);
      } catch {
        // Without storage, the choice applies to this page only.
      }
    },
    /** Calls back when the choice changes. */
    watch(changed: () => void): () => void {
      const observer = new MutationObserver(changed);
      observer.observe(document.documentElement, { attributeFilter: [attribute] });
      return () => observer.disconnect();
    },
  };
}

/** The colours of the page; `system` follows the device. */
export const theme = pageChoice("theme", ["system", "light", "dark"]);

const [curl, ...otherLanguages] = sampleLanguages;

/** The language of the samples; the rules of `globals.css` name the first one, too. */
export const sampleLanguage = pageChoice("samples", [
  curl.id,
  ...otherLanguages.map(({ id }) => id),
]);

/*
 * Chinese and Japanese use the device's own fonts. A device without them would show an empty box for
 * each character; only there the page loads our fonts (see `scripts/copy-fonts.mjs`), which are too
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
export const choicesScript = `try{${theme.script}${sampleLanguage.script}${eastAsianScript}}catch{}`;
