import { readdirSync } from "node:fs";
import path from "node:path";
import type { Locale } from "next-intl";
import { expect, it } from "vitest";
import { routing } from "../../i18n/routing.ts";
import { textsOf } from "../catalogues.fixture.ts";
import { loadPages } from "../source.ts";
import { searchDocuments, synonymsIn } from "./documents.ts";
import { createSearch, type Search } from "./search.ts";

/**
 * Texts that readers type, some with typing errors, and the page or section that must come first, in the languages with
 * synonyms.
 */
const queries: Readonly<Record<string, readonly (readonly [typed: string, path: string])[]>> = {
  en: [
    ["head", "/docs/head"],
    ["avatar", "/docs/head"],
    ["head size", "/docs/head#parameters"],
    ["bedrock skin", "/docs/skin#edition"],
    ["avtar", "/docs/head"],
    ["cors", "/docs/conventions#cors"],
    ["corz", "/docs/conventions#cors"],
    ["api key", "/docs/conventions#api-key"],
    ["authentication", "/docs/conventions#api-key"],
    ["endpoint", "/docs/conventions"],
    ["endpoints", "/docs/conventions"],
    ["base url", "/docs/conventions#base-url"],
    ["sdk", "/docs/conventions#sdks"],
    ["python", "/docs#reading"],
    ["typescript", "/docs#reading"],
    ["bulk", "/docs/batch"],
    ["many players", "/docs/batch"],
    ["isometric", "/docs/faq#bodies"],
    ["isometrc", "/docs/faq#bodies"],
    ["bust", "/docs/views"],
    ["rate limit", "/docs/rate-limits"],
    ["rate limiting", "/docs/rate-limits"],
    ["throttling", "/docs/rate-limits"],
    ["429", "/docs/rate-limits"],
    ["user agent", "/docs/conventions#api-key"],
    ["uuid", "/docs/identifiers"],
    ["floodgate", "/docs/identifiers#floodgate"],
    ["xuid", "/docs/identifiers#xuid"],
    ["gamertag", "/docs/identifiers#gamertags"],
    ["cache", "/docs/caching"],
    ["cahce", "/docs/caching"],
    ["chaching", "/docs/caching"],
    ["etag", "/docs/caching#etag"],
    ["cloudflare", "/docs/caching#cdn"],
    ["docker", "/docs/self-hosting#containers"],
    ["kubernetes", "/docs/self-hosting#kubernetes"],
    ["k8s", "/docs/self-hosting#kubernetes"],
    ["nginx", "/docs/self-hosting#proxy"],
    ["environment variables", "/docs/self-hosting#configuration"],
    ["prometheus", "/docs/self-hosting#metrics"],
    ["instal", "/docs/self-hosting"],
    ["gdpr", "/docs/privacy"],
    ["crafatar", "/docs/moving"],
    ["discord bot", "/docs/recipes#discord"],
    ["google sheets", "/docs/recipes#spreadsheet"],
    ["name history", "/docs/history"],
    ["INVALID_PARAMETER", "/docs/errors"],
    ["502", "/docs/errors#bad-gateway"],
    ["error codes", "/docs/errors"],
    ["when to retry", "/docs/errors#retry"],
    ["whitelist.json", "/docs/recipes#convert"],
    ["favicon", "/docs/your-site#favicon"],
    ["jq", "/docs/recipes#shell"],
    ["download skin", "/docs/skin"],
    ["skin history", "/docs/history"],
    ["former names", "/docs/profile#name-history"],
    ["signature", "/docs/profile#signed"],
    ["value", "/docs/profile#signed"],
    ["npc skin", "/docs/recipes#npc"],
    ["timeout", "/docs/conventions#timeouts"],
    ["gzip", "/docs/conventions#compression"],
    ["cloak", "/docs/cape"],
    ["license", "/docs/faq#commercial"],
  ],
  de: [
    ["kopf", "/docs/head"],
    ["Gesicht", "/docs/head"],
    ["Umhang", "/docs/cape"],
    ["Ratenbegrenzung", "/docs/rate-limits"],
    ["Datenschtuz", "/docs/privacy"],
    ["API-Schlüssel", "/docs/conventions#api-key"],
    ["bulk", "/docs/batch"],
    ["Alternativtext", "/docs/your-site#alt"],
    ["selbst hosten", "/docs/self-hosting"],
    ["mehrere Spieler", "/docs/batch"],
  ],
  es: [
    ["cara", "/docs/head"],
    ["limite de peticiones", "/docs/rate-limits"],
    ["autenticacion", "/docs/conventions#api-key"],
    ["instalacon", "/docs/self-hosting"],
    ["capa", "/docs/cape"],
    ["texto alternativo", "/docs/your-site#alt"],
  ],
  fr: [
    ["visage", "/docs/head"],
    ["clé api", "/docs/conventions#api-key"],
    ["limitation", "/docs/rate-limits"],
    ["tableur", "/docs/recipes#spreadsheet"],
    ["confidentailité", "/docs/privacy"],
    ["texte alternatif", "/docs/your-site#alt"],
    ["auto-hébergement", "/docs/self-hosting"],
  ],
  "pt-BR": [
    ["rosto", "/docs/head"],
    ["chave de api", "/docs/conventions#api-key"],
    ["planilha", "/docs/recipes#spreadsheet"],
    ["requisicoes", "/docs/rate-limits"],
    ["hospedagen", "/docs/self-hosting"],
    ["capa", "/docs/cape"],
    ["texto alternativo", "/docs/your-site#alt"],
  ],
  pl: [
    ["twarz", "/docs/head"],
    ["klucz api", "/docs/conventions#api-key"],
    ["hurtowo", "/docs/batch"],
    ["prywatnsc", "/docs/privacy"],
    ["peleryna", "/docs/cape"],
    ["tekst alternatywny", "/docs/your-site#alt"],
  ],
  ru: [
    ["аватар", "/docs/head"],
    ["аватор", "/docs/head"],
    ["ключ api", "/docs/conventions#api-key"],
    ["кеш", "/docs/caching"],
    ["докер", "/docs/self-hosting#containers"],
    ["плащ", "/docs/cape"],
    ["альтернативный текст", "/docs/your-site#alt"],
  ],
  ja: [
    ["アバター", "/docs/head"],
    ["レートリミット", "/docs/rate-limits"],
    ["apiキー", "/docs/conventions#api-key"],
    ["一括", "/docs/batch"],
    ["複数のプレイヤー", "/docs/batch"],
    ["キャッシユ", "/docs/caching"],
    ["python", "/docs#reading"],
    ["マント", "/docs/cape"],
    ["代替テキスト", "/docs/your-site#alt"],
    ["セルフホスト", "/docs/self-hosting"],
  ],
  "zh-CN": [
    ["头像", "/docs/head"],
    ["限流", "/docs/rate-limits"],
    ["跨域", "/docs/conventions#cors"],
    ["批量", "/docs/batch"],
    ["速率限治", "/docs/rate-limits"],
    ["披风", "/docs/cape"],
    ["替代文本", "/docs/your-site#alt"],
    ["自建", "/docs/self-hosting"],
  ],
  ar: [
    ["صورة رمزية", "/docs/head"],
    ["مفتاح api", "/docs/conventions#api-key"],
    ["الخصوصة", "/docs/privacy"],
    ["كاش", "/docs/caching"],
    ["اخطاء", "/docs/errors"],
    ["رداء", "/docs/cape"],
    ["النص البديل", "/docs/your-site#alt"],
  ],
};

