import { readFileSync } from "node:fs";
import path from "node:path";
import {
  createDocument,
  type oas31,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { bodyExamples } from "../../contract/captured.ts";
import type { Descriptions } from "../../contract/descriptions.ts";
import { ERRORS, errorCodes } from "../../contract/errors.ts";
import { paths, type RouteId } from "../../contract/paths.ts";
import { explained, schemaOptions, type Schema } from "../../contract/schemas.ts";
import { notReadyBody } from "../../contract/status.ts";
import { chooseEncoding, encodeBody, type EncodedText } from "../../http/encodings.ts";
import { commonErrors, defineRoute, type Route } from "../route.ts";
import { ifNoneMatch, playerPathItems } from "./operations.ts";
import { createResponses, headerComponents, json, response, type Responses } from "./responses.ts";

export interface OpenApiOptions {
  /** The URL at which this instance is reached, such as `https://nametag.example`. */
  baseUrl: string;
  /** The version of the service. */
  version: string;
  offersBedrock: boolean;
  routes: Readonly<Record<RouteId, Route>>;
  /** The meaning of everything, in English. */
  descriptions: Descriptions;
}

/** The OpenAPI 3.1 document of the service, generated from its contract. */
export function openApiDocument(options: OpenApiOptions): oas31.OpenAPIObject {
  const { version, descriptions, routes, offersBedrock } = options;
  const base = options.baseUrl.replace(/\/+$/, "");
  const responses = createResponses(descriptions);
  // OpenAPI 3.1 has a summary here; the types of zod-openapi do not.
  const info = {
    title: "Nametag",
    version,
    summary: `Player profiles, heads, skins and capes for Minecraft: ${editionsOf(offersBedrock)}.`,
    description: description(descriptions, offersBedrock),
    license: { name: "MIT", identifier: "MIT" },
  };
  const document = createDocument(
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
        { name: "Service", description: "Health, readiness, metrics and this document." },
      ],
      paths: {
        ...playerPathItems(routes, descriptions, responses),
        ...servicePathItems(Object.values(routes), descriptions, responses),
      },
      components: { headers: headerComponents(descriptions) },
    },
    schemaOptions,
  );
  const schemas = explained(
    document.components?.schemas as Readonly<Record<string, Schema>>,
    descriptions,
  ) as Record<string, oas31.SchemaObject>;
  return { ...document, components: { ...document.components, schemas } };
}

function editionsOf(offersBedrock: boolean): string {
  return offersBedrock ? "Java Edition and Bedrock Edition" : "Java Edition";
}

function description({ errors }: Descriptions, offersBedrock: boolean): string {
  const codes = errorCodes.map((code) => `| ${ERRORS[code]} | \`${code}\` | ${errors[code]} |`);
  return [
    `Looks up players of Minecraft: ${editionsOf(offersBedrock)}. Public and read-only. No API key and no account are needed, and CORS is enabled for every origin. Not an official Minecraft product; not approved by or associated with Mojang or Microsoft.`,
    ...(offersBedrock
      ? []
      : [
          "This instance does not offer Bedrock Edition: whatever can only mean one of its players gets 400 with `reason` `not-offered`, and responses have no `bedrock`.",
        ]),
    "Every path also supports HEAD, like GET without the body, and OPTIONS, with 204 and the CORS headers. `POST` works where it is listed. Other methods return 405. Unknown query parameters are ignored; a parameter that occurs twice is an error. Fields can be added to responses: ignore those you do not know. The URLs of other services are at `/docs/moving`, not here.",
    "Every error has the same JSON body. Branch on `code`:",
    ["| Status | Code | Meaning |", "|---|---|---|", ...codes].join("\n"),
  ].join("\n\n");
}

/** The paths that are not about players: no query, no provider. */
function servicePathItems(
  routes: readonly Route[],
  descriptions: Descriptions,
  responses: Responses,
): ZodOpenApiPathsObject {
  const itemOf = ({ id, about, body, errors, freshness }: Route) => {
    if (about === undefined) return [];
    const { summary, description, response: text } = about;
    const isTagged = freshness !== "none";
    const examples = bodyExamples(id, 200, descriptions);
    const hasExamples = Object.keys(examples).length > 0;
    const schema = body ?? ({ type: "object" } as const);
    const content =
      id === "getMetrics"
        ? { "text/plain": { schema: { type: "string" } as const } }
        : json(schema, hasExamples ? examples : undefined);
    const replies: ZodOpenApiResponsesObject = {
      ...responses.errors(errors),
      200: response(text, isTagged ? ["ETag"] : [], content),
      ...(isTagged && { 304: responses.notModified(false) }),
      ...(id === "getReady" && { 503: notReady(descriptions) }),
    };
    const parameters = isTagged ? [ifNoneMatch] : [];
    const get = { operationId: id, summary, description, tags: ["Service"], parameters };
    return [[paths[id], { get: { ...get, responses: replies } }] as const];
  };
  return Object.fromEntries(routes.flatMap(itemOf));
}

function notReady(descriptions: Descriptions) {
  const examples = bodyExamples("getReady", 503, descriptions);
  return response(descriptions.schemas.NotReady, ["Retry-After"], json(notReadyBody, examples));
}

/** The documents of this process, by the services that they are about. */
const documents = new WeakMap<object, Promise<EncodedText>>();

/** `GET /openapi.json`: the description of all routes. It is generated and compressed at the first request. */
export const openApi = defineRoute({
  id: "getOpenApi",
  required: [],
  errors: commonErrors,
  freshness: "document",
  about: {
    summary: "This document",
    description: "The OpenAPI 3.1 description of this service.",
    response: "This document.",
  },
  async handle(_, { acceptEncoding }, services) {
    let encoded = documents.get(services);
    if (encoded === undefined) {
      const { routes, publicUrl: baseUrl, version, offersBedrock } = services;
      encoded = documentOf({ routes, baseUrl, version, offersBedrock });
      documents.set(services, encoded);
      encoded.catch(() => documents.delete(services));
    }
    const encoding = chooseEncoding(acceptEncoding);
    const { body, etag } = (await encoded)[encoding];
    return {
      status: 200,
      headers: {
        "content-type": "application/json; charset=utf-8",
        vary: "Accept-Encoding",
        ...(encoding !== "identity" && { "content-encoding": encoding }),
        etag,
      },
      body,
    };
  },
});

function documentOf(options: Omit<OpenApiOptions, "descriptions">): Promise<EncodedText> {
  const document = openApiDocument({ ...options, descriptions: englishDescriptions() });
  return encodeBody(JSON.stringify(document));
}

/**
 * The English texts of the contract, for descriptions that programs read. Read from the working
 * directory, since the front and every bundle find the same file there.
 */
function englishDescriptions(): Descriptions {
  const file = path.join(process.cwd(), "messages", "en.json");
  const messages = JSON.parse(readFileSync(file, "utf8")) as { Contract: Descriptions };
  return messages.Contract;
}
