import { expect, it } from "vitest";
import english from "../../messages/en.json";
import { readConfiguration, variables } from "../configuration.ts";
import { type EndpointId, endpointOf, endpoints } from "../contract/endpoints.ts";
import { bodySchemas, type SchemaId } from "../contract/meanings.ts";
import {
  fieldRows,
  parameterRows,
  schemaIn,
  typeText,
  type ValueType,
  variableRows,
} from "./tables.ts";

const meanings = english.Contract;

function parametersOf(id: EndpointId) {
  const rows = parameterRows(endpointOf(id), meanings);
  return Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
}

function fieldsOf(id: SchemaId) {
  return Object.fromEntries(fieldRows(id, meanings).map(({ name, ...row }) => [name, row]));
}

it("has a parameter's type, limits and default", () => {
  const { username, type, size, overlay, default: fallback, ...others } = parametersOf("getHead");
  const { parameters } = meanings;
  expect(username).toEqual({
    required: true,
    type: { kind: "text" },
    limits: { of: "length", min: 1, max: 64 },
    meaning: parameters.username,
  });
  expect(type).toEqual({
    required: false,
    type: { kind: "choice", values: ["all", "java", "bedrock"] },
    byDefault: "all",
    meaning: parameters.type,
  });
  expect(size).toEqual({
    required: false,
    type: { kind: "integer" },
    limits: { of: "value", min: 8, max: 512 },
    byDefault: "64",
    meaning: parameters.size,
  });
  expect(overlay).toEqual({
    required: false,
    type: { kind: "switch" },
    byDefault: "true",
    meaning: parameters.overlay,
  });
  expect(fallback).toEqual({
    required: false,
    type: { kind: "choice", values: ["404", "steve", "alex", "auto"] },
    meaning: parameters.default,
  });
  expect(Object.keys(others)).toEqual(["uuid", "texture", "view", "format"]);
});

it("has the query that selects one of several endpoints with the same URL", () => {
  expect(parametersOf("getSocial")).toEqual({
    social: {
      required: true,
      type: { kind: "choice", values: ["1"] },
      meaning: meanings.parameters.social,
    },
  });
});

it("has a row for every parameter of every endpoint", () => {
  for (const { id, query } of endpoints) {
    expect(Object.keys(parametersOf(id))).toEqual(Object.keys(query.shape));
  }
});

it("distinguishes nullable from optional fields", () => {
  const { java, warnings, fetched_at: fetchedAt } = fieldsOf("Profile");
  expect(java).toMatchObject({
    type: { kind: "object", schema: "JavaProfile" },
    nullable: false,
    optional: true,
  });
  expect(warnings).toMatchObject({
    type: { kind: "list", of: { kind: "object", schema: "Warning" } },
    nullable: false,
    optional: true,
  });
  expect(fetchedAt).toMatchObject({ type: { kind: "time" }, nullable: false, optional: false });
  expect(fieldsOf("BedrockProfile")["linked"]).toMatchObject({
    type: { kind: "switch" },
    nullable: true,
    optional: false,
  });
});

it("has the values of a field, null separately", () => {
  expect(fieldsOf("JavaProfile")["model"]).toEqual({
    type: { kind: "choice", values: ["classic", "slim"] },
    nullable: true,
    optional: false,
    meaning: meanings.fields.JavaProfile.model,
  });
  expect(fieldsOf("Error")["success"]?.type).toEqual({ kind: "choice", values: ["false"] });
  expect(fieldsOf("LookupStatistics")["cache_hit_ratio_24h"]?.type).toEqual({ kind: "number" });
  expect(fieldsOf("NameHistoryEntry")["changed_at"]).toMatchObject({
    type: { kind: "integer" },
    nullable: true,
  });
});

it("has a row with a meaning for every field of every body", () => {
  for (const [id, schema] of Object.entries(bodySchemas)) {
    const rows = fieldRows(id as SchemaId, meanings);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(schema.shape));
    expect(rows.filter(({ meaning }) => meaning === "")).toEqual([]);
  }
});

it.each<[ValueType, string]>([
  [{ kind: "text" }, "string"],
  [{ kind: "time" }, "string"],
  [{ kind: "integer" }, "integer"],
  [{ kind: "number" }, "number"],
  [{ kind: "switch" }, "boolean"],
  [{ kind: "choice", values: ["java", "bedrock"] }, '"java" | "bedrock"'],
  [{ kind: "choice", values: ["false"] }, "false"],
  [{ kind: "list", of: { kind: "object", schema: "Warning" } }, "Warning[]"],
  [
    { kind: "list", of: { kind: "either", of: [{ kind: "text" }, { kind: "integer" }] } },
    "(string | integer)[]",
  ],
])("writes the type %o as %s", (type, text) => {
  expect(typeText(type)).toBe(text);
});

it("finds the schema of a type", () => {
  const type: ValueType = { kind: "list", of: { kind: "object", schema: "SocialLink" } };
  expect(schemaIn(type)).toBe("SocialLink");
  expect(schemaIn({ kind: "list", of: { kind: "text" } })).toBeUndefined();
});

const rows = variableRows();

it("has every environment variable once", () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(variables));
});

it("has the default of a variable", () => {
  const byDefault = Object.fromEntries(rows.map((row) => [row.name, row.byDefault]));
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
  const shown = rows.flatMap(({ name, byDefault }) =>
    byDefault === undefined ? [] : [[name, byDefault] as const],
  );
  expect(readConfiguration(Object.fromEntries(shown))).toEqual(readConfiguration({}));
});
