import { NotCached } from "../cache/cache.ts";
import type { Changes } from "../cache/changes.ts";
import { ApiError } from "../contract/errors.ts";
import {
  COMPAT_FOLDER,
  isAboutProcess,
  OTHER_ROUTE,
  paths,
  withoutTrailingSlash,
  type RouteId,
} from "../contract/paths.ts";
import { cachingOfRoute, type RouteFreshness } from "../freshness.ts";
import {
  cachedText,
  replyFromCached,
  type CachedText,
  type CompleteReply,
} from "../http/cached-response.ts";
import {
  clientLeft,
  completeReply,
  errorReply,
  internalError,
  notCached,
  notModified,
  preconditionFailed,
  preconditionOutcome,
  preflightReply,
  type Reply,
} from "../http/reply.ts";
import { MAX_TARGET, splitOnce, targetOf, type ApiRequest } from "../http/request.ts";
import type { Responses } from "../http/responses.ts";
import type { FailureLog } from "../log/failure-log.ts";
import type { AccessLog } from "../log/logger.ts";
import type { Metrics, ResponseLabels } from "../metrics/metrics.ts";
import { lookupFailed } from "../players/profile.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { routes } from "../routes/index.ts";
import type { App, Route, RouteServices } from "../routes/route.ts";
import { noSuchRoute } from "../routes/unknown.ts";
import { BusyError, ClientLeftError } from "../scheduling/fair-queue.ts";
import { adapt, type LookupRequest } from "../compat/adapt.ts";
import type { ImageRequest } from "../compat/image-request.ts";
import { lookupReply } from "../compat/lookup.ts";
import { changedImage, fixedReply } from "../compat/reply.ts";
import type { CompatService } from "../configuration/compat-services.ts";
import { hintAtParameter, knownIn, parseQuery, wantsAnyImage } from "../contract/parse-query.ts";
import type { ImageManner } from "../images/texture-images.ts";
import { longFormOf } from "../routes/short-urls.ts";

export interface AppOptions {
  services: RouteServices;
  responses: Responses;
  changes: Pick<Changes, "isRecent" | "catchUp">;
  metrics: Pick<Metrics, "response" | "hitCounter" | "refresh">;
  accessLog: AccessLog;
  failureLog: Pick<FailureLog, "requestFailed">;
  /** Resolves once everything written so far is durable. */
  committed(): Promise<void>;
}

export type Api = ReturnType<typeof createApp>;

