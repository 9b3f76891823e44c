// Compares the languages of the site with English: no missing or unknown messages, the same placeholders
// and tags, and the plural forms of each language. `next build` runs it.
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @import { MessageFormatElement, PluralElement } from "@formatjs/icu-messageformat-parser"
 */

const folder = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "messages");
const SOURCE = "en";

/**
 * The problems of the catalogues, one sentence each; empty when there are none.
 * @param {ReadonlyMap<string, object>} [catalogues] By language, English among them.
 * @returns {string[]}
 */
export function messageProblems(catalogues = readCatalogues()) {
  const source = flatten(catalogues.get(SOURCE) ?? {});
  return [...catalogues].flatMap(([locale, messages]) => {
    const own = flatten(messages);
    const missing = [...source.keys()].filter((key) => !own.has(key));
    const unknown = [...own.keys()].filter((key) => !source.has(key));
    const shared = [...own].filter(([key]) => source.has(key));
    return [
      ...missing.map((key) => `${locale}: ${key} is missing.`),
      ...unknown.map((key) => `${locale}: ${key} is unknown in English.`),
      ...shared.flatMap(([key, text]) =>
        compare(source.get(key) ?? "", text, locale).map(
          (problem) => `${locale}: ${key} ${problem}`,
        ),
      ),
    ];
  });
}

/**
 * Every file of `messages/`, by language.
 * @returns {Map<string, object>}
 */
function readCatalogues() {
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.json$/.test(name));
  return new Map(
    files.map((name) => [
      path.basename(name, ".json"),
      JSON.parse(readFileSync(path.join(folder, name), "utf8")),
    ]),
  );
}

/**
 * A nested catalogue as a flat one, by `Namespace.key`.
 * @param {object} messages
 * @returns {Map<string, string>}
 */
function flatten(messages, prefix = "") {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/**
 * The differences of a translation from its source, as the ends of sentences.
 * @param {string} source
 * @param {string} text
 * @param {string} locale
 */
function compare(source, text, locale) {
  if (text.trim() === "" && source.trim() !== "") return ["is empty."];
  let parts;
  try {
    parts = partsOf(parse(text), locale);
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}.`];
  }
  const wanted = partsOf(parse(source), locale);
  return [
    ...[...wanted.names].filter((name) => !parts.names.has(name)).map((name) => `lacks ${name}.`),
    ...[...parts.names]
      .filter((name) => !wanted.names.has(name))
      .map((name) => `has ${name}, which English has not.`),
    ...parts.forms,
  ];
}

/**
 * The placeholders, tags and code of a message, and the plural forms that it lacks.
 * @param {readonly MessageFormatElement[]} elements
 * @param {string} locale
 */
function partsOf(elements, locale) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {string[]} */
  const forms = [];
  /** @param {readonly MessageFormatElement[]} list */
  const visit = (list) => {
    for (const element of list) {
      if (element.type === TYPE.tag) {
        names.add(`<${element.value}>`);
        const [only] = element.children;
        // Code is the same in every language.
        if (element.value === "code" && only?.type === TYPE.literal) {
          names.add(`<code>${only.value}</code>`);
        }
        visit(element.children);
      } else if (element.type === TYPE.plural || element.type === TYPE.select) {
        names.add(`{${element.value}}`);
        if (element.type === TYPE.plural) forms.push(...missingForms(element, locale));
        for (const option of Object.values(element.options)) visit(option.value);
      } else if (element.type === TYPE.literal) {
        for (const part of codeAndLinksIn(element.value)) names.add(part);
      } else if (element.type !== TYPE.pound) {
        names.add(`{${element.value}}`);
      }
    }
  };
  visit(elements);
  return { names, forms };
}

/**
 * The code spans and link targets of Markdown.
 * @param {string} text
 */
function codeAndLinksIn(text) {
  return [...text.matchAll(/`[^`]+`/g), ...text.matchAll(/(?<=\])\([^()\s]+\)/g)].map(
    ([part]) => part,
  );
}

/**
 * @param {PluralElement} element
 * @param {string} locale
 */
function missingForms({ options, pluralType }, locale) {
  const { pluralCategories } = new Intl.PluralRules(locale, { type: pluralType }).resolvedOptions();
  return pluralCategories
    .filter((category) => !(category in options))
    .map((category) => `lacks the plural form "${category}".`);
}
