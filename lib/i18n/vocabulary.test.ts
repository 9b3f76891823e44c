import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import messages from "../../messages/en.json";
import { routing } from "./routing.ts";
import {
  avoidedInEnglish,
  avoidedInTranslations,
  hasWord,
  messagesIn,
  terms,
} from "./vocabulary.fixture.ts";

const english = messagesIn(messages);

it("reads both tables of terms and the wording to avoid", () => {
  expect(terms.length).toBeGreaterThan(30);
  expect(avoidedInEnglish.length).toBeGreaterThan(20);
  expect(hasWord("Send requests to Nametag.", ["request"])).toBe(true);
  expect(hasWord("Refreshed at once.", ["fresh", "refresh"])).toBe(false);
});

describe.each(terms.map((term) => [term["en"]?.[0], term] as const))("%s", (_, term) => {
  it("has a word in every language", () => {
    expect(Object.keys(term)).toEqual(expect.arrayContaining([...routing.locales]));
  });

  it("is used in English", () => {
    expect(english.some(([, text]) => hasWord(text, term["en"] ?? []))).toBe(true);
  });
});

it.each(avoidedInEnglish)("English does not use “%s”", (word) => {
  const wrong = english.filter(([, text]) => hasWord(text, [word]));
  expect(wrong).toEqual([]);
});

describe.each(routing.locales.filter((locale) => locale !== "en"))("%s", (locale) => {
  const file = path.resolve(import.meta.dirname, `../../messages/${locale}.json`);
  const translated = new Map(messagesIn(JSON.parse(readFileSync(file, "utf8")) as object));

  it.each(terms.map((term) => [term["en"]?.[0], term] as const))("translates “%s”", (_, term) => {
    const words = (term[locale] ?? []).map((word) => word.toLowerCase());
    if (words.length === 0) return;
    const uses = english.filter(([, text]) => hasWord(text, term["en"] ?? []));
    const without = uses
      .map(([key]) => [key, translated.get(key) ?? ""] as const)
      .filter(([, text]) => !words.some((word) => text.toLowerCase().includes(word)));
    const allowed = Math.floor(uses.length / 3);
    expect(without.length > allowed ? without : [], `${allowed} of ${uses.length} may`).toEqual([]);
  });

  it("avoids the known mistakes", () => {
    const mistakes = avoidedInTranslations
      .filter(({ language }) => language === locale)
      .flatMap(({ words }) => words);
    const wrong = [...translated].filter(([, text]) =>
      mistakes.some((word) => text.toLowerCase().includes(word.toLowerCase())),
    );
    expect(wrong).toEqual([]);
  });
});
