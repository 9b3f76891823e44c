import { z } from "zod";
import { errorBody, formerPlayer, type ErrorCode } from "./errors.ts";
import type captured from "./captured-examples.json";
import type { ResponseHeader, TextureSource } from "./headers.ts";
import type { PlayerRouteId } from "./paths.ts";
import type * as queries from "./queries.ts";
import {
  healthBody,
  notReadyBody,
  recentBody,
  recentLookup,
  socialBody,
  suggestion,
  suggestionsBody,
  socialLink,
  outage,
  providerHour,
  statusBody,
} from "./status.ts";
import {
  bedrockHistory,
  historyBody,
  javaHistory,
  seenCape,
  seenSkin,
  batchBody,
  batchError,
  batchProfile,
  bedrockProfile,
  javaProfile,
  nameHistoryEntry,
  profileBody,
  signedTextures,
  warning,
  type WarningCode,
} from "./profile.ts";

type NameOf<Query> = Query extends z.ZodObject<infer Shape> ? keyof Shape & string : never;
/** The parameters of every query that `queries.ts` exports. */
type Parameter = NameOf<(typeof queries)[keyof typeof queries]>;

/** The name of what a query parameter means: its own, where it means the same everywhere. */
type ParameterDescription =
  | Exclude<Parameter, "view">
  | `${"head" | "body" | "cape"}View`
  | "textureFormat"
  | keyof typeof queries.EVEN_SIZES
  | "imageType";

/** Every object of a response body, by its name in the OpenAPI document. */
export const bodySchemas = {
  Profile: profileBody,
  JavaProfile: javaProfile,
  BedrockProfile: bedrockProfile,
  SignedTextures: signedTextures,
  NameHistoryEntry: nameHistoryEntry,
  Warning: warning,
  Batch: batchBody,
  BatchProfile: batchProfile,
  BatchError: batchError,
  History: historyBody,
  JavaHistory: javaHistory,
  BedrockHistory: bedrockHistory,
  SeenSkin: seenSkin,
  SeenCape: seenCape,
  Social: socialBody,
  SocialLink: socialLink,
  Recent: recentBody,
  RecentLookup: recentLookup,
  Suggestions: suggestionsBody,
  Suggestion: suggestion,
  LookupStatistics: recentBody.shape.stats,
  Health: healthBody,
  NotReady: notReadyBody,
  Status: statusBody,
  ProviderStatus: statusBody.shape.providers.element,
  ProviderHour: providerHour,
  Outage: outage,
  Error: errorBody,
  FormerPlayer: formerPlayer,
} as const;

export type SchemaId = keyof typeof bodySchemas;

type Captured = Omit<typeof captured.examples, "anywhere">;
type NamesIn<Responses> = Responses extends object ? keyof Responses : never;

/** The name of an example that has a meaning of its own: others are error codes and media types. */
type ExampleName = Exclude<NamesIn<Captured[keyof Captured]>, ErrorCode | `image/${string}`>;

// The OpenAPI document refers to these schemas by their names wherever they occur.
for (const [id, schema] of Object.entries(bodySchemas)) z.globalRegistry.add(schema, { id });

/**
 * The meaning of everything in the contract, in one language: one short text each, in which backticks
 * mark code. The texts are the `Contract` of the language's messages; the contract itself holds
 * none, so that there is one place to write and to translate them.
 */
export interface Descriptions {
  endpoints: Record<PlayerRouteId, string>;
  parameters: Record<ParameterDescription, string>;
  schemas: Record<SchemaId, string>;
  fields: { [Id in SchemaId]: Record<keyof z.infer<(typeof bodySchemas)[Id]>, string> };
  errors: Record<ErrorCode, string>;
  /** Each begins with its code. */
  warnings: Record<WarningCode, string>;
  headers: Record<ResponseHeader, string>;
  /** Each begins with its value. */
  textureSources: Record<TextureSource | "service", string>;
  examples: Record<ExampleName, string>;
}

/**
 * The description of one name.
 * @throws TypeError When the messages lack it: types cannot see names that come out of a schema.
 */
export function descriptionOf(
  descriptions: Readonly<Record<string, string>>,
  name: string,
): string {
  const description = descriptions[name];
  if (description === undefined)
    throw new TypeError(`The messages have no description of ${name}.`);
  return description;
}

/** The description of a field of a body, with its values where each has a description of its own. */
export function fieldDescription(
  { fields, warnings }: Descriptions,
  id: string,
  name: string,
): string {
  const ofBody: Readonly<Record<string, Record<string, string>>> = fields;
  const values = id === "Warning" && name === "code" ? Object.values(warnings) : [];
  return [descriptionOf(ofBody[id] ?? {}, name), ...values].join(" ");
}

/** The description of a response header, with its values where each has a description of its own. */
export function headerDescription({ headers, textureSources }: Descriptions, name: string): string {
  const values = name === "X-Texture-Source" ? Object.values(textureSources) : [];
  return [descriptionOf(headers, name), ...values].join(" ");
}
