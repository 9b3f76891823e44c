import {
  createDocument,
  type oas31,
  type ZodOpenApiContentObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { ERRORS, errorCodes, exampleError } from "./errors.ts";
import { examplesOf } from "./examples.ts";
import { headerComponents, headersWith } from "./headers.ts";
import { healthBody, notReadyBody, type NotReadyBody } from "./health.ts";
import type { Meanings } from "./meanings.ts";
import { compatPaths } from "./openapi-compat.ts";
import { ifNoneMatch, oldAddress, playerPaths } from "./openapi-operations.ts";
import { createResponses, type Responses } from "./openapi-responses.ts";
import { explained } from "./schemas.ts";

export interface OpenApiOptions {
  /** Where this instance is reached, such as `https://nametag.example`. */
  baseUrl: string;
  /** The version of the service. */
  version: string;
  /** What everything means, in English. */
  meanings: Meanings;
}

/** The OpenAPI 3.1 document of the service, generated from its contract. */
export function openApiDocument(options: OpenApiOptions): oas31.OpenAPIObject {
  const { version, meanings } = options;
  const base = options.baseUrl.replace(/\/+$/, "");
  const responses = createResponses(meanings);
  // OpenAPI 3.1 has a summary here; the types of zod-openapi do not.
  const info = {
    title: "Nametag",
    version,
    summary: "Who is this player? Profiles, heads, skins and capes for both editions.",
    description: description(meanings),
    license: { name: "MIT", identifier: "MIT" },
  };
  return createDocument(
    {
      openapi: "3.1.0",
      info,
      servers: [{ url: base }],
      externalDocs: { description: "The documentation, in ten languages.", url: `${base}/docs` },
      // No key is needed.
      security: [],
      tags: [
        { name: "Profiles", description: "Who a player is, as JSON." },
        { name: "Images", description: "Heads, skins and capes, ready for an image tag." },
        {
          name: "Compatibility",
          description: "The addresses of other services, for programs that cannot be changed.",
        },
        { name: "Service", description: "The service itself." },
      ],
      paths: {
        ...playerPaths(meanings, responses),
        "/api.php": { get: oldAddress(meanings, responses) },
        ...servicePaths(meanings, responses),
        ...compatPaths(meanings, responses),
      },
      components: { headers: headerComponents(meanings.headers) },
    },
    { override: explained(meanings) },
  );
}

function description({ errors }: Meanings): string {
  const codes = errorCodes.map((code) => `| ${ERRORS[code]} | \`${code}\` | ${errors[code]} |`);
  return [
    "Looks players of a block-building game up, in its Java and its Bedrock edition. Public and read-only: no key, no sign-up, callable from any page.",
    "Every path also answers HEAD, like GET without the body, and OPTIONS, with 204 and the CORS headers. Unknown parameters are ignored; a parameter given twice is an error. Fields may be added to answers, so ignore those you do not know.",
    "Every error has the same body, with a `code` for programs:",
    ["| Status | Code | Meaning |", "|---|---|---|", ...codes].join("\n"),
  ].join("\n\n");
}

/** The paths that are not about players: no query, no provider. */
function servicePaths(meanings: Meanings, responses: Responses): ZodOpenApiPathsObject {
  const errors = responses.errors([
    "METHOD_NOT_ALLOWED",
    "URI_TOO_LONG",
    "INTERNAL_ERROR",
    "OVERLOADED",
  ]);
  const path = (
    operationId: string,
    summary: string,
    text: string,
    answers: ZodOpenApiResponsesObject,
  ) => {
    const parameters = 304 in answers ? [ifNoneMatch] : [];
    const tags = ["Service"];
    const all = { ...errors, ...answers };
    return { get: { operationId, summary, description: text, tags, parameters, responses: all } };
  };
  const uncached = (text: string, content: ZodOpenApiContentObject) => ({
    200: { description: text, headers: headersWith(), content },
  });
  const health = (id: "getHealth" | "getReady"): ZodOpenApiContentObject => ({
    "application/json": { schema: healthBody, examples: examplesOf(id, meanings.examples) },
  });
  return {
    "/api/health": path(
      "getHealth",
      "Whether the process is alive",
      "Asks no provider and no store. Never cached.",
      uncached("The process is alive.", health("getHealth")),
    ),
    "/api/ready": path(
      "getReady",
      "Whether the process takes requests",
      "For load balancers: 503 while pages cannot be rendered, and from the moment the process begins to end. Never cached.",
      { ...uncached("The process takes requests.", health("getReady")), 503: notReady(meanings) },
    ),
    "/api/metrics": path(
      "getMetrics",
      "What the service counts and measures",
      "For Prometheus: all processes added up. No label holds anything of a request or a player. Never cached.",
      uncached("Metrics in Prometheus' text format, version 0.0.4.", {
        "text/plain": { schema: { type: "string" } },
      }),
    ),
    "/openapi.json": path(
      "getOpenApi",
      "This document",
      "The description of the service for programs, in OpenAPI 3.1.",
      {
        200: {
          description: "This document.",
          headers: headersWith("ETag"),
          content: { "application/json": { schema: { type: "object" } } },
        },
        304: responses.notModified(false),
      },
    ),
  };
}

function notReady(meanings: Meanings): ZodOpenApiResponseObject {
  const value: NotReadyBody = { ...exampleError("OVERLOADED", meanings), missing: ["pages"] };
  const examples = { OVERLOADED: { summary: meanings.errors.OVERLOADED, value } };
  return {
    description: meanings.schemas.NotReady,
    headers: headersWith("Retry-After"),
    content: { "application/json": { schema: notReadyBody, examples } },
  };
}
