import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import english from "../../messages/en.json";
import { clientSource } from "./client-source.ts";
import { endpoints } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";
import type { Schema } from "./openapi-types.ts";
import { described, fieldsOf, interfaceName, printInterface, typeOf } from "./typescript.ts";

const file = fileURLToPath(new URL("../../clients/typescript/src/contract.ts", import.meta.url));
const source = clientSource(
  openApiDocument({ baseUrl: "", version: "", meanings: english.Contract }),
  english.Contract,
);

describe("the client's part that follows from the contract", () => {
  it('is what is in the repository; "npm run build" writes it', async () => {
    const style = await resolveConfig(file, { editorconfig: true });
    const text = await format(source, { ...style, filepath: file });
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "has %s",
    (id, { query, path }) => {
      expect(source).toContain(`\n${id}(`);
      const parameters = source.split(`/** What ${id} takes. */`)[1]?.split("\n}")[0] ?? "";
      const chosenByPath = path.includes("?");
      for (const name of Object.keys(query.shape)) {
        expect([name, parameters.includes(`"${name}"?: `)]).toEqual([name, !chosenByPath]);
      }
    },
  );
});

describe("typeOf", () => {
  it.each<[Schema, string]>([
    [{ type: "string" }, "string"],
    [{ type: "integer", minimum: 1 }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ const: false }, "false"],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ anyOf: [{ $ref: "#/components/schemas/Warning" }, { type: "null" }] }, "Warning | null"],
    [{ type: "array", items: { enum: [1, 2] } }, "(1 | 2)[]"],
  ])("prints %j as %s", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it("refuses what it does not know instead of guessing", () => {
    expect(() => typeOf({ type: "object" })).toThrow(TypeError);
    expect(() => typeOf({ type: "array" })).toThrow(TypeError);
  });
});

it("prints what may be left out, and no name of the language's own", () => {
  const fields = fieldsOf({
    properties: { a: { type: "number", description: "One */ two." }, b: { type: "boolean" } },
    required: ["a"],
  });
  expect(printInterface(interfaceName("#/components/schemas/Error"), fields, "Three.")).toBe(
    [
      "/** Three. */",
      "export interface ErrorBody {",
      "/** One *\\/ two. */",
      '"a": number;',
      '"b"?: boolean;',
      "}",
    ].join("\n"),
  );
  expect(described(undefined, "a")).toBe("a");
});