it("puts a section first that is called as it was typed", async () => {
  const [first] = (await searchIn("en"))("kubernetes");
  expect(first?.sections[0]?.path).toBe("/docs/self-hosting#kubernetes");
});

it("knows the language of the samples that were searched for", async () => {
  const search = await searchIn("en");
  const languagesOf = (typed: string) =>
    new Set(
      search(typed)
        .flatMap(({ sections }) => sections)
        .filter(({ path }) => path.endsWith("#samples"))
        .map(({ language }) => language),
    );
  expect(languagesOf("python")).toEqual(new Set(["python"]));
  expect(languagesOf("pyhton")).toEqual(new Set(["python"]));
  expect(languagesOf("java samples")).toEqual(new Set(["java"]));
  expect(languagesOf("samples")).toEqual(new Set([undefined]));
});

/** Words of programmers, who type them in every language, and the page or section about them. */
const everywhere = [
  ["cors", "/docs/conventions#cors"],
  ["batch", "/docs/batch"],
  ["cape", "/docs/cape"],
  ["alt", "/docs/your-site#alt"],
  ["429", "/docs/rate-limits"],
  ["uuid", "/docs/identifiers"],
  ["self host", "/docs/self-hosting"],
  ["crafatar", "/docs/moving"],
  ["hotlink", "/docs/your-site"],
  ["next/image", "/docs/your-site#next-image"],
  ["/api/status", "/docs/monitoring"],
] as const;

