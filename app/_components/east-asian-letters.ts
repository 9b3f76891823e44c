/*
 * Chinese and Japanese are written in the device's own letters. A device without any would show
 * the same empty box for each; there, and only there, the page loads letters of ours (see
 * `scripts/copy-fonts.mjs`), which are too many for everybody.
 */

/** Languages whose letters are loaded where they are missing. */
const languages = ["ja", "zh-CN"];

/** Two letters of both languages that look alike only when both are missing. */
const [one, other] = ["\\u6c34", "\\u672c"];

/** Says whether this device has no such letters. */
const missing = `()=>{let c=document.createElement("canvas").getContext("2d",{willReadFrequently:true}),p=t=>{c.clearRect(0,0,32,32);c.font="24px sans-serif";c.fillText(t,2,26);return c.getImageData(0,0,32,32).data.join()};return p("${one}")===p("${other}")}`;

/** Adds a stylesheet of ours where letters are missing. */
const add = `n=>{if(m()){let s=document.createElement("link");s.rel="stylesheet";s.href="/fonts/"+n+".css";document.head.append(s)}}`;

/**
 * Adds the letters of the page's language before anything is drawn, and those that languages are
 * called by when the first menu opens.
 */
export const eastAsianScript = `let l=document.documentElement.lang,m=${missing},a=${add};if(${JSON.stringify(languages)}.includes(l))a(l);addEventListener("toggle",()=>a("names"),{capture:true,once:true});`;
