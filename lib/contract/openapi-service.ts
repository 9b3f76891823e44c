import { recentBody, socialBody } from "./activity.ts";
import { endpoints } from "./endpoints.ts";
import { examplesOf } from "./examples.ts";
import type { ErrorCode } from "./errors.ts";
import { headersWith } from "./headers.ts";
import { healthBody } from "./health.ts";
import type { Meanings } from "./meanings.ts";
import { queryParameters } from "./openapi-parameters.ts";
import type { Route } from "./openapi-paths.ts";
import { errorAnswers, notModified } from "./openapi-responses.ts";
import { schemaReference } from "./openapi-schemas.ts";
import { profileBody } from "./profile.ts";
import { lookupQuery, recentQuery, socialQuery } from "./queries.ts";

/** The addresses that are not about players: no query, no provider. */
export function serviceRoutes(meanings: Meanings): Route[] {
  const errors = errorAnswers(
    ["METHOD_NOT_ALLOWED", "URI_TOO_LONG", "INTERNAL_ERROR", "OVERLOADED"],
    meanings,
  );
  return [
    {
      path: "/api.php",
      operationId: "redirectToApi",
      summary: "The old address of /api",
      description: "Redirects to `/api` with the query it was given. Both addresses work.",
      tags: ["Profiles"],
      parameters: [lookupQuery, socialQuery, recentQuery].flatMap((query) =>
        queryParameters(query, meanings),
      ),
      answers: [
        {
          // Most clients follow the redirect unasked, and then hold what `/api` answers.
          status: 200,
          response: {
            description: "What `/api` answers, to a client that follows the redirect.",
            headers: headersWith(["ETag", "Age"]),
            content: {
              "application/json": {
                schema: { oneOf: [profileBody, socialBody, recentBody].map(schemaReference) },
              },
            },
          },
        },
        {
          status: 301,
          response: {
            description: "The same query at `/api`.",
            headers: headersWith(["Location"]),
          },
        },
        notModified,
        ...errorAnswers(apiErrors(), meanings),
      ],
    },
    {
      path: "/api/health",
      operationId: "getHealth",
      summary: "Whether the process is alive",
      description: "Asks no provider and no store. Never cached.",
      tags: ["Service"],
      parameters: [],
      answers: [stateAnswer("The process is alive.", "getHealth", meanings), ...errors],
    },
    {
      path: "/api/ready",
      operationId: "getReady",
      summary: "Whether the process takes requests",
      description:
        "For load balancers: 503 from the moment the process begins to end. Never cached.",
      tags: ["Service"],
      parameters: [],
      answers: [stateAnswer("The process takes requests.", "getReady", meanings), ...errors],
    },
    {
      path: "/api/metrics",
      operationId: "getMetrics",
      summary: "What the service counts and measures",
      description:
        "For Prometheus: all processes added up. No label holds anything of a request or a player. Never cached.",
      tags: ["Service"],
      parameters: [],
      answers: [
        {
          status: 200,
          response: {
            description: "Metrics in Prometheus' text format, version 0.0.4.",
            headers: headersWith(),
            content: { "text/plain": { schema: { type: "string" } } },
          },
        },
        ...errors,
      ],
    },
    {
      path: "/openapi.json",
      operationId: "getOpenApi",
      summary: "This document",
      description: "The description of the service for programs, in OpenAPI 3.1.",
      tags: ["Service"],
      parameters: [],
      answers: [documentAnswer("This document."), notModified, ...errors],
    },
  ];
}

/** What a client that followed the redirect may meet. */
function apiErrors(): ErrorCode[] {
  return endpoints
    .filter(({ path }) => /^\/api\b/.test(path))
    .flatMap<ErrorCode>(({ errors }) => errors);
}

function documentAnswer(description: string): Route["answers"][number] {
  return {
    status: 200,
    response: {
      description,
      headers: headersWith(["ETag"]),
      content: { "application/json": { schema: { type: "object" } } },
    },
  };
}

function stateAnswer(
  description: string,
  example: string,
  meanings: Meanings,
): Route["answers"][number] {
  return {
    status: 200,
    response: {
      description,
      headers: headersWith(),
      content: {
        "application/json": {
          schema: schemaReference(healthBody),
          examples: examplesOf(example, meanings.examples),
        },
      },
    },
  };
}
