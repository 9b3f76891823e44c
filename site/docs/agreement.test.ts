import { expect, describe, it } from "vitest";
import { parametersOf } from "../../lib/contract/schemas.ts";
import { capturedOf, endpoints, errorCodes, HANDLING, type Endpoint } from "./contract.ts";
import { RESPONSE_HEADERS, TEXTURE_SOURCES } from "../../lib/contract/headers.ts";
import { headerDescription, descriptionOf } from "../../lib/contract/descriptions.ts";
import { EVEN_SIZES, MAX_FACE } from "../../lib/contract/queries.ts";
import { everyLanguage, sectionOf, textsOf } from "./catalogues.fixture.ts";
import { pageMarkdown } from "./markdown.ts";
import type { Slug } from "./pages.ts";
import { loadPage, loadPages } from "./source.ts";

/*
 * Pages must not contradict each other. Code is the same in every language, so that these tests need no words of one.
 */

const contract: readonly Endpoint[] = endpoints;
const parameterNames = new Set(contract.flatMap(({ query }) => Object.keys(query.shape)));

/** The spans of code in a text. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

async function markdownOf(slug: Slug, [locale]: (typeof everyLanguage)[number]): Promise<string> {
  return pageMarkdown(await loadPage(locale, slug), textsOf(locale));
}

describe.each(everyLanguage)("in %s", (locale) => {
  const { descriptions } = textsOf(locale);

  it("every endpoint speaks only of its own parameters", () => {
    const foreign = contract.flatMap(({ path, id, query, errors }) => {
      const said = [
        descriptionOf(descriptions.endpoints, id),
        ...parametersOf(query).map(({ description }) =>
          descriptionOf(descriptions.parameters, description),
        ),
        ...errors.map((code) => descriptions.errors[code]),
      ];
      const named = said.flatMap(codeIn).map((code) => code.replace(/=.*$/, ""));
      return named
        .filter((name) => parameterNames.has(name) && !(name in query.shape))
        .map((name) => `${path}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });

  it("every value of X-Texture-Source is in each list of them, and no page has a list of its own", async () => {
    const values = [...TEXTURE_SOURCES, "optifine"];
    expect(RESPONSE_HEADERS["X-Texture-Source"].examples).toEqual(expect.arrayContaining(values));
    const lists = {
      OpenAPI: headerDescription(descriptions, "X-Texture-Source"),
      head: await markdownOf("head", [locale]),
      caching: await markdownOf("caching", [locale]),
    };
    for (const [where, list] of Object.entries(lists)) {
      const missing = values.filter((value) => !list.includes(`\`${value}\``));
      expect({ where, missing }).toEqual({ where, missing: [] });
    }
    for (const { slug, blocks } of await loadPages(locale)) {
      for (const block of blocks) {
        if (block.kind !== "prose") continue;
        const code = codeIn(block.text);
        const listed = TEXTURE_SOURCES.filter((value) => code.includes(value));
        expect(listed.length, `${slug}: ${block.text}`).toBeLessThan(3);
      }
    }
  });

  it("every endpoint with images is in the table of errors with an image", async () => {
    const table = await markdownOf("errors", [locale]);
    for (const { path, images, imageErrors = [], query } of contract) {
      if (images === undefined) continue;
      const row = table.split("\n").find((line) => line.startsWith(`| \`${path}\` |`)) ?? "";
      const [, , notFound = "", unavailable = "", others] = row.split("|").map((one) => one.trim());
      expect([path, others]).toEqual([path, "JSON"]);
      expect([path, notFound !== "JSON"]).toEqual([path, imageErrors.includes(404)]);
      expect([path, unavailable !== "JSON"]).toEqual([path, imageErrors.includes(502)]);
      expect(notFound.includes("default=404")).toBe("default" in query.shape);
    }
  });

  it("the sizes that look best are those of the view", async () => {
    const { headSize, bustSize, bodySize } = EVEN_SIZES;
    const numbers = (text: string) => text.match(/\d+/g)?.map(Number) ?? [];
    const [even, flat] = numbers(descriptions.parameters.headSize);
    expect([even, flat]).toEqual([headSize, MAX_FACE]);
    expect(numbers(descriptions.parameters.bustSize)).toEqual([bustSize]);
    expect(numbers(descriptions.parameters.bodySize)).toEqual([bodySize]);
    const rules = numbers(sectionOf(await loadPage(locale, "views"), "rules"));
    expect(rules.slice(0, 3)).toEqual([bodySize, bustSize, headSize]);
  });

  it("the methods of the bulk requests are where the others are", async () => {
    const methods = sectionOf(await loadPage(locale, "conventions"), "methods");
    expect(codeIn(methods)).toContain("POST");
  });
});

it("says to retry after Retry-After for the errors that have it", () => {
  const captured = { ...capturedOf("anywhere"), ...capturedOf("getProfile") };
  const told = errorCodes.filter((code) => HANDLING[code].retry === "told");
  expect(told).toEqual(errorCodes.filter((code) => captured[code]?.headers["Retry-After"]));
});

it("offers sizes that look best", () => {
  for (const { query } of contract) {
    for (const { name, description, schema, examples } of parametersOf(query)) {
      if (name !== "size") continue;
      const even = EVEN_SIZES[description as keyof typeof EVEN_SIZES];
      const offered = [schema.default, ...Object.values(examples ?? {}).map(({ value }) => value)];
      for (const size of offered)
        expect([description, Number(size) % even]).toEqual([description, 0]);
    }
  }
});

it("endpoints with JSON say nothing about images, except where they are", () => {
  const { descriptions } = textsOf("en");
  for (const { images, query, errors } of contract) {
    if (images !== undefined) continue;
    const said = [
      ...parametersOf(query).map(({ description }) =>
        descriptionOf(descriptions.parameters, description),
      ),
      ...errors.map((code) => descriptions.errors[code]),
    ];
    expect(said.filter((text) => /\b(image|texture)s?\b/.test(text))).toEqual([]);
  }
});
