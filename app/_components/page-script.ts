import { LANGUAGE_COOKIE } from "@/lib/i18n/routing.ts";
import { choicesScript, themes } from "./page-choices.ts";

/*
 * The handlers of the header's menus and of plain copy buttons, as an inline script: pages need not load
 * code for them.
 */

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** How long a copy button shows its result. */
const COPIED_MS = 2_500;

/** Stores the chosen language in the site's only cookie, and keeps the query of the page. */
const languageMenu = `d.addEventListener("click",e=>{let a=e.target.closest("[data-language]");if(a){d.cookie="${LANGUAGE_COOKIE}="+a.dataset.language+"; path=/; max-age=${YEAR_SECONDS}; samesite=lax";a.search=location.search}});`;

/** Checks the current theme when the menu opens, and applies the chosen one. */
const themeMenu = `d.addEventListener("toggle",()=>{for(let i of d.getElementsByName("theme"))i.checked=i.value===(r.dataset.theme||"${themes[0]}")},true);d.addEventListener("change",({target:{name:n,value:v}})=>{if(n!=="theme")return;if(v==="${themes[0]}")v="";v?r.dataset.theme=v:delete r.dataset.theme;try{v?localStorage.setItem(n,v):localStorage.removeItem(n)}catch{}});`;

/**
 * Buttons that copy the text of another element: \`data-copies\` is its id, the element before the button
 * says how it went. Without TLS there is no clipboard API: then the text is selected and the old
 * command copies it.
 */
const copyButtons = `d.addEventListener("click",async e=>{let b=e.target.closest("[data-copies]");if(!b)return;let c=d.getElementById(b.dataset.copies),s=b.previousElementSibling,ok=true;try{await navigator.clipboard.writeText(c.textContent)}catch{getSelection().selectAllChildren(c);ok=d.execCommand("copy")}s.className=ok?"text-good":"text-bad";s.textContent=b.dataset[ok?"copied":"failed"];clearTimeout(s.timer);s.timer=setTimeout(()=>s.textContent="",${COPIED_MS})});`;

/** The inline script of every page. */
export const pageScript = `{let d=document,r=d.documentElement;${languageMenu}${themeMenu}${copyButtons}}${choicesScript}`;
