import { adapt, type LookupRequest } from "../compat/adapt.ts";
import type { ImageRequest } from "../compat/image-request.ts";
import { lookupReply } from "../compat/lookup.ts";
import { changedImage, fixedReply } from "../compat/reply.ts";
import type { CompatService } from "../configuration/compat-services.ts";
import {
  COMPAT_FOLDER,
  OTHER_ROUTE,
  paths,
  withoutTrailingSlash,
  type RouteId,
} from "../contract/paths.ts";
import { hintAtParameter, knownIn, parseQuery, wantsAnyImage } from "../contract/parse-query.ts";
import { ApiError } from "../contract/errors.ts";
import type { RouteFreshness } from "../freshness.ts";
import type { Reply } from "../http/reply.ts";
import { splitOnce, targetOf, type ApiRequest } from "../http/request.ts";
import type { ImageManner } from "../images/manner.ts";
import { routes } from "../routes/index.ts";
import type { App, Route, RouteServices } from "../routes/route.ts";
import { longFormOf } from "../routes/short-urls.ts";

/** The methods that change nothing. */
export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** The handler to which a request leads. */
export interface Match {
  /** The route, for metrics and logs. */
  label: string;
  methods: readonly string[];
  freshness: RouteFreshness;
  /** Undefined when there is no such route. */
  handle?: () => Promise<Reply> | Reply;
  /** Said with an error that the client can mend; the response is then for this URL alone. */
  hint?: string | undefined;
  /** A key of the response that is the same for all spellings of its URL; undefined where the URL is its key. */
  key?: string;
  /** False when the URL has parameters that mean nothing, such as a random number: it will not be seen again. */
  isPlain?: boolean;
}

/** Finds what a request leads to: a route of this service, a URL of another service, or a short URL. */
export function createMatcher(services: RouteServices & App) {
  const { nameRules, clock } = services;
  const routesAt = routesByPath();

  const matchOf = (request: ApiRequest): Match =>
    matchOwn(request) ?? matchOther(request) ?? matchShort(request) ?? noMatch(OTHER_ROUTE);

  const matchOwn = (request: ApiRequest, manner?: ImageManner): Match | undefined => {
    const path = withoutTrailingSlash(request.path);
    const candidates = routesAt.get(path);
    const isSelected = ({ selectedBy }: Route) =>
      selectedBy?.some((name) => request.search.has(name)) === true;
    const route = candidates?.find(isSelected) ?? candidates?.[0];
    if (route === undefined) return undefined;
    const { query, freshness } = route;
    const known = knownIn(request.search, query);
    return {
      label: path,
      methods: route.accepts === undefined ? SAFE_METHODS : [...SAFE_METHODS, "POST"],
      freshness,
      handle() {
        const { search } = request;
        const ignoresNobody = manner === undefined && wantsAnyImage(search, query);
        const reading = { rules: nameRules, ignoresNobody };
        const parameters = query === undefined ? {} : parseQuery(search, query, reading);
        return route.handle(parameters, request, services, manner);
      },
      // Other services have parameters of their own.
      hint: manner === undefined ? hintAtParameter(request.search, query) : undefined,
      key: targetOf({ path, query: known.toString() }),
      isPlain: known.size === request.search.size,
    };
  };

  const matchOther = (request: ApiRequest): Match | undefined => {
    const adapted = adapt(targetOf(request), undefined, { rules: nameRules });
    if (adapted === null) return undefined;
    const label = COMPAT_FOLDER + adapted.service;
    const meaning = adapted.meaning();
    switch (meaning.kind) {
      case "unknown":
        return noMatch(label);
      case "fixed":
        return { ...noMatch(label), handle: () => fixedReply(meaning.reply) };
      case "lookup":
        return {
          label,
          methods: meaning.endpoint.bulk === undefined ? SAFE_METHODS : ["POST"],
          freshness: "data",
          handle: () => lookupReply(request, meaning, services),
          key: keyOf(adapted.service, meaning),
          isPlain: meaning.isPlain,
        };
      case "image": {
        const { target, manner, changes, isPlain } = meaning;
        const match = matchOwn({ ...request, ...readTarget(target) }, manner);
        const making = match?.handle;
        if (match === undefined || making === undefined) return noMatch(label);
        const handle = () => changedImage(changes, making, () => clock.now());
        return { ...match, label, handle, key: keyOf(adapted.service, meaning), isPlain };
      }
    }
  };

  /** A short URL leads to the same as its long form, whose response it shares. */
  const matchShort = (request: ApiRequest): Match | undefined => {
    const long = longFormOf(request, nameRules);
    if (long === undefined) return undefined;
    const { hint, refusal, path, query } = long;
    const match = matchOwn({ ...request, path, query, search: new URLSearchParams(query) });
    if (match === undefined || refusal === undefined) return match && { ...match, hint };
    const { label, methods, freshness } = match;
    const handle = () => {
      throw new ApiError("INVALID_PARAMETER", refusal);
    };
    return { label, methods, freshness, handle };
  };

  return matchOf;
}

/** The routes of each path, in the order of the table. */
function routesByPath(): ReadonlyMap<string, Route[]> {
  const byPath = new Map<string, Route[]>();
  for (const [id, route] of Object.entries(routes) as [RouteId, Route][]) {
    byPath.set(paths[id], [...(byPath.get(paths[id]) ?? []), route]);
  }
  return byPath;
}

function noMatch(label: string): Match {
  return { label, methods: SAFE_METHODS, freshness: "none" };
}

function readTarget(target: string): Pick<ApiRequest, "path" | "query" | "search"> {
  const [path, query] = splitOnce(target, "?");
  return { path, query, search: new URLSearchParams(query) };
}

/** The key of a response to URLs of another service: the same for all that mean the same. */
function keyOf(service: CompatService, meaning: ImageRequest | LookupRequest): string {
  if (meaning.kind === "image") {
    const { target, manner, changes } = meaning;
    return `compat ${target} ${JSON.stringify([manner, changes])}`;
  }
  const { route, path, values } = meaning;
  // No request target has spaces.
  return ["compat", service, route, path, new URLSearchParams(values)].join(" ");
}
