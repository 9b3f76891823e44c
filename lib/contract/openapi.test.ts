import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { recentBody, recentLookup, socialBody, socialLink } from "./activity.ts";
import { endpoints, type Endpoint } from "./endpoints.ts";
import { errorBody, errorCodes, ERRORS } from "./errors.ts";
import { examplePlayer } from "./examples.ts";
import { healthBody } from "./health.ts";
import { floodgateUuid, isXuid } from "./identifiers.ts";
import { openApiDocument } from "./openapi.ts";
import type { MediaType, Response, Schema } from "./openapi-types.ts";
import { bedrockProfile, javaProfile, nameHistoryEntry, profileBody, warning } from "./profile.ts";

const options = { baseUrl: "https://nametag.test", version: "1.2.3" };
const document = openApiDocument(options);
const contract: readonly Endpoint[] = endpoints;
const everyEndpoint = contract.map((endpoint) => [endpoint.id, endpoint] as const);

const bodies: Record<string, z.ZodObject> = {
  Profile: profileBody,
  JavaProfile: javaProfile,
  BedrockProfile: bedrockProfile,
  NameHistoryEntry: nameHistoryEntry,
  Warning: warning,
  Social: socialBody,
  SocialLink: socialLink,
  Recent: recentBody,
  RecentLookup: recentLookup,
  LookupStatistics: recentBody.shape.stats,
  Health: healthBody,
  Error: errorBody,
};

/** What a `$ref` of the document points to. */
function resolve(reference: string): unknown {
  const steps = reference.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (node, step) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, step)
        ? (node as Record<string, unknown>)[step]
        : undefined,
    document,
  );
}

/** Every object of the document, the document itself included. */
function objectsIn(node: unknown): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(objectsIn);
  return Array.isArray(node) ? below : [node as Record<string, unknown>, ...below];
}

function operationAt(path: string) {
  const operation = document.paths[path.replace(/\?.*$/, "")]?.get;
  if (operation === undefined) throw new Error(`no ${path}`);
  return operation;
}

function responseOf(path: string, status: number): Response {
  const response = operationAt(path).responses[status];
  if (response === undefined) throw new Error(`no ${status} of ${path}`);
  return "$ref" in response ? (resolve(response.$ref) as Response) : response;
}

const everyResponse = Object.entries(document.paths).flatMap(([path, { get }]) =>
  Object.keys(get.responses).map((status) => {
    const response = responseOf(path, Number(status));
    return { path, status: Number(status), response, headers: Object.keys(response.headers) };
  }),
);

