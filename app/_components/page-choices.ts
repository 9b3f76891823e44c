import { sampleLanguages } from "@/lib/docs/samples/languages.ts";
import { pageChoice, theme } from "./theme/theme.ts";

const [curl, ...otherLanguages] = sampleLanguages;

/** The language of the samples; the rules of `globals.css` name the first one, too. */
export const sampleLanguage = pageChoice("samples", [
  curl.id,
  ...otherLanguages.map(({ id }) => id),
]);

/*
 * Chinese and Japanese are written in the device's own letters. A device without any would show
 * the same empty box for each; there, and only there, the page loads letters of ours (see
 * `scripts/copy-fonts.mjs`), which are too large for every page.
 */

/** Languages whose letters are loaded where they are missing. */
const eastAsian = ["ja", "zh-CN"];

/** Two letters of both languages that look alike only when both are missing. */
const [one, other] = ["\\u6c34", "\\u672c"];

/** Says whether this device has no such letters. */
const missing = `()=>{let c=document.createElement("canvas").getContext("2d",{willReadFrequently:true}),p=t=>{c.clearRect(0,0,32,32);c.font="24px sans-serif";c.fillText(t,2,26);return c.getImageData(0,0,32,32).data.join()};return p("${one}")===p("${other}")}`;

/** Adds a stylesheet of ours where letters are missing. */
const add = `n=>{if(m()){let s=document.createElement("link");s.rel="stylesheet";s.href="/fonts/"+n+".css";document.head.append(s)}}`;

/**
 * Adds the letters of the page's language before the first paint, and those of the language names
 * when the first menu of the header opens: to find out what is missing takes a phone some time.
 */
const eastAsianScript = `let l=document.documentElement.lang,m=${missing},a=${add};if(${JSON.stringify(eastAsian)}.includes(l))a(l);addEventListener("toggle",function f(e){if(e.target.closest("header")){removeEventListener("toggle",f,true);a("names")}},true);`;

/**
 * Runs before the first paint, so that no page flashes in the other colours, in another language of
 * the samples or in empty boxes. Where storage is forbidden the defaults hold.
 */
export const choicesScript = `try{${theme.script}${sampleLanguage.script}${eastAsianScript}}catch{}`;
