import type { EndpointId } from "../../routes/index.ts";
import {
  code,
  definePage,
  prose,
  section,
  subsection,
  topic,
  topics,
  type Block,
} from "../page.ts";
import { capturedOf } from "../../contract/captured.ts";
import type { ErrorCode } from "../../contract/error-codes.ts";
import { examplePlayer } from "../../contract/examples.ts";

/** What is said about an endpoint: the message of each part's heading, and the kind of its block. */
const parts = {
  parameters: "parameters",
  samples: "samples",
  answers: "responses",
  tryIt: "tryIt",
} as const;
type Part = keyof typeof parts;

const usual: readonly Part[] = ["parameters", "samples", "answers", "tryIt"];

/** All about the endpoint of a page. */
function endpointSections(endpoint: EndpointId): Block<Part>[] {
  return [
    { kind: "endpoint", endpoint },
    ...usual.flatMap((part) => [section(part), { kind: parts[part], endpoint } as Block<Part>]),
  ];
}

/** The same for one endpoint of several on a page. The messages of its headings begin with the name. */
export function endpointSubsections<Name extends string>(
  endpoint: EndpointId,
  name: Name,
  order = usual,
): Block<`${Name}${Capitalize<Part>}`>[] {
  return [
    { kind: "endpoint", endpoint },
    ...order.flatMap((part) => {
      const rest = part.replace(/^./, (first) => first.toUpperCase()) as Capitalize<Part>;
      const block = { kind: parts[part], endpoint } as Block<`${Name}${Capitalize<Part>}`>;
      return [subsection(`${name}${rest}` as const), block];
    }),
  ];
}

export const profile = definePage("profile", [
  ...endpointSections("getProfile"),
  ...topic("fields"),
  subsection("wholeAnswer"),
  { kind: "fields", schema: "Profile" },
  subsection("java"),
  { kind: "fields", schema: "JavaProfile" },
  subsection("bedrock"),
  { kind: "fields", schema: "BedrockProfile" },
  subsection("nameEntry"),
  { kind: "fields", schema: "NameHistoryEntry" },
  subsection("warning"),
  { kind: "fields", schema: "Warning" },
  ...topics("editions", "linked"),
  ...topic("history", "name-history"),
  ...topics("partial", "update", "store", "oldAddress"),
]);

export const batch = definePage("batch", [
  ...endpointSections("getBatch"),
  ...topic("fields"),
  { kind: "fields", schema: "Batch" },
  { kind: "fields", schema: "BatchProfile" },
  { kind: "fields", schema: "BatchError" },
  ...topic("reading"),
  code(
    "javascript",
    `
    for (const result of body.results) {
      if (result.success) console.log(result.username, result.java?.uuid);
      else console.log(result.username, result.code);
    }
    `,
    "JavaScript",
  ),
  ...topics("order", "limits", "caching"),
]);

export const head = definePage("head", [
  ...endpointSections("getHead"),
  ...topic("sharp"),
  code(
    "html",
    `
    <img
      src="{base}/head?username=Lantern_Lou&size=128"
      alt="Lantern_Lou"
      width="64"
      height="64"
      style="image-rendering: pixelated"
    >
    `,
    "HTML",
  ),
  ...topics("edition", "unknown", "source"),
  { kind: "textureSources" },
  prose("sourceMore"),
  ...topic("texture"),
  code("http", `{base}/head?texture=${examplePlayer.skinTexture}&size=64`, "URL"),
]);

export const skin = definePage("skin", [
  ...endpointSections("getSkin"),
  ...topics("format", "edition", "none", "texture"),
  code("http", `{base}/skin?texture=${examplePlayer.skinTexture}`, "URL"),
]);

export const cape = definePage("cape", [
  ...endpointSections("getCape"),
  ...topics("none", "bedrock", "failing", "texture"),
  code("http", `{base}/cape?texture=${examplePlayer.capeTexture}`, "URL"),
]);

export const history = definePage("history", [
  ...endpointSections("getHistory"),
  section("fields"),
  subsection("wholeAnswer"),
  { kind: "fields", schema: "History" },
  subsection("java"),
  { kind: "fields", schema: "JavaHistory" },
  subsection("bedrock"),
  { kind: "fields", schema: "BedrockHistory" },
  subsection("seenSkin"),
  { kind: "fields", schema: "SeenSkin" },
  subsection("seenCape"),
  { kind: "fields", schema: "SeenCape" },
  ...topics("observed", "images", "former"),
]);

export const activity = definePage("activity", [
  ...topic("recent"),
  ...endpointSubsections("getRecent", "recent"),
  subsection("recentFields"),
  { kind: "fields", schema: "Recent" },
  { kind: "fields", schema: "RecentLookup" },
  { kind: "fields", schema: "LookupStatistics" },
  ...topic("social"),
  ...endpointSubsections("getSocial", "social"),
  subsection("socialFields"),
  { kind: "fields", schema: "Social" },
  { kind: "fields", schema: "SocialLink" },
  ...topic("together"),
]);

/** What a code means, and a response with it. */
function errorCode<Key extends string>(code: ErrorCode, key: Key): Block<Key | `${Key}Text`>[] {
  const isOfProfile = code in capturedOf("getProfile");
  return [
    subsection(key),
    prose(`${key}Text`),
    { kind: "example", endpoint: isOfProfile ? "getProfile" : "anywhere", example: code },
  ];
}

export const errors = definePage("errors", [
  section("shape"),
  { kind: "fields", schema: "Error" },
  { kind: "fields", schema: "FormerPlayer" },
  section("table"),
  { kind: "errors" },
  section("codes"),
  ...errorCode("MISSING_PARAMETER", "missingParameter"),
  ...errorCode("INVALID_PARAMETER", "invalidParameter"),
  ...errorCode("NOT_FOUND", "notFound"),
  ...errorCode("ROUTE_NOT_FOUND", "routeNotFound"),
  ...errorCode("METHOD_NOT_ALLOWED", "methodNotAllowed"),
  ...errorCode("URI_TOO_LONG", "uriTooLong"),
  ...errorCode("RATE_LIMITED", "rateLimited"),
  ...errorCode("INTERNAL_ERROR", "internalError"),
  ...errorCode("BAD_GATEWAY", "badGateway"),
  ...errorCode("OVERLOADED", "overloaded"),
  ...topic("pictures"),
  {
    kind: "imageErrors",
    columns: ["endpoint", "otherErrors", "json", "defaultImage", "placeholder"],
  },
  ...topic("retry"),
]);
