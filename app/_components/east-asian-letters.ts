/*
 * Chinese and Japanese are written in the device's own letters. A device without any would show
 * the same empty box for each; there, and only there, the page loads letters of ours (see
 * `scripts/copy-fonts.mjs`), which are too many for everybody.
 */

/** Languages whose letters are loaded where they are missing. */
const languages = ["ja", "zh-CN"];

/** Two letters of both languages that look alike only when both are missing. */
const [one, other] = ["\\u6c34", "\\u672c"];

/** Adds the stylesheet where it is needed, before anything is drawn. */
export const eastAsianScript = `let l=document.documentElement.lang;if(${JSON.stringify(languages)}.includes(l)){let c=document.createElement("canvas").getContext("2d",{willReadFrequently:true}),p=t=>{c.clearRect(0,0,32,32);c.font="24px sans-serif";c.fillText(t,2,26);return c.getImageData(0,0,32,32).data.join()};if(p("${one}")===p("${other}")){let s=document.createElement("link");s.rel="stylesheet";s.href="/fonts/"+l+".css";document.head.append(s)}}`;
