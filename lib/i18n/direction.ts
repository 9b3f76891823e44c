import type { Locale } from "next-intl";

const rightToLeft = new Set(["ar", "fa", "he", "ur"]);

/** Which way the lines of a language run, for `<html dir>`. */
export function direction(locale: Locale): "ltr" | "rtl" {
  return rightToLeft.has(locale) ? "rtl" : "ltr";
}
