import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { examplePlayer } from "./examples.ts";
import { floodgateUuid, isXuid } from "./identifiers.ts";
import {
  bodies,
  contract,
  document,
  everyResponse,
  operationAt,
  type MediaType,
} from "./openapi.fixture.ts";

/** The zod schemas of a JSON body. */
function schemasOf({ schema }: MediaType): z.ZodObject[] {
  const references = "oneOf" in schema ? schema.oneOf : [schema];
  return references.flatMap(({ $ref = "" }) => bodies[$ref.replace(/^.*\//, "")] ?? []);
}

describe("examples", () => {
  const jsonBodies = everyResponse.flatMap(({ path, status, response }) => {
    const json = response.content?.["application/json"];
    return json?.examples === undefined ? [] : [{ at: `${path} ${status}`, json }];
  });

  it("of bodies keep the schema, field by field", () => {
    expect(jsonBodies.map(({ at }) => at)).toEqual(
      expect.arrayContaining(["/api 200", "/api 400", "/head 404", "/api/health 200"]),
    );
    for (const { at, json } of jsonBodies) {
      for (const [name, { value }] of Object.entries(json.examples ?? {})) {
        // A zod object drops the fields it does not know, so an invented one shows as a difference.
        const accepted = schemasOf(json).flatMap((body) => body.safeParse(value).data ?? []);
        expect({ at, name, accepted }).toEqual({ at, name, accepted: [value] });
      }
    }
  });

  it("of parameters are read by the query", () => {
    const tried = contract.flatMap(({ path, query }) =>
      operationAt(path).parameters.flatMap(({ name, examples = {} }) =>
        name in query.shape
          ? Object.values(examples).map(({ value }) => {
              const parameter = query.shape[name] as z.ZodType;
              return { path, name, value, read: parameter.safeParse(String(value)).success };
            })
          : [],
      ),
    );
    expect(new Set(tried.map(({ name }) => name))).toEqual(
      new Set(["username", "uuid", "texture", "size"]),
    );
    expect(tried.filter(({ read }) => !read)).toEqual([]);
  });

  it("of fields are values of the field", () => {
    const tried = Object.entries(document.components.schemas).flatMap(([id, schema]) =>
      Object.entries(schema.properties ?? {}).flatMap(([field, property]) => {
        const examples = typeof property === "object" ? (property.examples as unknown[]) : [];
        return (examples ?? []).map((value) => {
          const known = bodies[id]?.shape[field] as z.ZodType | undefined;
          return { id, field, value, read: known?.safeParse(value).success ?? false };
        });
      }),
    );
    expect(tried).toContainEqual({
      id: "BedrockProfile",
      field: "head_url",
      value: `/head?username=${examplePlayer.xuid}&type=bedrock`,
      read: true,
    });
    expect(tried.filter(({ read }) => !read)).toEqual([]);
  });

  it("are about one invented player", () => {
    const { xuid } = examplePlayer;
    expect(isXuid(xuid) && floodgateUuid(xuid)).toBe(examplePlayer.floodgateUuid);
  });
});
