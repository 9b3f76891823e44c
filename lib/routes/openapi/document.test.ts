import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { errorCodes, ERRORS } from "../../contract/errors.ts";
import {
  bodies,
  document,
  everyOperation,
  descriptions,
  options,
  resolve,
} from "./openapi.fixture.ts";
import { openApiDocument } from "./document.ts";

/** Every object of the document, the document itself included. */
function objectsIn(node: unknown): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(objectsIn);
  return Array.isArray(node) ? below : [node as Record<string, unknown>, ...below];
}

describe("openApiDocument", () => {
  it("passes the linter without an error or a warning", async () => {
    const folder = await mkdtemp(join(tmpdir(), "openapi-"));
    try {
      await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
      const linter = new URL("../../../node_modules/@redocly/cli/bin/cli.js", import.meta.url);
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

  it("gives every field a type", () => {
    const typed = ["type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf"];
    const untyped = Object.entries(document.components?.schemas ?? {}).flatMap(([id, schema]) =>
      Object.entries("properties" in schema ? (schema.properties ?? {}) : {})
        .filter(([, property]) => !typed.some((key) => key in Object(property)))
        .map(([name]) => `${id}.${name}`),
    );
    expect(untyped).toEqual([]);
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

  it("has one GET operation per path", () => {
    const operations = everyOperation.map(([path, { operationId, responses }]) => [
      path,
      operationId,
      Object.keys(responses).join(" "),
    ]);
    expect(operations).toEqual([
      ["/api", "getProfile", "200 204 304 400 404 412 414 429 431 500 502 503"],
      ["/api/batch", "getBatch", "200 204 304 400 412 414 431 500 503"],
      ["/api/history", "getHistory", "200 204 304 400 404 412 414 431 500 502 503"],
      ["/api/suggest", "getSuggestions", "200 304 400 412 414 431 500 503"],
      ["/head/{player}", "getHeadOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/head/{player}/{size}", "getHeadInSize", "200 304 400 404 412 414 431 500 502 503"],
      ["/avatar/{player}", "getAvatarOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/avatar/{player}/{size}", "getAvatarInSize", "200 304 400 404 412 414 431 500 502 503"],
      ["/head", "getHead", "200 304 400 404 412 414 431 500 502 503"],
      ["/bust/{player}", "getBustOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/bust/{player}/{size}", "getBustInSize", "200 304 400 404 412 414 431 500 502 503"],
      ["/bust", "getBust", "200 304 400 404 412 414 431 500 502 503"],
      ["/body/{player}", "getBodyOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/body/{player}/{size}", "getBodyInSize", "200 304 400 404 412 414 431 500 502 503"],
      ["/body", "getBody", "200 304 400 404 412 414 431 500 502 503"],
      ["/player", "getPlayerCard", "200 304 400 404 412 414 431 500 502 503"],
      ["/skin/{player}", "getSkinOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/skin", "getSkin", "200 304 400 404 412 414 431 500 502 503"],
      ["/cape/{player}", "getCapeOfPlayer", "200 304 400 404 412 414 431 500 502 503"],
      ["/cape/{player}/{size}", "getCapeInSize", "200 304 400 404 412 414 431 500 502 503"],
      ["/cape", "getCape", "200 304 400 404 412 414 431 500 502 503"],
      ["/api.php", "redirectToApi", "200 301 304 400 404 412 414 429 431 500 502 503"],
      ["/api/health", "getHealth", "200 412 414 431 500 503"],
      ["/api/ready", "getReady", "200 412 414 431 500 503"],
      ["/api/metrics", "getMetrics", "200 412 414 431 500 503"],
      ["/api/status", "getStatus", "200 304 412 414 431 500 503"],
      ["/openapi.json", "getOpenApi", "200 304 412 414 431 500 503"],
    ]);
  });

  it("describes HEAD and OPTIONS once for all paths", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const methods = path === "/api/batch" ? ["get", "post"] : ["get"];
      expect([path, Object.keys(item)]).toEqual([path, methods]);
    }
    expect(document.info.description).toMatch(/HEAD, like GET without the body, and OPTIONS/);
  });

  it("offers If-None-Match where the response can be 304", () => {
    for (const [path, { parameters, responses }] of everyOperation) {
      const offered = parameters.some(({ name }) => name === "If-None-Match");
      expect([path, offered]).toEqual([path, "304" in responses]);
    }
  });

  it("resolves every reference", () => {
    const references = objectsIn(document).flatMap(({ $ref }) =>
      typeof $ref === "string" ? [$ref] : [],
    );
    expect(references).toContain("#/components/schemas/Profile");
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it("lists every error code with its status and meaning", () => {
    for (const code of errorCodes) {
      expect(document.info.description).toContain(
        `| ${ERRORS[code]} | \`${code}\` | ${descriptions.errors[code]} |`,
      );
    }
    expect(document.components.schemas["Error"]?.properties?.["code"]).toMatchObject({
      enum: errorCodes,
    });
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

  it("give large integers and times their format", () => {
    expect(document.components.schemas["NameHistoryEntry"]?.properties?.["changed_at"]).toEqual({
      anyOf: [{ type: "integer", format: "int64" }, { type: "null" }],
      description: descriptions.fields.NameHistoryEntry.changed_at,
    });
    expect(document.components.schemas["Profile"]?.properties?.["fetched_at"]).toEqual({
      type: "string",
      format: "date-time",
      description: descriptions.fields.Profile.fetched_at,
    });
    expect(document.components.schemas["Error"]?.properties?.["status"]).toMatchObject({
      type: "integer",
      minimum: 400,
      maximum: 599,
    });
  });
});
