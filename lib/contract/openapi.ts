import { ERRORS, errorCodes } from "./errors.ts";
import { explainedHeaders } from "./headers.ts";
import { bodySchemas, type Meanings } from "./meanings.ts";
import { operationsOf, preflightAnswers } from "./openapi-methods.ts";
import { endpointRoutes } from "./openapi-paths.ts";
import { componentSchemas } from "./openapi-schemas.ts";
import { serviceRoutes } from "./openapi-service.ts";
import type { OpenApiDocument } from "./openapi-types.ts";

export type { OpenApiDocument };

export interface OpenApiOptions {
  /** Where this instance is reached, such as `https://nametag.example`. */
  baseUrl: string;
  /** The version of the service. */
  version: string;
  /** What everything means, in English. */
  meanings: Meanings;
}

/** The OpenAPI 3.1 document of the service, made of its contract alone. */
export function openApiDocument({ baseUrl, version, meanings }: OpenApiOptions): OpenApiDocument {
  const base = baseUrl.replace(/\/+$/, "");
  const routes = [...endpointRoutes(meanings), ...serviceRoutes(meanings)];
  return {
    openapi: "3.1.0",
    info: {
      title: "Nametag",
      version,
      summary: "Who is this player? Profiles, heads, skins and capes for both editions.",
      description: description(meanings),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: base }],
    externalDocs: { description: "The documentation, in ten languages.", url: `${base}/docs` },
    security: [],
    tags: [
      { name: "Profiles", description: "Who a player is, as JSON." },
      { name: "Images", description: "Heads, skins and capes, ready for an image tag." },
      { name: "Service", description: "The service itself." },
    ],
    paths: Object.fromEntries(routes.map((route) => [route.path, operationsOf(route, meanings)])),
    components: {
      schemas: componentSchemas(Object.values(bodySchemas), meanings),
      headers: explainedHeaders(meanings.headers),
      responses: Object.fromEntries(
        [...routes.flatMap(({ answers }) => answers), ...preflightAnswers(meanings)].flatMap(
          ({ name, response }) => (name === undefined ? [] : [[name, response]]),
        ),
      ),
    },
  };
}

function description({ errors }: Meanings): string {
  const codes = errorCodes.map((code) => `| ${ERRORS[code]} | \`${code}\` | ${errors[code]} |`);
  return [
    "Looks players of a block-building game up, in its Java and its Bedrock edition. Public and read-only: no key, no sign-up, callable from any page.",
    "HEAD is answered like GET without the body, OPTIONS with the CORS headers. Unknown parameters are ignored; a parameter given twice is an error. Fields may be added to answers, so ignore those you do not know.",
    "Every error has the same body, with a `code` for programs:",
    ["| Status | Code | Meaning |", "|---|---|---|", ...codes].join("\n"),
  ].join("\n\n");
}
