import { NotCached } from "./cache/cache.ts";
import type { Changes } from "./cache/changes.ts";
import { ApiError } from "./contract/errors.ts";
import { paths, withoutTrailingSlash, type RouteId } from "./contract/paths.ts";
import { knownIn, parseQuery } from "./contract/parse-query.ts";
import { cacheControlOf, cachingOfRoute, type RouteFreshness } from "./freshness.ts";
import { cachedText, replyOf, type CompleteReply } from "./http/cached-response.ts";
import {
  apiErrorOf,
  clientLeft,
  commonHeaders,
  errorReply,
  hasLength,
  isNotModified,
  notCached,
  notModified,
  preflightReply,
  type Reply,
} from "./http/reply.ts";
import { MAX_TARGET, targetOf, type ApiRequest } from "./http/request.ts";
import type { Responses } from "./http/responses.ts";
import { LeftError } from "./scheduling/turns.ts";
import type { AccessLog } from "./log/logger.ts";
import type { FailureLog } from "./log/failure-log.ts";
import type { Metrics, ResponseLabels } from "./metrics/metrics.ts";
import { compatMatch } from "./routes/compat/route.ts";
import { routes } from "./routes/index.ts";
import { longFormOf } from "./routes/short-urls.ts";
import { READ, type App, type Match, type Route, type RouteServices } from "./routes/route.ts";
import { noSuchRoute } from "./routes/unknown.ts";

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

/** The label for every unknown path. */
export const OTHER_ROUTE = "other";

export type Api = ReturnType<typeof createApp>;

