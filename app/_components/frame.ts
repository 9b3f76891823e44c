import type { Locale } from "next-intl";
import type { getTranslations } from "next-intl/server";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { markup, type Html } from "@/lib/docs/html/markup.ts";
import { languageName } from "@/lib/i18n/languages.ts";
import { localePath, routing } from "@/lib/i18n/routing.ts";
import { themes } from "./page-choices.ts";

/*
 * The header and the footer of every page, as HTML. The menus are popovers, which the browser opens and
 * closes; their click handlers are in `page-script.ts`. As components, these 150 elements were a tenth of
 * the time that a page takes: React serializes, renders and hydrates each of them.
 */

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>;

/** @param path The URL of the page without the language. */
export function headerHtml(t: Translate, locale: Locale, path: string): string {
  const home = localePath(locale);
  return markup`
<a href="#content" class="skip-link">${t("SiteHeader.skip")}</a>
<a href="${home}" aria-label="${t("SiteHeader.home")}" class="inline-block"><span class="name-tag inline-block px-2.5 pt-0.5 pb-1 font-pixel text-xl leading-7 font-semibold max-[22rem]:px-1.5 max-[22rem]:text-lg">${t("SiteHeader.name")}</span></a>
<nav aria-label="${t("SiteHeader.navigation")}" class="-me-3 flex flex-wrap items-center justify-end">
<a href="${home}#username" class="header-link max-sm:hidden">${t("SiteHeader.players")}</a>
<a href="${localePath(locale, "/docs")}" class="header-link">${t("SiteHeader.docs")}</a>
${languageMenu(t, locale, path)}
${themeMenu(t)}
</nav>`.html;
}

/** The disclaimer, and links to the documentation and the operators. */
export function footerHtml(t: Translate, locale: Locale): string {
  const links = [
    { url: localePath(locale, "/docs"), label: t("Docs.title") },
    { url: localePath(locale, "/status"), label: t("SiteFooter.status") },
    { url: localePath(locale, "/docs/privacy"), label: t("DocsPages.privacy.title") },
    { url: "/openapi.json", label: t("SiteFooter.openapi") },
  ].map(({ url, label }) => markup`<li><a href="${url}" class="footer-link">${label}</a></li>`);
  const social = siteConfiguration().SOCIAL_LINKS.map(
    ({ url, label }) =>
      markup`<li><a href="${url}" rel="me noopener" class="footer-link"><bdi>${label}</bdi></a></li>`,
  );
  return markup`
<div class="site-width flex flex-col gap-x-8 gap-y-4 py-8 text-sm lg:flex-row lg:items-start lg:justify-between">
<p class="max-w-prose text-pretty">${t("SiteFooter.affiliation")}</p>
<ul aria-label="${t("SiteFooter.links")}" class="flex flex-wrap gap-x-5 gap-y-2 print:hidden">${links}${social}</ul>
</div>`.html;
}

const icons = {
  languages: "M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6",
  system: "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 18a6 6 0 0 0 0-12v12z",
  light:
    "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
  dark: "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
};

/** The same page in the other languages: plain links. */
function languageMenu(t: Translate, current: Locale, path: string): Html {
  const title = t("LanguageMenu.label", { language: languageName(current) });
  const [code = ""] = current.split("-");
  const items = routing.locales.map(
    (locale) =>
      markup`<li><a href="${localePath(locale, path)}" hreflang="${locale}" lang="${locale}" data-language="${locale}" aria-current="${locale === current ? "true" : "false"}" class="menu-link"><bdi>${languageName(locale)}</bdi></a></li>`,
  );
  return markup`
<button type="button" popovertarget="languages" aria-label="${code.toUpperCase()}, ${title}" title="${title}" class="menu-button">
<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" class="icon max-sm:hidden"><path d="${icons.languages}"/></svg>
<span class="text-sm uppercase">${code}</span>
</button>
<div id="languages" popover="auto" class="menu-panel"><ul class="grid gap-0.5">${items}</ul></div>`;
}

/** Light, dark, or the device's theme. Without JavaScript, the device decides. */
function themeMenu(t: Translate): Html {
  const title = t("ThemeMenu.title");
  // The stylesheet shows the icon of the current choice.
  const current = themes.map((choice) => {
    const label = t("ThemeMenu.label", { theme: t(`ThemeMenu.${choice}`) });
    return markup`<span data-shown-in="${choice}"><svg width="20" height="20" viewBox="0 0 24 24" role="img" aria-label="${label}" class="icon"><path d="${icons[choice]}"/></svg></span>`;
  });
  const choices = themes.map((choice) => {
    const checked = choice === themes[0] ? " checked" : "";
    return markup`<label class="menu-choice"><input type="radio" name="theme" value="${choice}"${checked} class="accent-action">${t(`ThemeMenu.${choice}`)}</label>`;
  });
  return markup`
<div class="noscript:hidden">
<button type="button" popovertarget="themes" title="${title}" class="menu-button">${current}</button>
<div id="themes" popover="auto" class="menu-panel"><fieldset class="grid gap-0.5"><legend class="sr-only">${title}</legend>${choices}</fieldset></div>
</div>`;
}
