import type { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { ERRORS, errorCodes } from "./errors.ts";
import { bodyExamples } from "./captured.ts";
import type { Descriptions } from "./descriptions.ts";
import { compatPaths } from "./openapi-compat.ts";
import { ifNoneMatch, playerPaths } from "./openapi-operations.ts";
import {
  createResponses,
  headerComponents,
  json,
  response,
  type Responses,
} from "./openapi-responses.ts";
import { explained } from "./schemas.ts";
import { healthBody, notReadyBody, statusBody } from "./status.ts";

export interface OpenApiOptions {
  /** Where this instance is reached, such as `https://nametag.example`. */
  baseUrl: string;
  /** The version of the service. */
  version: string;
  /** What everything means, in English. */
  descriptions: Descriptions;
}

/** The OpenAPI 3.1 document of the service, generated from its contract. */
export function openApiDocument(options: OpenApiOptions): oas31.OpenAPIObject {
  const { version, descriptions } = options;
  const base = options.baseUrl.replace(/\/+$/, "");
  const responses = createResponses(descriptions);
  // OpenAPI 3.1 has a summary here; the types of zod-openapi do not.
  const info = {
    title: "Nametag",
    version,
    summary:
      "Player profiles, heads, skins and capes for Minecraft: Java Edition and Bedrock Edition.",
    description: description(descriptions),
    license: { name: "MIT", identifier: "MIT" },
  };
  return createDocument(
    {
      openapi: "3.1.0",
      info,
      servers: [{ url: base }],
      externalDocs: { description: "Documentation in ten languages.", url: `${base}/docs` },
      // No API key is needed.
      security: [],
      tags: [
        { name: "Profiles", description: "Player profiles as JSON." },
        { name: "Images", description: "Heads, skins and capes as images." },
        {
          name: "Compatibility",
          description: "The URLs of other services, for programs you can’t change.",
        },
        { name: "Service", description: "Health, readiness, metrics and this document." },
      ],
      paths: {
        ...playerPaths(descriptions, responses),
        ...servicePaths(descriptions, responses),
        ...compatPaths(descriptions, responses),
      },
      components: { headers: headerComponents(descriptions) },
    },
    { override: explained(descriptions) },
  );
}

function description({ errors }: Descriptions): string {
  const codes = errorCodes.map((code) => `| ${ERRORS[code]} | \`${code}\` | ${errors[code]} |`);
  return [
    "Looks up players of Minecraft: Java Edition and Bedrock Edition. Public and read-only. No API key and no account are needed, and CORS is enabled for every origin. Not an official Minecraft product; not approved by or associated with Mojang or Microsoft.",
    "Every path also supports HEAD, like GET without the body, and OPTIONS, with 204 and the CORS headers. Other methods return 405. The bulk lookups under `/compat/mojang` take POST instead. Unknown query parameters are ignored; a parameter that occurs twice is an error. Fields can be added to responses: ignore those you do not know.",
    "Every error has the same JSON body. Branch on `code`:",
    ["| Status | Code | Meaning |", "|---|---|---|", ...codes].join("\n"),
  ].join("\n\n");
}

/** The paths that are not about players: no query, no provider. */
function servicePaths(descriptions: Descriptions, responses: Responses): ZodOpenApiPathsObject {
  const errors = responses.errors(["URI_TOO_LONG", "INTERNAL_ERROR", "OVERLOADED"]);
  const path = (
    operationId: string,
    summary: string,
    text: string,
    replies: ZodOpenApiResponsesObject,
  ) => {
    const parameters = 304 in replies ? [ifNoneMatch] : [];
    const tags = ["Service"];
    const all = { ...errors, ...replies };
    return { get: { operationId, summary, description: text, tags, parameters, responses: all } };
  };
  const tagged = (text: string, schema: z.ZodType | oas31.SchemaObject) => ({
    200: response(text, ["ETag"], json(schema)),
    304: responses.notModified(false),
  });
  const health = (text: string, id: "getHealth" | "getReady") =>
    response(text, [], json(healthBody, bodyExamples(id, 200, descriptions)));
  return {
    "/api/health": path(
      "getHealth",
      "Check that the process is alive",
      "Queries no provider and no store. Never cached.",
      { 200: health("The process is alive.", "getHealth") },
    ),
    "/api/ready": path(
      "getReady",
      "Check that the process is ready for requests",
      "For load balancers: 503 while pages cannot be rendered, and during shutdown. Never cached.",
      {
        200: health("The process is ready for requests.", "getReady"),
        503: response(
          descriptions.schemas.NotReady,
          ["Retry-After"],
          json(notReadyBody, bodyExamples("getReady", 503, descriptions)),
        ),
      },
    ),
    "/api/metrics": path(
      "getMetrics",
      "Metrics for Prometheus",
      "The sum of all processes. No label contains anything about a request or a player. Never cached.",
      {
        200: response("Metrics in the Prometheus text format, version 0.0.4.", [], {
          "text/plain": { schema: { type: "string" } },
        }),
      },
    ),
    "/api/status": path(
      "getStatus",
      "The providers in the last 24 hours",
      "What the status page shows: how each provider answered this instance, and how much the service is used. Calls no provider.",
      tagged("The providers, and how much the service is used.", statusBody),
    ),
    "/openapi.json": path(
      "getOpenApi",
      "This document",
      "The OpenAPI 3.1 description of this service.",
      tagged("This document.", { type: "object" }),
    ),
  };
}
