import { expect, it } from "vitest";
import { readConfiguration, variables } from "../../lib/configuration/configuration.ts";
import { endpointOf, endpoints, type EndpointId } from "./contract.ts";
import type { SchemaId } from "../../lib/contract/descriptions.ts";
import { textsOf } from "./catalogues.fixture.ts";
import type { Block, TableBlock } from "./blocks.ts";
import { formOf, tablesOf, variableDefaults } from "./tables.ts";

const texts = textsOf("en");
const { descriptions } = texts;

/** The rows of a component's table by their names, without the name. */
function rowsOf(block: TableBlock, blocks: readonly Block[] = [block]) {
  const rows = tablesOf(block, texts, blocks).flatMap((table) => table.rows);
  return Object.fromEntries(
    rows.map(({ cells: [name, ...cells], ...row }) => [name?.text ?? "", { ...row, cells }]),
  );
}

const parametersOf = (endpoint: EndpointId) => rowsOf({ kind: "Parameters", endpoint });
const fieldsOf = (schema: SchemaId) => rowsOf({ kind: "Fields", schema });

it("has a parameter's type, limits and default", () => {
  const { username, type, size, overlay, default: fallback } = parametersOf("getHead");
  const { parameters } = descriptions;
  expect(username).toEqual({
    cells: [
      { kind: "code", text: "string" },
      { kind: "required", text: "required" },
      { kind: "prose", text: parameters.username },
    ],
    limits: { of: "length", min: 1, max: 64 },
    meaningId: "getHead-username",
  });
  expect(type).toEqual({
    cells: [
      { kind: "code", text: "all | java | bedrock" },
      { kind: "default", text: "all" },
      { kind: "prose", text: parameters.imageType },
    ],
    meaningId: "getHead-type",
  });
  expect(size).toEqual({
    cells: [
      { kind: "code", text: "integer" },
      { kind: "default", text: "64" },
      { kind: "prose", text: parameters.headSize },
    ],
    limits: { of: "value", min: 8, max: 1024 },
    meaningId: "getHead-size",
  });
  expect(overlay?.cells.map(({ text }) => text)).toEqual(["boolean", "true", parameters.overlay]);
  expect(fallback).toEqual({
    cells: [
      { kind: "code", text: "404 | steve | alex | auto" },
      { kind: "none", text: texts.labels.none },
      { kind: "prose", text: parameters.default },
    ],
    meaningId: "getHead-default",
  });
});

it("has the query that selects one of several endpoints with the same URL", () => {
  expect(parametersOf("getSocial")["social"]?.cells).toEqual([
    { kind: "code", text: "1" },
    { kind: "required", text: "required" },
    { kind: "prose", text: descriptions.parameters.social },
  ]);
});

it.each([
  ["Profile", "java", "JavaProfile", true],
  ["Profile", "warnings", "Warning[]", true],
  ["Profile", "fetched_at", "string", false],
  ["BedrockProfile", "linked", "boolean | null", false],
  ["JavaProfile", "model", '"classic" | "slim" | null', false],
  ["Error", "success", "false", false],
  ["LookupStatistics", "cache_hit_ratio_24h", "number", false],
  ["NameHistoryEntry", "changed_at", "integer | null", false],
  ["RecentLookup", "editions", '("java" | "bedrock")[]', false],
  ["Batch", "results", "(BatchProfile | BatchError)[]", false],
] as const)(
  "has the type of a field: %s %s is %s, optional: %s",
  (schema, field, type, optional) => {
    const row = fieldsOf(schema)[field];
    expect(row?.cells[0]?.text).toBe(type);
    expect(row?.isOptional).toBe(optional);
  },
);

it("links to the fields of a body on the same page", () => {
  const [profile, warning] = [
    { kind: "Fields", schema: "Profile" },
    { kind: "Fields", schema: "Warning" },
  ] as const;
  const rows = rowsOf(profile, [profile, warning]);
  expect(rows["warnings"]?.cells[0]?.href).toBe("#fields-warning");
  expect(rows["java"]?.cells[0]?.href).toBeUndefined();
});

it("has every environment variable once", () => {
  const names = tablesOf({ kind: "Configuration" }, texts, []).map(({ rows }) =>
    rows.map(({ cells: [name] }) => name?.text),
  );
  expect(names.map(({ length }) => length > 0)).toEqual([true, true, true]);
  expect(names[0]).toHaveLength(5);
  expect(names.flat()).toHaveLength(Object.keys(variables).length);
  expect(new Set(names.flat())).toEqual(new Set(Object.keys(variables)));
});

it("has the default of a variable", () => {
  const byDefault = variableDefaults();
  expect(byDefault).toMatchObject({
    PORT: "3000",
    PUBLIC_URL: "http://localhost:3000",
    DATA_DIR: "./data",
    NAME_HISTORY_URL: "off",
    LOG_LEVEL: "info",
  });
  expect(byDefault["REDIS_URL"]).toBeUndefined();
  expect(byDefault["SOCIAL_LINKS"]).toBeUndefined();
});

it("has defaults that change nothing when they are set", () => {
  const shown = Object.entries(variableDefaults()).filter(([, value]) => value !== undefined);
  expect(readConfiguration(Object.fromEntries(shown))).toEqual(readConfiguration({}));
});

function inputsOf(id: EndpointId) {
  return formOf(endpointOf(id)).fields;
}

it.each(endpoints)("has a field for every parameter: $id", ({ id, query }) => {
  expect(inputsOf(id).map(({ name }) => name)).toEqual(Object.keys(query.shape));
});

it("has a kind of field for each kind of parameter", () => {
  const fields = inputsOf("getHead");
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  expect(["username", "uuid", "yaw", "size", "overlay", "default"].map(fieldOf)).toEqual([
    { name: "username", isRequired: true, kind: "text", value: "Lantern_Lou" },
    { name: "uuid", kind: "text", value: "" },
    { name: "yaw", kind: "integer", min: -180, max: 180 },
    { name: "size", kind: "integer", min: 8, max: 1024, defaultValue: "64" },
    { name: "overlay", kind: "choice", options: ["true", "false"], defaultValue: "true" },
    { name: "default", kind: "choice", options: ["404", "steve", "alex", "auto"] },
  ]);
});

it("refreshes only on request", () => {
  expect(inputsOf("getProfile").find(({ name }) => name === "update")).toMatchObject({
    options: ["true", "false"],
    defaultValue: "false",
  });
});

it("keeps the query that selects an endpoint of a shared URL", () => {
  expect(formOf(endpointOf("getRecent")).path).toBe("/api");
  expect(inputsOf("getRecent")).toEqual([
    { name: "recent", isRequired: true, kind: "fixed", value: "1" },
  ]);
});
