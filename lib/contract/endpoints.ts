import type { z } from "zod";
import { recentBody, socialBody } from "./status.ts";
import type { ErrorCode } from "./errors.ts";
import { examplePlayer } from "./examples.ts";
import { historyBody, batchBody, profileBody } from "./profile.ts";
import {
  batchQuery,
  bodyQuery,
  bustQuery,
  capeQuery,
  cardQuery,
  type EVEN_SIZES,
  headQuery,
  historyQuery,
  lookupQuery,
  recentQuery,
  skinQuery,
  socialQuery,
} from "./queries.ts";

export interface Endpoint {
  /** Unique, for programs. */
  id: string;
  path: string;
  query: z.ZodObject;
  /** Parameters without which the response is an error, beyond what the schema says. */
  required: readonly string[];
  /** Of an endpoint with JSON. */
  body?: z.ZodType;
  /** The media types of its images; none for JSON. */
  images?: readonly ("image/png" | "image/webp")[];
  /** What its examples send besides what is required. */
  example?: Readonly<Record<string, string>>;
  /** Statuses whose body is an image where the table's error would be JSON. */
  imageErrors?: readonly number[];
  /** Takes `Cache-Control: only-if-cached`: the cached response while it is fresh, else 204. */
  answersOnlyIfCached?: true;
  /** What a GET can fail with. */
  errors: readonly ErrorCode[];
}

const common = ["URI_TOO_LONG", "INTERNAL_ERROR", "OVERLOADED"] as const;
const lookup = ["MISSING_PARAMETER", "INVALID_PARAMETER", "NOT_FOUND", "BAD_GATEWAY"] as const;

/** What the images of one player have in common. */
const image = {
  required: ["username"],
  images: ["image/png", "image/webp"],
  imageErrors: [404, 502],
  errors: [...lookup, ...common],
} as const;

/** Every endpoint about players: OpenAPI, the documentation and its samples are derived from it. */
export const endpoints = [
  {
    id: "getProfile",
    path: "/api",
    query: lookupQuery,
    required: ["username"],
    body: profileBody,
    answersOnlyIfCached: true,
    errors: [...lookup, "RATE_LIMITED", ...common],
  },
  {
    id: "getSocial",
    path: "/api?social=1",
    query: socialQuery,
    required: ["social"],
    body: socialBody,
    errors: ["INVALID_PARAMETER", ...common],
  },
  {
    id: "getRecent",
    path: "/api?recent=1",
    query: recentQuery,
    required: ["recent"],
    body: recentBody,
    errors: ["INVALID_PARAMETER", ...common],
  },
  {
    id: "getBatch",
    path: "/api/batch",
    query: batchQuery,
    required: ["usernames"],
    example: { usernames: `${examplePlayer.javaName},Tinker_Tess,no_such_player` },
    body: batchBody,
    answersOnlyIfCached: true,
    errors: ["MISSING_PARAMETER", "INVALID_PARAMETER", ...common],
  },
  {
    id: "getHistory",
    path: "/api/history",
    query: historyQuery,
    required: ["username"],
    body: historyBody,
    answersOnlyIfCached: true,
    errors: [...lookup, ...common],
  },
  { ...image, id: "getHead", path: "/head", query: headQuery, example: { size: "128" } },
  { ...image, id: "getBust", path: "/bust", query: bustQuery, example: { size: "128" } },
  {
    ...image,
    id: "getBody",
    path: "/body",
    query: bodyQuery,
    example: { view: "iso", size: "256" },
  },
  { ...image, id: "getPlayerCard", path: "/player", query: cardQuery, example: { size: "256" } },
  {
    ...image,
    id: "getSkin",
    path: "/skin",
    query: skinQuery,
    images: ["image/png"],
    imageErrors: [502],
  },
  {
    ...image,
    id: "getCape",
    path: "/cape",
    query: capeQuery,
    example: { view: "front", size: "128" },
    imageErrors: [502],
  },
] as const satisfies readonly Endpoint[];

export type EndpointId = (typeof endpoints)[number]["id"];

export function endpointOf(id: EndpointId): Endpoint {
  const endpoint = endpoints.find((candidate) => candidate.id === id);
  if (endpoint === undefined) throw new TypeError(`No endpoint is called ${id}.`);
  return endpoint;
}

type NameOf<Query> = Query extends z.ZodObject<infer Shape> ? keyof Shape & string : never;

/** The name of what a query parameter means: its own, where it means the same everywhere. */
export type ParameterDescription =
  | Exclude<NameOf<(typeof endpoints)[number]["query"]>, "view">
  | `${"head" | "body" | "cape"}View`
  | keyof typeof EVEN_SIZES
  | "imageType";
