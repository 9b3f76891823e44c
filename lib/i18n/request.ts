import { hasLocale, type Messages } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { locale as rootLocale } from "next/root-params";
import { routing } from "./routing.ts";

/**
 * The language of a render: the one asked for, else the address's first segment, else, where no
 * page matches the address, the one the proxy chose.
 */
export default getRequestConfig(async (request) => {
  // `requestLocale` reads the headers, which pages drawn while building have not.
  // oxlint-disable-next-line typescript/no-deprecated -- where no page matches, there is no root parameter.
  const asked = request.locale ?? (await rootLocale()) ?? (await request.requestLocale);
  const locale = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  const catalogue = (await import(`../../messages/${locale}.json`)) as { default: Messages };
  return { locale, messages: catalogue.default, timeZone: "UTC" };
});