/** The methods that change nothing. */
const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** The whole API as one function from request to reply, for the front server and for Next. */
export function createApp(options: AppOptions) {
  const { responses, changes, metrics, accessLog, failureLog, committed } = options;
  const { clock } = options.services;
  let isDraining = false;
  let arePagesReady = () => true;
  const services: RouteServices & App = {
    ...options.services,
    routes,
    replyTo,
    state: () => ({ isDraining, arePagesReady: arePagesReady() }),
  };
  const matchOf = createMatcher(services);
  const kept = createKept(responses);

  /** Makes the reply of a route, or that to what went wrong in it; never rejects. */
  const replyFrom = async (match: Match, request: ApiRequest): Promise<Reply> => {
    const { label, hint } = match;
    try {
      return await handledReply(match, request);
    } catch (thrown) {
      if (thrown instanceof NotCached) return notCached();
      if (thrown instanceof ClientLeftError) return clientLeft();
      const error = publicError(thrown);
      if (error.status >= 500) {
        const { code, message, cause } = error;
        failureLog.requestFailed({ route: label, code, message, cause });
      }
      return errorReply(hint === undefined ? error : withHint(error, hint), clock.now());
    }
  };

  /**
   * The response to a request that is not in memory under its own target; never rejects. What other processes changed
   * must have been read. A response that may be sent again has the form in which it is kept.
   */
  async function respond(request: ApiRequest): Promise<CompleteReply | CachedText> {
    const started = clock.monotonic();
    try {
      return await respondTo(request, matchOf(request), started);
    } catch (thrown) {
      // A bug in reading or completing it is an error as if the route had failed.
      return respondTo(request, failing(request, thrown), started);
    }
  }

  /** @param started When the request arrived, on the monotonic clock. */
  async function respondTo(
    request: ApiRequest,
    match: Match,
    started: number,
  ): Promise<CompleteReply | CachedText> {
    const known = kept.underKey(request, match);
    if (known !== undefined) return known;
    const { version } = responses;
    const made = await replyFrom(match, request);
    // Data that a client received must survive a crash of this process.
    if (!isAboutProcess(match.label)) await committed();
    const { status, headers, body, caching = cachingOfRoute(match.freshness, clock.now()) } = made;
    const labels = { route: match.label, status, cache: cacheLabelOf(caching.state) };
    const seconds = (clock.monotonic() - started) / 1_000;
    const onHit = observe(metrics, request, { ...labels, seconds }, made.onHit);
    const reply = { status, headers, body, caching, onHit };
    // A log of every request needs every request to come here.
    if (!caching.isReusable || request.method !== "GET" || body === null || accessLog) {
      const whole = completeReply(reply, responses.staleSeconds);
      const requestId = whole.headers["x-request-id"];
      accessLog?.({ ...labels, method: request.method, seconds, requestId });
      return request.method === "HEAD" ? { ...whole, body: null } : whole;
    }
    // Another process may have invalidated it meanwhile.
    if (!changes.isRecent()) await changes.catchUp();
    const cached = cachedText(reply, responses.staleSeconds);
    kept.add(cached, { request, match, status, version });
    return cached;
  }

  /** Sends a request to this API: from memory where that has the response; never rejects. */
  async function replyTo(request: ApiRequest): Promise<CompleteReply> {
    if (!isAboutProcess(request.path) && !changes.isRecent()) await changes.catchUp();
    const isSafe = SAFE_METHODS.includes(request.method);
    const known = isSafe ? kept.at(targetOf(request)) : undefined;
    const reply = known === undefined ? await respond(request) : sentAgain(known, request);
    return "kind" in reply ? replyFromCached(reply, request) : reply;
  }

  return {
    responses,
    /** True if a log of all requests is on: then none may be answered from memory without it. */
    logsEveryRequest: accessLog !== undefined,
    /** Invalidations by other processes. */
    changes,
    respond,
    replyTo,
    /** From now on `/api/ready` is a 503. */
    drain: () => void (isDraining = true),
    /** From now on `/api/ready` also depends on whether pages can be rendered. */
    needsPages: (isReady: () => boolean) => void (arePagesReady = isReady),
    /** True if `/api/ready` says that this process is ready. */
    isReady: () => arePagesReady() && !isDraining,
  };
}

/** The reply of a route to a request that it takes. @throws ApiError, and whatever the route throws. */
async function handledReply({ methods, handle }: Match, request: ApiRequest): Promise<Reply> {
  if (request.path.length + request.query.length > MAX_TARGET) {
    throw new ApiError("URI_TOO_LONG", `The URL is longer than ${MAX_TARGET} bytes.`);
  }
  if (!methods.includes(request.method)) {
    const allow = [...methods, "OPTIONS"].join(", ");
    if (request.method === "OPTIONS") return preflightReply(allow);
    const sentence = `Only ${methods.join(", ")} and OPTIONS are supported.`;
    throw new ApiError("METHOD_NOT_ALLOWED", sentence, { headers: { allow } });
  }
  if (handle === undefined) throw new ApiError("ROUTE_NOT_FOUND", noSuchRoute(request.path));
  return withPreconditions(request, await handle());
}

/** Counts a response in memory as sent once more. */
function sentAgain(known: CachedText, { preconditions }: ApiRequest): CachedText {
  known.onHit?.(preconditionOutcome(preconditions, known));
  return known;
}

/** The match of a request that cannot be read: the error, whatever its method is. */
function failing({ method }: ApiRequest, thrown: unknown): Match {
  const handle = () => {
    throw thrown;
  };
  return { label: OTHER_ROUTE, methods: [method], freshness: "none", handle };
}

