import { describe, expect, it } from "vitest";
import messages from "../../messages/en.json";
import { routing } from "./routing.ts";
import { avoidedInEnglish, hasWord, messagesIn, terms } from "./vocabulary.fixture.ts";

const { DocsPages, Contract, Configuration, Docs, DocsSearch, DocsSamples, TryIt } = messages;
const english = messagesIn({
  DocsPages,
  Contract,
  Configuration,
  Docs,
  DocsSearch,
  DocsSamples,
  TryIt,
});

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

it.each(avoidedInEnglish)("English says it without “%s”", (word) => {
  const wrong = english.filter(([, text]) => hasWord(text, [word]));
  expect(wrong).toEqual([]);
});
