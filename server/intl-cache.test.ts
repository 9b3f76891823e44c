import { expect, it } from "vitest";
import { cacheFormatters } from "./intl-cache.ts";

it("reuses a formatter for the same arguments only", () => {
  const moment = new Date("2026-03-04T05:06:07Z");
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
  const expected = ["de", "ja"].map((locale) =>
    new Intl.DateTimeFormat(locale, options).format(moment),
  );
  cacheFormatters();
  const german = new Intl.DateTimeFormat("de", { ...options });
  const japanese = new Intl.DateTimeFormat("ja", options);
  expect([german, japanese].map((formatter) => formatter.format(moment))).toEqual(expected);
  expect(new Intl.DateTimeFormat("de", options)).toBe(german);
  expect(german).toBeInstanceOf(Intl.DateTimeFormat);
  expect(new Intl.PluralRules("pl").select(3)).toBe("few");
  expect(new Intl.NumberFormat("en").format(1_000)).toBe("1,000");
});
