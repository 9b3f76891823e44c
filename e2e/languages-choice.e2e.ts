import { hasLocale } from "next-intl";
import { routing } from "../lib/i18n/routing.ts";
import { expect, test } from "./support/test.ts";

/** What a browser says, and which language is nearest; English where none is. */
const browsers = [
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr;q=0.3, de;q=0.8", "de"],
  ["en;q=0.1, ja;q=0.2", "ja"],
  ["tlh, xx;q=0.9, ru;q=0.1", "ru"],
  ["es-419,es;q=0.9", "es"],
  ["ar-EG", "ar"],
  ["pt", "pt-BR"],
  ["pt-PT,pt;q=0.9", "pt-BR"],
  ["zh", "zh-CN"],
  ["zh-Hans-CN", "zh-CN"],
  ["PL", "pl"],
  ["tlh", "en"],
  ["*", "en"],
  ["", "en"],
  [";;q=,,-", "en"],
  ["x".repeat(2_000), "en"],
] as const;

const paths = ["/", "/player/Lantern_Lou?from=chat", "/docs", "/docs/head", "/docs/head?from=chat"];

for (const [said, locale] of browsers) {
  if (!hasLocale(routing.locales, locale)) continue;
  test(`answers a browser that says "${said.slice(0, 40)}" in ${locale}`, async ({ request }) => {
    for (const path of paths) {
      const headers = { "accept-language": said };
      const answer = await request.get(path, { headers, maxRedirects: 0 });
      expect(answer.status()).toBe(307);
      expect(answer.headers()["location"]).toBe(`/${locale}${path === "/" ? "" : path}`);
    }
  });
}

test("believes what was chosen before what the browser says", async ({ request }) => {
  for (const locale of routing.locales) {
    for (const path of paths) {
      const headers = { "accept-language": "en", cookie: `NEXT_LOCALE=${locale}` };
      const answer = await request.get(path, { headers, maxRedirects: 0 });
      expect(answer.headers()["location"]).toBe(`/${locale}${path === "/" ? "" : path}`);
    }
  }
});

test("believes no cookie that names no language of the site", async ({ request }) => {
  const last = routing.locales.at(-1) ?? "en";
  for (const value of ["tlh", "", "../..", "en%0d%0aset-cookie:x=1", "__proto__"]) {
    const headers = { "accept-language": last, cookie: `NEXT_LOCALE=${value}` };
    const answer = await request.get("/docs", { headers, maxRedirects: 0 });
    expect(answer.headers()["location"], value).toBe(`/${last}/docs`);
  }
});