const searches = new Map<Locale, Search>();

async function searchIn(locale: Locale): Promise<Search> {
  const known = searches.get(locale);
  if (known !== undefined) return known;
  const search = createSearch(searchDocuments(await loadPages(locale), textsOf(locale)));
  searches.set(locale, search);
  return search;
}

it.each(Object.keys(queries) as Locale[])(
  "finds first what each query means: %s",
  async (locale) => {
    const search = await searchIn(locale);
    const wrong = [...(queries[locale] ?? []), ...everywhere].flatMap(([typed, path]) => {
      const [first] = search(typed);
      const paths = first?.sections.map((section) => section.path) ?? [];
      const isFirst = paths[0]?.replace(/#.*/, "") === path.replace(/#.*/, "");
      const isThere = !path.includes("#") || paths.includes(path);
      return isFirst && isThere ? [] : [{ typed, path, paths }];
    });
    expect(wrong).toEqual([]);
  },
);

const languages = readdirSync(path.resolve("messages/synonyms"))
  .map((file) => path.basename(file, ".json"))
  .toSorted();

it("has synonyms only in the languages of the site", () => {
  expect(languages.filter((name) => !routing.locales.some((locale) => locale === name))).toEqual(
    [],
  );
});

it("has at least 60 queries, 30 of them English, and 3 in every language with synonyms", () => {
  const counts = Object.values(queries).map(({ length }) => length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60);
  expect(queries["en"]?.length).toBeGreaterThanOrEqual(30);
  for (const language of languages) {
    const found = queries[language]?.length ?? 0;
    expect(found, `queries of ${language}`).toBeGreaterThanOrEqual(3);
  }
});

it("finds nothing for other words", async () => {
  const others = ["terraform", "zebra", "кукуруза", "lorem ipsum", "qr code"];
  expect(others.flatMap(await searchIn("en"))).toEqual([]);
});

it("shows no excerpt twice", async () => {
  const sections = (await searchIn("en"))("python").flatMap((page) => page.sections);
  const excerpts = sections.flatMap(
    ({ excerpt }) => excerpt.map(({ text }) => text).join("") || [],
  );
  expect(excerpts).toEqual([...new Set(excerpts)]);
  expect(excerpts.length).toBeLessThan(sections.length);
});

it("does not confuse short words", async () => {
  const found = (await searchIn("en"))("cors").flatMap(({ sections }) => sections);
  expect(JSON.stringify(found)).not.toContain("one core");
});

it("has synonyms only of existing pages and sections", async () => {
  const pages = await loadPages("en");
  const targets: readonly string[] = pages.flatMap(({ slug, blocks }) => [
    slug,
    ...blocks.flatMap((block) => (block.kind === "heading" ? [`${slug}#${block.id}`] : [])),
  ]);
  const unknown = languages.flatMap((language) =>
    Object.keys(synonymsIn(language))
      .filter((target) => !targets.includes(target))
      .map((target) => `${language}: ${target}`),
  );
  expect(unknown).toEqual([]);
});
