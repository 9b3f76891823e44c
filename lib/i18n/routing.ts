import { defineRouting } from "next-intl/routing";

/** The languages of the site. A new one is an entry here and its file in `messages/`. */
export const routing = defineRouting({
  locales: ["en"],
  defaultLocale: "en",
  localePrefix: "always",
});
