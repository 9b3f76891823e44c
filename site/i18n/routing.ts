import type { Locale } from "next-intl";
import { defineRouting } from "next-intl/routing";

/**
 * The languages of the site, in the order of its menu. A new one is an entry here, a row in `languages.json`,
 * without which this does not compile, and its file in `messages/`. The row is not read here, since it would
 * be loaded with every page.
 */
export const routing = /* @__PURE__ */ defineRouting({
  locales: ["en", "de", "es", "fr", "pt-BR", "pl", "ru", "ja", "zh-CN", "ar"],
  defaultLocale: "en",
  localePrefix: "always",
});

/** The site's only cookie: the language, once the visitor has chosen one. */
export const LANGUAGE_COOKIE = "NEXT_LOCALE";

/** Tells Next the language of a page whose URL has none. The name is next-intl's. */
export const LOCALE_HEADER = "x-next-intl-locale";

/** Tells a page its own URL without the language, for its links to the other languages. */
export const PATH_HEADER = "x-nametag-path";

/** Tells the route handler of the API the URL that is requested. */
export const TARGET_HEADER = "x-nametag-target";

/** Tells Next the nonce for its inline scripts, in the `script-src` of a policy. */
export const POLICY_HEADER = "content-security-policy";

/** Tells a page the same nonce for a script of its own. */
export const NONCE_HEADER = "x-nametag-nonce";

/**
 * The URL of a page in a language: `/en/docs/head`.
 * @param path Without the language, as in `/docs/head`; empty for the home page.
 */
export function localePath(locale: Locale, path = ""): string {
  return `/${locale}${path}`;
}
