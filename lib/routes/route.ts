import type { z } from "zod";
import type { KnownPlayers } from "../activity/known-players.ts";
import type { Activity } from "../activity/activity.ts";
import type { Clock } from "../time/clock.ts";
import type { ErrorCode } from "../contract/errors.ts";
import type { NameRules } from "../contract/identifiers.ts";
import { paths, playerPaths, type PlayerRouteId, type RouteId } from "../contract/paths.ts";
import type { SocialLink, StatusBody } from "../contract/status.ts";
import type { RouteFreshness } from "../freshness.ts";
import type { Reply } from "../http/reply.ts";
import type { ApiRequest } from "../http/request.ts";
import type { ImageCache } from "../images/image-cache.ts";
import type { ImageManner } from "../images/texture-images.ts";
import type { ClientKeys, RefreshLimit } from "../refresh-limit/refresh-limit.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { FormerNames } from "../players/former-names.ts";
import type { History } from "../players/history.ts";
import type { Resolver } from "../players/resolver.ts";
import type { TextureLibrary } from "../players/texture-library.ts";
import type { DrawView } from "../textures/view.ts";

/** Everything the service knows about one family of URLs. */
export interface Route<Query extends z.ZodObject = z.ZodObject> {
  /** The name of the operation in OpenAPI, which the messages describe. */
  id: RouteId;
  /** The parameters of its query; others are ignored. */
  query?: Query;
  /**
   * The parameters of which one selects this route among several with one path. The first route of the
   * path is the one for requests that select none.
   */
  selectedBy?: readonly string[];
  /** Parameters without which the response is an error, beyond what the schema says. */
  required: readonly string[];
  /** The schema of what a POST sends as JSON; without it, there is no POST. */
  accepts?: z.ZodType;
  /** The schema of a JSON body. */
  body?: z.ZodType;
  /** The media types of its images; none for JSON. */
  images?: readonly ("image/png" | "image/webp")[];
  /** The parameters that its examples send besides the required ones. */
  example?: Readonly<Record<string, string>>;
  /** Statuses whose body is an image where the table's error would be JSON. */
  imageErrors?: readonly number[];
  /** Takes `Cache-Control: only-if-cached`: the cached response while it is fresh, else 204. */
  answersOnlyIfCached?: true;
  /** Whole responses say when something in them was fetched last, in `Last-Modified`. */
  isDated?: true;
  freshness: RouteFreshness;
  /** The errors of a GET. */
  errors: readonly ErrorCode[];
  /** The description of a route that no message describes, in English, for programs. */
  about?: RouteText;
  /**
   * Handles a GET, or a POST where the route takes one. Wrong methods and unknown paths never get here.
   * @param manner What the request says of an image beyond the query.
   * @throws ApiError, UpstreamFailure, BusyError, ClientLeftError, NotCached
   */
  handle(
    parameters: z.infer<Query>,
    request: ApiRequest,
    services: RouteServices & App,
    manner?: ImageManner,
  ): Promise<Reply> | Reply;
}

/** A route about the service itself, for OpenAPI. */
export interface RouteText {
  summary: string;
  description: string;
  /** The meaning of the response with status 200. */
  response: string;
}

/** The services that the handlers of the routes use. */
export interface RouteServices {
  lookup: Resolver["lookup"];
  hasSources: Resolver["hasSources"];
  /** True if players of Bedrock Edition are looked up at all. */
  offersBedrock: boolean;
  textureOf: Resolver["textureOf"];
  library: TextureLibrary;
  images: ImageCache;
  drawView: DrawView;
  history: History;
  formerNames: FormerNames;
  refreshLimit: RefreshLimit;
  clientKeys: ClientKeys;
  activity: Activity;
  knownPlayers: KnownPlayers;
  metrics: Pick<Metrics, "recentText">;
  clock: Clock;
  /** How long "not found" is fresh at most. */
  missingMs: number;
  /** How names are read. */
  nameRules: NameRules;
  /** True for a player who may be listed among the recent lookups. */
  isListed: (id: string) => Promise<boolean>;
  /** True for a player whose past may be shown. */
  isObserved: (id: string) => Promise<boolean>;
  /** Resolves once no process serves anything that was invalidated. */
  propagated(): Promise<void>;
  /** The providers as the last 24 hours showed them. Sends them no request. */
  status(): Promise<Pick<StatusBody, "since" | "providers" | "outages">>;
  /** False while a store fails and only memory holds its data. */
  storesWork(): boolean;
  /** The settings that the operator should change, a sentence each. */
  warnings(): string[];
  social: readonly SocialLink[];
  publicUrl: string;
  version: string;
}

/** The part of the application itself that handlers use. */
export interface App {
  /** Sends a request of this service to its own API; from memory where that has the response. */
  replyTo(request: ApiRequest): Promise<Reply>;
  /** Every route. */
  routes: Readonly<Record<RouteId, Route>>;
  /** Says whether pages can be rendered, and whether this process is about to end. */
  state(): { arePagesReady: boolean; isDraining: boolean };
}

/** States a route; its parameters have the types of its query. */
export function defineRoute<Query extends z.ZodObject, const Id extends RouteId>(
  route: Route<Query> & { id: Id },
): Route<Query> & { id: Id } {
  return route;
}

/** The errors of every request. */
export const commonErrors = [
  "PRECONDITION_FAILED",
  "URI_TOO_LONG",
  "HEADERS_TOO_LARGE",
  "INTERNAL_ERROR",
  "OVERLOADED",
] as const;
/** The errors of a lookup besides. */
export const lookupErrors = [
  "MISSING_PARAMETER",
  "INVALID_PARAMETER",
  "NOT_FOUND",
  "BAD_GATEWAY",
] as const;

export type EndpointId = PlayerRouteId;

/** A route about players, as OpenAPI and the documentation show it. */
export interface Endpoint extends Omit<Route, "id" | "query"> {
  id: PlayerRouteId;
  /** With the parameter that selects it, where several have one path: `/api?social=1`. */
  path: string;
  query: z.ZodObject;
}

/** The routes about players, in the order of their paths. */
export function endpointsIn(routes: Readonly<Record<RouteId, Route>>): Endpoint[] {
  const ids = Object.keys(playerPaths) as PlayerRouteId[];
  return ids.map((id) => {
    const { query, ...route } = routes[id];
    if (query === undefined) throw new TypeError(`The route ${id} has no query.`);
    const isFirst = ids.find((other) => paths[other] === paths[id]) === id;
    const path = isFirst ? paths[id] : `${paths[id]}?${route.required.join("=1&")}=1`;
    return { ...route, id, path, query };
  });
}
