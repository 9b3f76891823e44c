import { z } from "zod";
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { bodyExamples, headerExample } from "../../contract/captured.ts";
import { descriptionOf, type Descriptions } from "../../contract/descriptions.ts";
import { parametersOf, type Example } from "../../contract/schemas.ts";
import { examplePlayer } from "../../contract/examples.ts";
import { paths, shortUrls, type RouteId } from "../../contract/paths.ts";
import { endpointsIn, type Endpoint, type Route } from "../route.ts";
import { imageContent, json, response, type Responses } from "./responses.ts";

/** A parameter whose value is any text. */
export function parameter(
  location: "path" | "query" | "header",
  name: string,
  description: string,
  examples: Record<string, Example>,
): oas31.ParameterObject {
  const required = location === "path";
  return { name, in: location, required, description, schema: { type: "string" }, examples };
}

export const ifNoneMatch = parameter(
  "header",
  "If-None-Match",
  "The `ETag` of a cached version: 304 if it is still current.",
  { tag: { summary: "An `ETag` as it was received", value: headerExample("ETag") } },
);

const onlyIfCached = parameter(
  "header",
  "Cache-Control",
  "`only-if-cached` returns the cached profile if it is fresh, otherwise 204, and queries no provider.",
  { kept: { summary: "Cached responses only", value: "only-if-cached" } },
);

/** The GET operation of every path that is about players; endpoints of one path are one operation. */
export function playerPathItems(
  routes: Readonly<Record<RouteId, Route>>,
  descriptions: Descriptions,
  responses: Responses,
): ZodOpenApiPathsObject {
  const endpoints = endpointsIn(routes);
  const variantsAt = (path: string) => endpoints.filter(({ id }) => paths[id] === path);
  const operations = endpoints.flatMap((endpoint) => {
    const path = paths[endpoint.id];
    const operation = playerOperation(variantsAt(path), descriptions, responses);
    const short = shortOperations(endpoint, operation, descriptions);
    const items = short.map(([at, get]) => [at, { get }] as const);
    const post = endpoint.accepts && postOperation(endpoint, operation, endpoint.accepts);
    return [...items, [path, { get: operation, ...(post && { post }) }] as const];
  });
  const old = oldAddress(variantsAt("/api"), descriptions, responses);
  return { ...Object.fromEntries(operations), "/api.php": { get: old } };
}

function playerOperation(
  variants: readonly Endpoint[],
  descriptions: Descriptions,
  responses: Responses,
) {
  const [first] = variants;
  if (first === undefined) throw new TypeError("A path needs an endpoint.");
  const { images = [] } = first;
  const isImage = images.length > 0;
  const isDated = variants.some((variant) => variant.isDated);
  const [ways, wins] =
    "texture" in first.query.shape
      ? ["`username`, `uuid` or `texture`", ", and a valid `texture` over both"]
      : ["`username` or `uuid`", ""];
  const player = `Identify the player by ${ways}. \`uuid\` wins over \`username\`${wins}.`;
  const known =
    "Names of both editions, the latest first, at most 10 players. Only players whom this instance found recently are known: this is no search. No provider is queried.";
  const list =
    "Each result is what `/api` returns for one player, with its status. The status of the whole response is 200, also if some players are unknown or unavailable.";
  const examples = variants.map(({ id }) => bodyExamples(id, 200, descriptions));
  const cached = first.answersOnlyIfCached === true;
  return {
    operationId: first.id,
    summary: descriptionOf(descriptions.endpoints, first.id),
    description: [
      ...variantsText(variants, descriptions),
      ...("username" in first.query.shape ? [player] : []),
      ...("q" in first.query.shape ? [known] : []),
      ...("usernames" in first.query.shape ? [list] : []),
    ].join("\n\n"),
    tags: [isImage ? "Images" : "Profiles"],
    parameters: [
      ...variants.flatMap((variant) => queryParameters(variant, descriptions)),
      ifNoneMatch,
      ...(cached ? [onlyIfCached] : []),
    ],
    responses: {
      200: response(
        variants.map((variant) => responseText(variant, descriptions)).join("\n\n"),
        [
          "ETag",
          isDated && "Last-Modified",
          ...refreshHeaders(variants),
          isImage && "X-Texture-Source",
          variants.some(({ query }) => "cape" in query.shape) && "X-Partial",
        ],
        isImage ? imageContent(images) : json(jsonBody(variants), Object.assign({}, ...examples)),
      ),
      ...(cached && {
        204: response("With `Cache-Control: only-if-cached`: no fresh profile is cached. No body."),
      }),
      304: responses.notModified(isImage),
      ...responses.errors(
        variants.flatMap(({ errors }) => errors),
        first,
      ),
    },
  };
}

