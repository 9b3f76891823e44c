import type { EndpointId } from "../../contract/endpoints.ts";
import {
  code,
  column,
  definePage,
  errorAnchor,
  prose,
  section,
  subsection,
  subtopic,
  topic,
  type Block,
} from "../page.ts";
import { capturedOf } from "../../contract/captured.ts";
import type { ErrorCode } from "../../contract/error-codes.ts";
import { examplePlayer } from "../../contract/examples.ts";

type Part = "parameters" | "samples" | "answers" | "tryIt";

/** All about an endpoint, under these headings. */
function endpointParts<Key extends string>(
  endpoint: EndpointId,
  heading: (id: string, part: Part) => Block<Key>,
): Block<Key>[] {
  return [
    { kind: "endpoint", endpoint },
    heading("parameters", "parameters"),
    { kind: "parameters", endpoint },
    column("start", heading("samples", "samples")),
    { kind: "samples", endpoint },
    column("end", heading("answers", "answers")),
    { kind: "responses", endpoint },
    heading("try-it", "tryIt"),
    { kind: "tryIt", endpoint },
  ];
}

/** What the page of an endpoint says first. */
function endpointSections(endpoint: EndpointId): Block<Part>[] {
  return endpointParts<Part>(endpoint, section);
}

/** The same for one endpoint of several on a page. */
function endpointSubsections<Name extends string>(
  endpoint: EndpointId,
  name: Name,
): Block<`${Name}${Capitalize<Part>}`>[] {
  return endpointParts(endpoint, (id, part) => {
    const rest = part.replace(/^./, (first) => first.toUpperCase()) as Capitalize<Part>;
    return subsection(`${name}-${id}`, `${name}${rest}` as const);
  });
}

export const profile = definePage("profile", [
  prose("intro"),
  ...endpointSections("getProfile"),
  ...topic("fields", "fields"),
  subsection("whole-answer", "wholeAnswer"),
  { kind: "fields", schema: "Profile" },
  subsection("java", "java"),
  { kind: "fields", schema: "JavaProfile" },
  subsection("bedrock", "bedrock"),
  { kind: "fields", schema: "BedrockProfile" },
  subsection("name-entry", "nameEntry"),
  { kind: "fields", schema: "NameHistoryEntry" },
  subsection("warning", "warning"),
  { kind: "fields", schema: "Warning" },
  ...topic("editions", "editions"),
  ...topic("linked", "linked"),
  ...topic("name-history", "history"),
  ...topic("partial", "partial"),
  ...topic("update", "update"),
  ...topic("old-address", "oldAddress"),
]);

export const batch = definePage("batch", [
  prose("intro"),
  ...endpointSections("getBatch"),
  ...topic("fields", "fields"),
  { kind: "fields", schema: "Batch" },
  { kind: "fields", schema: "BatchProfile" },
  { kind: "fields", schema: "BatchError" },
  ...topic("reading", "reading"),
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
  ...topic("order", "order"),
  ...topic("limits", "limits"),
  ...topic("caching", "caching"),
]);

export const head = definePage("head", [
  prose("intro"),
  ...endpointSections("getHead"),
  ...topic("sharp", "sharp"),
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
  ...topic("edition", "edition"),
  ...topic("unknown", "unknown"),
  ...topic("source", "source"),
  ...topic("texture", "texture"),
  code("http", `{base}/head?texture=${examplePlayer.skinTexture}&size=64`, "URL"),
]);

export const skin = definePage("skin", [
  prose("intro"),
  ...endpointSections("getSkin"),
  ...topic("format", "format"),
  ...topic("edition", "edition"),
  ...topic("none", "none"),
  ...topic("texture", "texture"),
  code("http", `{base}/skin?texture=${examplePlayer.skinTexture}`, "URL"),
]);

export const cape = definePage("cape", [
  prose("intro"),
  ...endpointSections("getCape"),
  ...topic("none", "none"),
  ...topic("bedrock", "bedrock"),
  ...topic("failing", "failing"),
  ...topic("texture", "texture"),
  code("http", `{base}/cape?texture=${examplePlayer.capeTexture}`, "URL"),
]);

export const history = definePage("history", [
  prose("intro"),
  ...endpointSections("getHistory"),
  section("fields", "fields"),
  subsection("whole-answer", "wholeAnswer"),
  { kind: "fields", schema: "History" },
  subsection("java", "java"),
  { kind: "fields", schema: "JavaHistory" },
  subsection("bedrock", "bedrock"),
  { kind: "fields", schema: "BedrockHistory" },
  subsection("seen-skin", "seenSkin"),
  { kind: "fields", schema: "SeenSkin" },
  subsection("seen-cape", "seenCape"),
  { kind: "fields", schema: "SeenCape" },
  ...topic("observed", "observed"),
  ...topic("images", "images"),
  ...topic("former", "former"),
]);

export const activity = definePage("activity", [
  prose("intro"),
  ...topic("recent", "recent"),
  ...endpointSubsections("getRecent", "recent"),
  subsection("recent-fields", "recentFields"),
  { kind: "fields", schema: "Recent" },
  { kind: "fields", schema: "RecentLookup" },
  { kind: "fields", schema: "LookupStatistics" },
  ...topic("social", "social"),
  ...endpointSubsections("getSocial", "social"),
  subsection("social-fields", "socialFields"),
  { kind: "fields", schema: "Social" },
  { kind: "fields", schema: "SocialLink" },
  ...topic("together", "together"),
]);

/** What a code means, and a response with it. */
function errorCode<Key extends string>(code: ErrorCode, key: Key): Block<Key | `${Key}Text`>[] {
  const isOfProfile = code in capturedOf("getProfile");
  return [
    ...subtopic(errorAnchor(code), key),
    { kind: "example", endpoint: isOfProfile ? "getProfile" : "anywhere", example: code },
  ];
}

export const errors = definePage("errors", [
  prose("intro"),
  section("shape", "shape"),
  { kind: "fields", schema: "Error" },
  { kind: "fields", schema: "FormerPlayer" },
  section("table", "table"),
  { kind: "errors" },
  section("codes", "codes"),
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
  ...topic("pictures", "pictures"),
  ...topic("retry", "retry"),
]);
