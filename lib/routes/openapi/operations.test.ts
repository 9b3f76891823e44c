import { describe, expect, it } from "vitest";
import { ERRORS } from "../../contract/errors.ts";
import {
  type MediaType,
  bodies,
  contract,
  document,
  everyEndpoint,
  everyOperation,
  everyResponse,
  descriptions,
  operationAt,
  responseOf,
} from "./openapi.fixture.ts";
import type { z } from "zod";
import { examplePlayer } from "../../contract/examples.ts";
import { floodgateUuid, isXuid } from "../../contract/identifiers.ts";

describe("an operation", () => {
  it.each(everyEndpoint)("%s has every parameter of its query", (_, { path, query }) => {
    const { parameters } = operationAt(path);
    for (const name of Object.keys(query.shape)) {
      expect(parameters.filter((parameter) => parameter.name === name)).toEqual([
        expect.objectContaining({
          in: "query",
          required: ["usernames", "q"].includes(name),
          description: expect.stringMatching(/^\S.*\.$/),
        }),
      ]);
    }
  });

  it.each(everyEndpoint)("%s has every error it can give", (_, { path, errors }) => {
    for (const code of errors) {
      const { content, description } = responseOf(path, ERRORS[code]);
      expect(description).toContain(`\`${code}\`: ${descriptions.errors[code]}`);
      const json = content?.["application/json"];
      if (json === undefined) continue;
      expect(json.schema).toEqual({ $ref: "#/components/schemas/Error" });
      const examples = Object.values(json.examples ?? {}).map(({ value }) => value);
      expect(examples).toContainEqual(expect.objectContaining({ code, status: ERRORS[code] }));
    }
  });

  it.each(everyOperation)("at %s says what it does", (_, { summary, description }) => {
    expect([summary, description]).toEqual([
      expect.stringMatching(/^\S/),
      expect.stringMatching(/^\S/),
    ]);
  });

  it("says integer, number and boolean where the text of a parameter stands for one", () => {
    const typeOf = (name: string) =>
      operationAt("/head").parameters.find((parameter) => parameter.name === name)?.schema;
    expect(["username", "size", "yaw", "overlay", "format"].map(typeOf)).toEqual([
      { type: "string", minLength: 1, maxLength: 64 },
      { type: "integer", minimum: 8, maximum: 1024, default: 64 },
      { type: "number", minimum: -180, maximum: 180 },
      { type: "boolean", default: true },
      { type: "string", enum: ["png", "webp"], default: "png" },
    ]);
  });

  it("has the three bodies of /api", () => {
    expect(responseOf("/api", 200).content?.["application/json"]?.schema).toEqual({
      oneOf: [
        { $ref: "#/components/schemas/Profile" },
        { $ref: "#/components/schemas/Social" },
        { $ref: "#/components/schemas/Recent" },
      ],
    });
  });

  it.each([
    ["/head", 200, ["image/png", "image/webp"]],
    ["/head", 404, ["image/png", "image/webp", "application/json"]],
    ["/head", 503, ["application/json"]],
    ["/skin", 404, ["application/json"]],
    ["/skin", 502, ["image/png", "image/webp"]],
    ["/api", 502, ["application/json"]],
    ["/api", 304, []],
    ["/api.php", 301, []],
  ])("%s answers %i as %j", (path, status, types) => {
    expect(Object.keys(responseOf(path, status).content ?? {})).toEqual(types);
  });
});

describe("response headers", () => {
  const having = (name: string) =>
    everyResponse
      .filter(({ headers }) => headers.includes(name))
      .map(({ path, status }) => `${path} ${status}`);
  const where = (test: (response: (typeof everyResponse)[number]) => boolean) =>
    everyResponse.filter(test).map(({ path, status }) => `${path} ${status}`);

  it.each(["Access-Control-Allow-Origin", "X-Request-Id", "X-Cache", "Cache-Control"])(
    "%s is on every response",
    (name) => {
      expect(having(name)).toEqual(where(() => true));
    },
  );

  it("ETag is where 304 can come", () => {
    expect(having("ETag")).toEqual(
      where(
        ({ path, status }) =>
          !/health|ready|metrics/.test(path) && (status === 200 || status === 304),
      ),
    );
  });

  it("Retry-After is on 429, 502 and 503", () => {
    expect(having("Retry-After")).toEqual(where(({ status }) => [429, 502, 503].includes(status)));
    for (const name of ["RateLimit", "RateLimit-Policy"]) {
      expect(having(name)).toEqual(["/api 200", "/api 429", "/api.php 429"]);
    }
  });

  it("X-Texture-Source is on every picture, unchanged ones included", () => {
    const showsPicture = (path: string) =>
      responseOf(path, 200).content?.["image/png"] !== undefined;
    expect(having("X-Texture-Source")).toEqual(
      where(
        ({ path, status, response }) =>
          response.content?.["image/png"] !== undefined || (status === 304 && showsPicture(path)),
      ),
    );
  });

  it("Location is on the redirects", () => {
    expect(having("Location")).toEqual(["/api.php 301"]);
  });
});

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
      new Set(["username", "usernames", "q", "uuid", "texture", "size"]),
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
