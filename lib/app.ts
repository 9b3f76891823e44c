import { NotCached } from "./cache/cache.ts";
import type { Changes } from "./cache/changes.ts";
import { ApiError } from "./contract/errors.ts";
import {
  isAboutProcess,
  OTHER_ROUTE,
  paths,
  withoutTrailingSlash,
  type RouteId,
} from "./contract/paths.ts";
import { knownIn, parseQuery } from "./contract/parse-query.ts";
import { cacheControlOf, cachingOfRoute, type Caching } from "./freshness.ts";
import {
  cachedText,
  replyOf,
  type CachedText,
  type CompleteReply,
} from "./http/cached-response.ts";
import {
  apiErrorOf,
  clientLeft,
  commonHeaders,
  errorReply,
  hasLength,
  internalError,
  notCached,
  notModified,
  preconditionFailed,
  preflightReply,
  withState,
  type Reply,
} from "./http/reply.ts";
import { outcomeOf } from "./http/preconditions.ts";
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
    const long = longFormOf(request, nameRules);
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
      return asWanted(request, await handle());
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
    { status, headers: own, body, caching, onHit }: Reply & { caching: Caching },
  ): CompleteReply => {
    const length = body === null ? 0 : Buffer.byteLength(body);
    const headers = commonHeaders(cacheControlOf(caching, responses.staleSeconds), {
      ...withState(own, caching),
      ...(hasLength(status) && { "content-length": String(length) }),
    });
    return { status, headers, body: method === "HEAD" ? null : body, caching, onHit };
  };

  /** Counts a reply, and has those that are sent from memory counted. */
  const observe = (
    request: ApiRequest,
    labels: ResponseLabels,
    seconds: number,
    onHit: Reply["onHit"],
  ): Reply["onHit"] => {
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
  };

  /** A response in memory, which is counted as sent once more. */
  const again = (known: CachedText, { preconditions }: ApiRequest): CachedText => {
    known.onHit?.(outcomeOf(preconditions, known));
    return known;
  };

  /**
   * Handles a request whose response is not in memory under its own target; never rejects. What other processes
   * changed must have been read. A response that may be sent again has the form in which it is kept.
   */
  async function handle(request: ApiRequest): Promise<CompleteReply | CachedText> {
    const started = clock.monotonic();
    try {
      return await respond(request, matchOf(request), started);
    } catch (thrown) {
      // A bug in reading or completing it: an error as if the route had failed.
      return respond(request, failing(request, thrown), started);
    }
  }

  /** @param started When the request arrived, on the monotonic clock. */
  async function respond(
    request: ApiRequest,
    match: Match,
    started: number,
  ): Promise<CompleteReply | CachedText> {
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
        return again(known, request);
      }
    }
    const made = await run(request, match);
    // What a client received must survive a crash of this process.
    if (!isAboutProcess(match.label)) await committed();
    const { status, headers, body, caching = cachingOfRoute(freshness, clock.now()) } = made;
    const cache = cacheLabelOf(caching.state);
    const labels: ResponseLabels = { route: match.label, status, cache };
    const seconds = (clock.monotonic() - started) / 1_000;
    const onHit = observe(request, labels, seconds, made.onHit);
    const reply = { status, headers, body, caching, onHit };
    // A log of every request needs every request to come here.
    if (!caching.isReusable || request.method !== "GET" || body === null || accessLog) {
      const whole = complete(request, reply);
      const requestId = whole.headers["x-request-id"];
      accessLog?.({ ...labels, method: request.method, seconds, requestId });
      return whole;
    }
    // Another process may have invalidated it meanwhile.
    if (!changes.isRecent()) await changes.catchUp();
    const cached = cachedText(reply, responses.staleSeconds);
    const cachedAs = keyFor(status);
    if (isPlain || cachedAs !== url) responses.add(cachedAs, cached, version);
    if (isPlain && cachedAs !== url) responses.addUrl(url, cachedAs);
    return cached;
  }

  /** Sends a request to this API: from memory where that has the response; never rejects. */
  async function replyTo(request: ApiRequest): Promise<CompleteReply> {
    if (!isAboutProcess(request.path) && !changes.isRecent()) await changes.catchUp();
    const isRead = READ.includes(request.method);
    const known = isRead ? textOf(targetOf(request)) : undefined;
    const reply = known === undefined ? await handle(request) : again(known, request);
    return "kind" in reply ? replyOf(reply, request) : reply;
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
    /** What `/api/ready` says. */
    isReady: () => arePagesReady() && !isDraining,
  };
}

/** What a request leads to that cannot be read: the error, whatever its method is. */
function failing({ method }: ApiRequest, thrown: unknown): Match {
  const handle = () => {
    throw thrown;
  };
  return { label: OTHER_ROUTE, methods: [method], freshness: "none", handle };
}

/** A reply, or a 304 in its place. @throws ApiError When a precondition of the request fails. */
function asWanted({ method, preconditions }: ApiRequest, reply: Reply): Reply {
  const { status, headers } = reply;
  const validators = { status, tag: headers["etag"], lastModified: headers["last-modified"] };
  const outcome = READ.includes(method) ? outcomeOf(preconditions, validators) : "whole";
  if (outcome === "failed") throw preconditionFailed();
  return outcome === "unchanged" ? notModified(reply) : reply;
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