/** The whole API as one function from request to reply, for the front server and for Next. */
export function createApp(options: AppOptions) {
  const { responses, changes, metrics, accessLog, failureLog, committed } = options;
  const { clock, nameRules } = options.services;
  let isDraining = false;
  let arePagesReady = () => true;
  const services: RouteServices & App = {
    ...options.services,
    routes,
    replyTo,
    state: () => ({ isDraining, arePagesReady: arePagesReady() }),
  };
  /** In the order of the table. */
  const byPath = new Map<string, Route[]>();
  for (const [id, route] of Object.entries(routes) as [RouteId, Route][]) {
    byPath.set(paths[id], [...(byPath.get(paths[id]) ?? []), route]);
  }

  /** A response of the API in memory. */
  const textOf = (key: string) => {
    const known = responses.find(key);
    return known?.kind === "text" ? known : undefined;
  };

  /** What a request leads to: to this service's own API, or to URLs of another service. */
  const matchOf = (request: ApiRequest): Match => {
    const path = withoutTrailingSlash(request.path);
    const candidates = byPath.get(path);
    const route =
      candidates?.find((one) => one.selectedBy?.some((name) => request.search.has(name))) ??
      candidates?.[0];
    if (route === undefined) return compatMatch(request, services, matchOf) ?? shortMatch(request);
    const { query, freshness } = route;
    const handle = () => {
      const parameters = query === undefined ? {} : parseQuery(request.search, query, nameRules);
      return route.handle(parameters, request, services);
    };
    const known = knownIn(request.search, query);
    const key = targetOf({ path, query: known.toString() });
    return {
      label: path,
      methods: READ,
      freshness,
      handle,
      key,
      isPlain: known.size === request.search.size,
    };
  };

  /** What a short URL leads to: the same as its long form, whose response it shares. */
  const shortMatch = (request: ApiRequest): Match => {
    const long = longFormOf(request);
    if (long === undefined) return { label: OTHER_ROUTE, methods: READ, freshness: "none" };
    const { hint, ...target } = long;
    const match = matchOf({ ...request, ...target, search: new URLSearchParams(target.query) });
    return { ...match, hint };
  };

  const run = async (request: ApiRequest, match: Match): Promise<Reply> => {
    const { label, methods, handle, hint } = match;
    try {
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
      const reply = await handle();
      const { status, headers } = reply;
      const isKnown = isNotModified(request.ifNoneMatch, { status, tag: headers["etag"] });
      return isKnown ? notModified(reply) : reply;
    } catch (thrown) {
      if (thrown instanceof NotCached) return notCached();
      if (thrown instanceof LeftError) return clientLeft();
      const error = apiErrorOf(thrown) ?? internalError(thrown);
      if (error.status >= 500) {
        const { code, message, cause } = error;
        failureLog.requestFailed({ route: label, code, message, cause });
      }
      return errorReply(hint === undefined ? error : withHint(error, hint), clock.now());
    }
  };

  /** Adds the headers of every response. */
  const complete = (
    { method }: ApiRequest,
    reply: Reply,
    freshness: RouteFreshness,
  ): CompleteReply => {
    const { status, body, onHit, caching = cachingOfRoute(freshness, clock.now()) } = reply;
    const { state } = caching;
    const length = body === null ? 0 : Buffer.byteLength(body);
    const ofBody = hasLength(status) && { "content-length": String(length) };
    const cacheControl = cacheControlOf(caching, responses.staleSeconds);
    const headers = commonHeaders(cacheControl, {
      ...reply.headers,
      ...(state !== undefined && { "x-cache": state }),
      ...ofBody,
    });
    return { status, headers, body: method === "HEAD" ? null : body, caching, onHit };
  };

  /** Counts and logs a reply, and has those that are sent from memory counted. */
  const observe = (
    request: ApiRequest,
    { label: route }: Match,
    started: number,
    reply: CompleteReply,
  ): void => {
    const { status, caching, onHit } = reply;
    const labels: ResponseLabels = { route, status, cache: cacheLabelOf(caching.state) };
    const seconds = (clock.monotonic() - started) / 1_000;
    metrics.response({ seconds, ...labels });
    // Only a refresh is ever refused with 429.
    if (status === 429) metrics.refresh("refused");
    else if (status < 400 && request.search.get("update") === "true") metrics.refresh("granted");
    const requestId = reply.headers["x-request-id"];
    accessLog?.({ ...labels, method: request.method, seconds, requestId });
    if (status === 304) return;
    const counter = metrics.hitCounter({ ...labels, cache: "hit" });
    reply.onHit = (unchanged) => {
      counter[unchanged ? "unchanged" : "whole"] += 1;
      onHit?.(unchanged);
    };
  };

  /**
   * Handles a request whose response is not in memory under its own target; never rejects. What other processes
   * changed must have been read.
   */
  async function handle(request: ApiRequest): Promise<CompleteReply> {
    const started = clock.monotonic();
    const match = matchOf(request);
    const { freshness, hint, isPlain = true } = match;
    const url = targetOf(request);
    const { key = url } = match;
    const { version } = responses;
    /** A hint is about this URL alone. */
    const keyFor = (status: number) => (hint !== undefined && status >= 400 ? url : key);
    if (key !== url && READ.includes(request.method)) {
      const known = textOf(key);
      if (known !== undefined && keyFor(known.status) === key) {
        if (isPlain) responses.addUrl(url, key);
        return replyOf(known, request);
      }
    }
    const made = await run(request, match);
    // What a client received must survive a crash of this process.
    await committed();
    const reply = complete(request, made, freshness);
    observe(request, match, started, reply);
    // A log of every request needs every request to come here.
    if (!reply.caching.isReusable || request.method !== "GET" || reply.body === null || accessLog) {
      return reply;
    }
    // Another process may have invalidated it meanwhile.
    if (!changes.isRecent()) await changes.catchUp();
    reply.cached = cachedText(reply);
    const cachedAs = keyFor(reply.status);
    if (isPlain || cachedAs !== url) responses.add(cachedAs, reply.cached, version);
    if (isPlain && cachedAs !== url) responses.addUrl(url, cachedAs);
    return reply;
  }

  /** Sends a request to this API: from memory where that has the response; never rejects. */
  async function replyTo(request: ApiRequest): Promise<CompleteReply> {
    if (!changes.isRecent()) await changes.catchUp();
    const isRead = READ.includes(request.method);
    const known = isRead ? textOf(targetOf(request)) : undefined;
    return known === undefined ? handle(request) : replyOf(known, request);
  }

  return {
    responses,
    /** Whether a log of all requests is on: then none may be answered from memory without it. */
    logsEveryRequest: accessLog !== undefined,
    /** Invalidations by other processes. */
    changes,
    handle,
    replyTo,
    /** From now on `/api/ready` is a 503. */
    drain: () => void (isDraining = true),
    /** From now on `/api/ready` also depends on whether pages can be rendered. */
    needsPages: (isReady: () => boolean) => void (arePagesReady = isReady),
  };
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

function internalError(cause: unknown): ApiError {
  const sentence = "Something failed inside the service. It has been logged. Retry later.";
  return new ApiError("INTERNAL_ERROR", sentence, { cause });
}
