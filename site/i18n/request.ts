import { hasLocale, type Messages } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { locale as rootLocale } from "next/root-params";
import { routing } from "./routing.ts";

/**
 * The language of a render: an explicit one, else the first segment of the URL, else, where no page
 * matches the URL, the one that the proxy chose.
 */
export default getRequestConfig(async (request) => {
  // `requestLocale` reads the headers, which static pages do not have.
  // oxlint-disable-next-line typescript/no-deprecated -- where no page matches, there is no root parameter.
  const wanted = request.locale ?? (await rootLocale()) ?? (await request.requestLocale);
  const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale;
  const catalogue = (await import(`../../messages/${locale}.json`)) as { default: Messages };
  return { locale, messages: catalogue.default, timeZone: "UTC" };
});
