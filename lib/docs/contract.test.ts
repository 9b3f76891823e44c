import { expect, it } from "vitest";
import english from "../../messages/en.json";
import { isErrorCode } from "../contract/error-codes.ts";
import { endpoints, errorCodes, ERRORS, exampleResponse, exampleResponses } from "./contract.ts";
import { docsPages } from "./pages.ts";

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

it("shows a real response of every error code on the page of errors", () => {
  const blocks = docsPages.find(({ id }) => id === "errors")?.blocks ?? [];
  const shown = blocks.flatMap((block) =>
    block.kind === "example" ? [exampleResponse(block.endpoint, block.example)] : [],
  );
  expect(shown.map(({ name, status }) => [name, status])).toEqual(
    errorCodes.map((code) => [code, ERRORS[code]]),
  );
});
