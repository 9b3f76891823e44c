import { describe, expect, it } from "vitest";
import english from "../../messages/en.json";
import { isErrorCode } from "../../lib/contract/error-codes.ts";
import { bodySchemas } from "../../lib/contract/descriptions.ts";
import type { Block } from "./blocks.ts";
import { textsOf } from "./catalogues.fixture.ts";
import {
  compatClients,
  compatServices,
  endpoints,
  errorCodes,
  ERRORS,
  exampleResponse,
  exampleResponses,
  parametersOf,
  RESPONSE_HEADERS,
  schemeOf,
} from "./contract.ts";
import { pageMarkdown } from "./markdown.ts";
import { errorAnchor } from "./pages.ts";
import { loadPages } from "./source.ts";
import { variableDefaults } from "./tables.ts";

const { Contract } = english;

it.each(endpoints)("$id has a success first, and every error that it can return", (endpoint) => {
  const responses = exampleResponses(endpoint.id, Contract);
  expect(responses[0]?.status).toBe(200);
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  const codes = responses.flatMap(({ name = "" }) => (isErrorCode(name) ? [name] : []));
  expect([...new Set(codes)].toSorted()).toEqual([...endpoint.errors].toSorted());
});

it("names responses with the same title by what differs", () => {
  for (const { id } of endpoints) {
    const labels = exampleResponses(id, Contract).map(({ name, title }) => `${name} ${title}`);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

it("has a player of one edition without a cape as an example", () => {
  const { body } = exampleResponse("getProfile", "java");
  expect(body).toMatchObject({ java: { cape_url: null } });
  expect(body).not.toHaveProperty("bedrock");
  expect(body).not.toHaveProperty("warnings");
});

/*
 * Everything in the contract is documented: a component of a page shows it, and the page as Markdown names it. The
 * other languages have the same components as English (`scripts/check-docs.mjs`).
 */
describe("the documentation has", async () => {
  const texts = textsOf("en");
  const pages = await loadPages("en");

  /** The page with a component, as Markdown, and its other components. */
  function pageWith(isMeant: (block: Block) => boolean) {
    const page = pages.find(({ blocks }) => blocks.some(isMeant));
    if (page === undefined) throw new TypeError("No page shows it.");
    return { ...page, markdown: pageMarkdown(page, texts) };
  }

  it.each(endpoints)("everything about $id on one page", (endpoint) => {
    const { id, errors, path } = endpoint;
    const { blocks, markdown } = pageWith((block) => block.kind === "Endpoint" && block.id === id);
    const parts = blocks.flatMap((block) =>
      "endpoint" in block && block.endpoint === id ? [block.kind] : [],
    );
    expect(parts.toSorted()).toEqual(["Parameters", "Responses", "Samples", "TryIt"]);
    expect(markdown).toContain(`\`GET ${path}`);
    for (const { name } of parametersOf(endpoint)) expect(markdown).toContain(`\n| \`${name}\` |`);
    for (const code of errors) expect(markdown).toContain(`**${ERRORS[code]}** \`${code}\` `);
  });

  it.each(Object.entries(bodySchemas))("the fields of %s", (id, { shape }) => {
    const { markdown } = pageWith((block) => block.kind === "Fields" && block.schema === id);
    for (const name of Object.keys(shape)) expect(markdown).toContain(`\n| \`${name}\` |`);
  });

  it("every error in the table, and in a section of its own with a response", () => {
    const { blocks, markdown } = pageWith(({ kind }) => kind === "Errors");
    const ids = blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(ids).toEqual(expect.arrayContaining(errorCodes.map(errorAnchor)));
    for (const code of errorCodes)
      expect(markdown).toContain(`\n| \`${code}\` | ${ERRORS[code]} | ${Contract.errors[code]} |`);
    const shown = blocks.flatMap((block) =>
      block.kind === "Example" ? [exampleResponse(block.endpoint, block.name)] : [],
    );
    expect(shown.map(({ name, status }) => [name, status])).toEqual(
      errorCodes.map((code) => [code, ERRORS[code]]),
    );
  });

  it("every header", () => {
    const { markdown } = pageWith(({ kind }) => kind === "Headers");
    for (const name of Object.keys(RESPONSE_HEADERS))
      expect(markdown).toContain(`\n| \`${name}\` |`);
  });

  it("every environment variable", () => {
    const { markdown } = pageWith(({ kind }) => kind === "Configuration");
    for (const name of Object.keys(variableDefaults()))
      expect(markdown).toContain(`\n| \`${name}\` |`);
  });

  it("every service and program that one can move from", () => {
    const { blocks } = pages.find(({ slug }) => slug === "moving") ?? expect.fail();
    const sections = blocks.flatMap((block, at) =>
      block.kind === "CompatUrls" ? [[block.service, blocks[at - 1]]] : [],
    );
    const expected = compatServices.map((service) => {
      const { name: text } = schemeOf(service);
      return [service, { kind: "heading", level: 3, id: service, text }];
    });
    expect(sections).toEqual(expected);
    const clients = pageWith(({ kind }) => kind === "CompatClients");
    for (const { name } of compatClients) expect(clients.markdown).toContain(`\n| ${name} |`);
  });
});