/** The zod schemas of a JSON body. */
function schemasOf({ schema }: MediaType): z.ZodObject[] {
  const references = "oneOf" in schema ? (schema.oneOf as Schema[]) : [schema];
  return references.flatMap(({ $ref = "" }) => bodies[$ref.replace(/^.*\//, "")] ?? []);
}

describe("openApiDocument", () => {
  it("passes the linter without an error or a warning", async () => {
    const folder = await mkdtemp(join(tmpdir(), "openapi-"));
    try {
      await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
      const linter = new URL("../../node_modules/@redocly/cli/bin/cli.js", import.meta.url);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [fileURLToPath(linter), "lint", "openapi.json", "--format=json"],
        {
          cwd: folder,
          env: {
            ...process.env,
            REDOCLY_TELEMETRY: "off",
            REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
          },
        },
      );
      expect(JSON.parse(stdout)).toMatchObject({
        totals: { errors: 0, warnings: 0, ignored: 0 },
        problems: [],
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);

  it("is the same each time, and nothing is lost on the way through JSON", () => {
    expect(JSON.stringify(openApiDocument(options))).toBe(JSON.stringify(document));
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });

  it("says where the service is and which version it is", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({
      title: "Nametag",
      version: "1.2.3",
      license: { name: "MIT", identifier: "MIT" },
    });
    expect(document.servers).toEqual([{ url: "https://nametag.test" }]);
    expect(document.security).toEqual([]);
    expect(openApiDocument({ ...options, baseUrl: "http://localhost:3000/" }).servers).toEqual([
      { url: "http://localhost:3000" },
    ]);
  });

  it("has one GET operation per address", () => {
    const operations = Object.entries(document.paths).map(([path, { get }]) => [
      path,
      get.operationId,
      Object.keys(get.responses).join(" "),
    ]);
    expect(operations).toEqual([
      ["/api", "getProfile", "200 304 400 404 405 414 429 500 502 503"],
      ["/head", "getHead", "200 304 400 404 405 414 500 502 503"],
      ["/skin", "getSkin", "200 304 400 404 405 414 500 502 503"],
      ["/cape", "getCape", "200 304 400 404 405 414 500 502 503"],
      ["/api.php", "redirectToApi", "200 301 304 400 404 405 414 429 500 502 503"],
      ["/api/health", "getHealth", "200 405 414 500 503"],
      ["/api/ready", "getReady", "200 405 414 500 503"],
      ["/api/metrics", "getMetrics", "200 405 414 500 503"],
      ["/openapi.json", "getOpenApi", "200 304 405 414 500 503"],
    ]);
  });

  it("has HEAD and OPTIONS of every address, without bodies", () => {
    for (const { get, head, options } of Object.values(document.paths)) {
      const below400 = Object.keys(get.responses).filter((status) => status < "400");
      expect(Object.keys(head.responses)).toEqual([...below400, "4XX", "5XX"]);
      expect(head.parameters.map(({ name }) => name)).toEqual(
        get.parameters.map(({ name }) => name),
      );
      expect(Object.keys(options.responses)).toEqual(["204", "414", "503"]);
      const bodies = [...Object.values(head.responses), document.components.responses["Preflight"]];
      expect(JSON.stringify(bodies)).not.toContain('"content"');
    }
    expect(Object.keys(document.components.responses["Preflight"]?.headers ?? {})).toEqual(
      expect.arrayContaining(["Allow", "Access-Control-Allow-Methods", "Access-Control-Max-Age"]),
    );
  });

  it("offers If-None-Match where the answer can be 304", () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      const offered = get.parameters.some(({ name }) => name === "If-None-Match");
      expect([path, offered]).toEqual([path, "304" in get.responses]);
    }
  });

  it("points nowhere in vain", () => {
    const references = objectsIn(document).flatMap(({ $ref }) =>
      typeof $ref === "string" ? [$ref] : [],
    );
    expect(references).toContain("#/components/schemas/Profile");
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it("lists every error code with its status and meaning", () => {
    for (const code of errorCodes) {
      expect(document.info.description).toContain(
        `| ${ERRORS[code].status} | \`${code}\` | ${ERRORS[code].meaning} |`,
      );
    }
    expect(document.components.schemas["Error"]?.properties?.["code"]).toMatchObject({
      enum: errorCodes,
    });
  });
});

describe("an operation", () => {
  it.each(everyEndpoint)("%s has every parameter of its query", (_, { path, query }) => {
    const { parameters } = operationAt(path);
    for (const name of Object.keys(query.shape)) {
      expect(parameters.filter((parameter) => parameter.name === name)).toEqual([
        expect.objectContaining({
          in: "query",
          required: false,
          description: expect.stringMatching(/^\S.*\.$/),
        }),
      ]);
    }
  });

  it.each(everyEndpoint)("%s has every error it can give", (_, { path, errors }) => {
    for (const code of errors) {
      const { content, description } = responseOf(path, ERRORS[code].status);
      expect(description).toContain(`\`${code}\`: ${ERRORS[code].meaning}`);
      const json = content?.["application/json"];
      if (json === undefined) continue;
      expect(json.schema).toEqual({ $ref: "#/components/schemas/Error" });
      expect(json.examples?.[code]?.value).toMatchObject({ code, status: ERRORS[code].status });
    }
  });

  it("takes what a client means, not the digits it writes", () => {
    const schemas = Object.fromEntries(
      operationAt("/head").parameters.flatMap(({ name, in: place, schema }) =>
        place === "query" ? [[name, schema]] : [],
      ),
    );
    expect(schemas).toEqual({
      username: { type: "string", minLength: 1, maxLength: 64 },
      uuid: { type: "string", minLength: 1, maxLength: 64 },
      texture: { type: "string", pattern: "^[0-9A-Fa-f]{1,64}$" },
      type: { type: "string", enum: ["all", "java", "bedrock"], default: "all" },
      size: { type: "integer", minimum: 8, maximum: 512, default: 64 },
      format: { type: "string", enum: ["png", "webp"], default: "png" },
      overlay: { type: "boolean", default: true },
      default: { type: "string", enum: ["404", "steve", "alex", "auto"] },
    });
  });

  it("answers a lookup in three shapes", () => {
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
    ["/head", 400, ["application/json"]],
    ["/head", 404, ["image/png", "image/webp", "application/json"]],
    ["/head", 502, ["image/png", "image/webp", "application/json"]],
    ["/head", 503, ["application/json"]],
    ["/skin", 200, ["image/png"]],
    ["/skin", 404, ["application/json"]],
    ["/skin", 502, ["image/png"]],
    ["/cape", 200, ["image/png"]],
    ["/cape", 404, ["application/json"]],
    ["/cape", 502, ["image/png"]],
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
    "%s is on every answer",
    (name) => {
      expect(having(name)).toEqual(where(() => true));
    },
  );

  it("ETag is on what can be asked for again, and there 304 can come", () => {
    expect(having("ETag")).toEqual(
      where(
        ({ path, status }) =>
          !/health|ready|metrics/.test(path) && (status === 200 || status === 304),
      ),
    );
    expect(where(({ status }) => status === 304)).toEqual([
      "/api 304",
      "/head 304",
      "/skin 304",
      "/cape 304",
      "/api.php 304",
      "/openapi.json 304",
    ]);
  });

  it("Retry-After is on what is worth asking again later", () => {
    expect(having("Retry-After")).toEqual(where(({ status }) => [429, 502, 503].includes(status)));
    for (const name of ["RateLimit", "RateLimit-Policy"]) {
      expect(having(name)).toEqual(["/api 429", "/api.php 429"]);
    }
  });

  it("X-Texture-Source is on every picture, unchanged ones included", () => {
    const pictures = /^\/(head|skin|cape)$/;
    expect(having("X-Texture-Source")).toEqual(
      where(
        ({ path, status, response }) =>
          response.content?.["image/png"] !== undefined || (status === 304 && pictures.test(path)),
      ),
    );
  });

  it("Allow is on 405, Location on the redirect", () => {
    expect(having("Allow")).toEqual(where(({ status }) => status === 405));
    expect(having("Location")).toEqual(["/api.php 301"]);
  });
});

describe("components", () => {
  it("hold the schema of every body and its parts", () => {
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(
      Object.keys(bodies).toSorted(),
    );
    const leftOver = objectsIn(document.components.schemas).filter((schema) =>
      ["$schema", "$defs", "id", "additionalProperties", "example"].some(
        (keyword) => keyword in schema && typeof schema[keyword] !== "object",
      ),
    );
    expect(leftOver).toEqual([]);
  });

  it("say what large numbers and times are", () => {
    expect(document.components.schemas["NameHistoryEntry"]?.properties?.["changed_at"]).toEqual({
      anyOf: [{ type: "integer", format: "int64" }, { type: "null" }],
      description: nameHistoryEntry.shape.changed_at.meta()?.description,
    });
    expect(document.components.schemas["Profile"]?.properties?.["fetched_at"]).toEqual({
      type: "string",
      format: "date-time",
      description: profileBody.shape.fetched_at.meta()?.description,
    });
    expect(document.components.schemas["Error"]?.properties?.["status"]).toMatchObject({
      type: "integer",
      minimum: 400,
      maximum: 599,
    });
  });
});

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