/** The responses of the API in memory: one for all spellings of its URL. */
function createKept(responses: Responses) {
  const at = (key: string): CachedText | undefined => {
    const known = responses.find(key);
    return known?.kind === "text" ? known : undefined;
  };

  return {
    /** The response under a key, or to a URL that was added. */
    at,

    /** The response to another spelling of the URL. */
    underKey(request: ApiRequest, match: Match): CachedText | undefined {
      const url = targetOf(request);
      const { key = url, isPlain = true } = match;
      if (key === url || !SAFE_METHODS.includes(request.method)) return undefined;
      const known = at(key);
      if (known === undefined || keyOf(match, url, known.status) !== key) return undefined;
      if (isPlain) responses.addUrl(url, key);
      return sentAgain(known, request);
    },

    add(
      cached: CachedText,
      made: { request: ApiRequest; match: Match; status: number; version: number },
    ): void {
      const { match, version, status } = made;
      const { isPlain = true } = match;
      const url = targetOf(made.request);
      const key = keyOf(match, url, status);
      if (isPlain || key !== url) responses.add(key, cached, version);
      if (isPlain && key !== url) responses.addUrl(url, key);
    },
  };
}

/** Counts a reply, and has those that are sent from memory counted. */
function observe(
  metrics: AppOptions["metrics"],
  request: ApiRequest,
  { seconds, ...labels }: ResponseLabels & { seconds: number },
  onHit: Reply["onHit"],
): Reply["onHit"] {
  const { status } = labels;
  metrics.response({ seconds, ...labels });
  // Only a refresh is ever refused with 429.
  if (status === 429) metrics.refresh("refused");
  else if (status < 400 && request.search.get("update") === "true") metrics.refresh("granted");
  if (status === 304) return onHit;
  const counter = metrics.hitCounter({ ...labels, cache: "hit" });
  return (outcome) => {
    counter[outcome] += 1;
    onHit?.(outcome);
  };
}

/** A reply, or a 304 in its place. @throws ApiError When a precondition of the request fails. */
function withPreconditions({ method, preconditions }: ApiRequest, reply: Reply): Reply {
  const { status, headers } = reply;
  const validators = { status, tag: headers["etag"], lastModified: headers["last-modified"] };
  const outcome = SAFE_METHODS.includes(method)
    ? preconditionOutcome(preconditions, validators)
    : "whole";
  if (outcome === "failed") throw preconditionFailed();
  return outcome === "unchanged" ? notModified(reply) : reply;
}

/** The key of a response. One with a hint is about its URL alone. */
function keyOf({ key, hint }: Match, url: string, status: number): string {
  return hint !== undefined && status >= 400 ? url : (key ?? url);
}

/** The public error for whatever was thrown. */
function publicError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof UpstreamFailure) return lookupFailed(thrown);
  if (!(thrown instanceof BusyError)) return internalError(thrown);
  const sentence = "Too many images are being rendered. Retry in a moment.";
  return new ApiError("OVERLOADED", sentence, { retryAfterSeconds: 1, cause: thrown });
}

function cacheLabelOf(state: string | undefined): ResponseLabels["cache"] {
  if (state === "HIT") return "hit";
  if (state === "MISS") return "miss";
  return state === "STALE" ? "stale" : "none";
}

/** A client's error with what may be meant; others stay as they are. */
function withHint(error: ApiError, hint: string): ApiError {
  if (error.status >= 500) return error;
  return new ApiError(error.code, `${error.message} ${hint}`, error.details);
}

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
function createMatcher(services: RouteServices & App) {
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
          key: compatKeyOf(adapted.service, meaning),
          isPlain: meaning.isPlain,
        };
      case "image": {
        const { target, manner, changes, isPlain } = meaning;
        const match = matchOwn({ ...request, ...readTarget(target) }, manner);
        const making = match?.handle;
        if (match === undefined || making === undefined) return noMatch(label);
        const handle = () => changedImage(changes, making, () => clock.now());
        return { ...match, label, handle, key: compatKeyOf(adapted.service, meaning), isPlain };
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
function compatKeyOf(service: CompatService, meaning: ImageRequest | LookupRequest): string {
  if (meaning.kind === "image") {
    const { target, manner, changes } = meaning;
    return `compat ${target} ${JSON.stringify([manner, changes])}`;
  }
  const { route, path, values } = meaning;
  // No request target has spaces.
  return ["compat", service, route, path, new URLSearchParams(values)].join(" ");
}