/** The same operation with its list in the body, which nobody caches. */
function postOperation(
  { id, required }: Endpoint,
  { responses, ...operation }: ReturnType<typeof playerOperation>,
  accepts: z.ZodType,
): ZodOpenApiOperationObject {
  const { 204: _, 304: __, ...others } = responses;
  const isKept = ({ in: place, name }: oas31.ParameterObject) =>
    place === "query" && !required.includes(name);
  return {
    ...operation,
    operationId: id.replace(/^get/, "post"),
    parameters: operation.parameters.filter(isKept),
    requestBody: { required: true, content: json(accepts) },
    responses: others,
  };
}

/** The headers of a refresh that was granted. */
function refreshHeaders(variants: readonly Endpoint[]) {
  const isRefreshed = variants.some(({ query }) => "update" in query.shape);
  return isRefreshed ? (["RateLimit", "RateLimit-Policy"] as const) : [];
}

/** The same operation at its short URLs, which come first: they are what most people write. */
function shortOperations(
  { id, path, query: { shape } }: Endpoint,
  operation: ReturnType<typeof playerOperation>,
  descriptions: Descriptions,
) {
  const { javaName, uuid, xuid } = examplePlayer;
  const players = { name: javaName, uuid, ...(id !== "getCape" && { xuid }) };
  const text = descriptions.parameters.username;
  const player = inPath("player", text, players);
  const file = inPath("player", text, { ...players, file: `${javaName}.png` });
  const sizeText = "size" in shape ? operation.parameters.find((one) => one.name === "size") : null;
  const size =
    sizeText && inPath("size", sizeText.description ?? "", { plain: "64", webp: "64.webp" });
  const words = Object.entries(shortUrls).filter(([, meant]) => meant === id);
  return words.flatMap(([word]) => {
    const name = `get${word.replace(/^./, (first) => first.toUpperCase())}`;
    const operationWith = (suffix: string, ...own: oas31.ParameterObject[]) => {
      const names = ["username", ...own.map((one) => one.name)];
      const others = operation.parameters.filter((one) => !names.includes(one.name));
      return {
        ...operation,
        operationId: `${name}${suffix}`,
        description: `The same as \`${path}\` with the player in the path. \`.png\` or \`.webp\` at the end is the format.`,
        parameters: [...own, ...others],
      };
    };
    return [
      [`/${word}/{player}`, operationWith("OfPlayer", file)] as const,
      ...(size
        ? [[`/${word}/{player}/{size}`, operationWith("InSize", player, size)] as const]
        : []),
    ];
  });
}

function inPath(name: string, description: string, values: Record<string, string>) {
  const examples = Object.entries(values).map(([key, value]) => [key, { value }] as const);
  return parameter("path", name, description, Object.fromEntries(examples));
}

/** Parameters of which each can do without the other ones: OpenAPI cannot say that one of them is required. */
const alternatives = new Set(["username", "social", "recent"]);

function queryParameters(
  { query, required }: Endpoint,
  { parameters }: Descriptions,
): oas31.ParameterObject[] {
  return parametersOf(query).map(({ name, description, schema, ...rest }) => ({
    name,
    in: "query",
    required: required.includes(name) && !alternatives.has(name),
    description: descriptionOf(parameters, description),
    schema: schema as oas31.SchemaObject,
    ...rest,
  }));
}

function variantsText(variants: readonly Endpoint[], descriptions: Descriptions): string[] {
  if (variants.length === 1) return [];
  const lines = variants.map(({ id, path, required }) => {
    const example = path.includes("?") ? path : `${path}?${required.join("=…&")}=…`;
    return `- \`${example}\`: ${descriptionOf(descriptions.endpoints, id)}.`;
  });
  return ["One path, several responses:", lines.join("\n")];
}

function responseText({ id, body }: Endpoint, descriptions: Descriptions): string {
  const name = body?.meta()?.id;
  return name === undefined
    ? `${descriptionOf(descriptions.endpoints, id)}.`
    : descriptionOf(descriptions.schemas, name);
}

function jsonBody(variants: readonly Endpoint[]): z.ZodType {
  const bodies = variants.flatMap(({ body }) => body ?? []);
  const [only] = bodies;
  return bodies.length === 1 && only !== undefined
    ? only
    : z.union(bodies).meta({ unionOneOf: true });
}

/** `/api.php`. Most clients follow the redirect, so the operation also has the responses of `/api`. */
function oldAddress(
  variants: readonly Endpoint[],
  descriptions: Descriptions,
  responses: Responses,
): ZodOpenApiOperationObject {
  const api = playerOperation(variants, descriptions, responses);
  const { 204: _, ...others } = api.responses;
  const text = "The response of `/api`, for a client that follows the redirect.";
  return {
    ...api,
    operationId: "redirectToApi",
    summary: "The old path of /api",
    description: "Redirects to `/api` with the same query. Both paths work.",
    parameters: api.parameters.filter((one) => one !== onlyIfCached),
    responses: {
      ...others,
      200: response(text, ["ETag"], json(jsonBody(variants))),
      301: response("Redirect to `/api` with the same query.", ["Location"]),
    },
  };
}
