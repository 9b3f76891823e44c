import { defineRouting } from "next-intl/routing";

/** The languages of the site. A new one is an entry here and its file in `messages/`. */
export const routing = defineRouting({
  locales: ["en", "de", "es", "fr", "pt-BR", "pl", "ru", "ja", "zh-CN", "ar"],
  defaultLocale: "en",
  localePrefix: "always",
  // The site's only cookie: the chosen language, when it differs from the browser's.
  localeCookie: { maxAge: 365 * 24 * 60 * 60 },
  // Pages list their other languages themselves, by the public address and not by the Host header.
  alternateLinks: false,
});
