import type { Activity } from "../activity/activity.ts";
import type { HealthBody, NotReadyBody, SocialLink, StatusBody } from "../contract/status.ts";
import { ApiError } from "../contract/errors.ts";
import { noSuchEndpoint } from "../contract/no-endpoint.ts";
import { NotCached } from "../cache/cache.ts";
import type { Changes } from "../cache/changes.ts";
import { parseQuery, recentQuery, socialQuery } from "../contract/queries.ts";
import type { AccessLog } from "../log/logger.ts";
import type { FailureLog } from "../log/failure-log.ts";
import { METRICS_TYPE, type Metrics } from "../metrics/metrics.ts";
import { createBatchHandler } from "./batch.ts";
import { entityTag, unlessKnown } from "./caching.ts";
import { aliasOf, nativeRequest, sharedKey } from "./compat.ts";
import { createCompatJsonHandler } from "./compat-json.ts";
import { replyOf, type FinishedResponses } from "./finished.ts";
import { createObserver, OTHER_ROUTE } from "./observed.ts";
import { openApiHandler } from "./openapi.ts";
import { createHistoryHandler, type HistoryServices } from "./history.ts";
import { imageRoutes } from "./drawings.ts";
import { createImageHandler, type ImageServices } from "./images.ts";
import { createProfileHandler, type ProfileServices } from "./profile.ts";
import {
  apiErrorOf,
  commonHeaders,
  errorReply,
  jsonReply,
  notCached,
  preflightReply,
  UNCACHED,
  type Reply,
} from "./reply.ts";
import { splitOnce, type ApiRequest, type Handler } from "./request.ts";

export interface ApiServices extends ProfileServices, ImageServices, HistoryServices {
  activity: Activity;
  social: readonly SocialLink[];
  publicUrl: string;
  version: string;
  metrics: Metrics;
  accessLog: AccessLog;
  failureLog: FailureLog;
  /** False while a store fails and only memory holds its data. */
  storesWork(): boolean;
  /** The providers as the last 24 hours showed them. Sends them no request. */
  status(): Promise<Pick<StatusBody, "since" | "providers">>;
  finished: FinishedResponses;
  changes: Changes;
  /** Resolves once everything written so far is durable. */
  committed(): Promise<void>;
}

/** How long a response that only a restart can change stays in memory. */
const CONSTANT_MS = 3_600_000;
/** For what changes all the time. */
const BRIEF = { "cache-control": "public, max-age=5", "x-cache": "MISS" };
/** Longest request target that is accepted, in bytes. */
export const MAX_TARGET = 2_048;

export type Api = ReturnType<typeof createApi>;

/** What a request leads to. */
interface Target {
  /** The route, for metrics and logs. */
  route: string;
  methods: readonly string[];
  /**
   * The keys of its finished response: the request target, and for a URL of another service one that is the
   * same for all its spellings. Parameters without a meaning, such as a random number, must not fill the
   * memory.
   */
  keys: readonly string[];
  handler: Handler | undefined;
}

const READ = ["GET", "HEAD"];

/** The whole API as one function from request to reply, for the front server and for Next. */
export function createApi(services: ApiServices) {
  let draining = false;
  let arePagesReady = () => true;
  const profile = createProfileHandler(services);
  const { publicUrl, finished, changes } = services;
  const observe = createObserver(services);
  const compatJson = createCompatJsonHandler(services);
  const routes = new Map<string, Handler>([
    ["/api", apiHandler(services, profile)],
    ["/api.php", redirectToApi],
    ["/api/batch", createBatchHandler(services, (request) => handle(request))],
    ["/api/history", createHistoryHandler(services)],
    ["/api/health", () => jsonReply(200, { success: true, status: "alive" }, UNCACHED)],
    ["/api/ready", () => readyReply(services.storesWork(), arePagesReady(), draining)],
    ["/api/metrics", metricsHandler(services)],
    ["/api/status", statusHandler(services)],
    ...imageRoutes.map((route) => [`/${route}`, createImageHandler(services, route)] as const),
    ["/openapi.json", openApiHandler({ baseUrl: publicUrl, version: services.version })],
  ]);
  // `/player/` is the folder of the players' pages.
  const imageFolders = imageRoutes.filter((route) => route !== "player");
  const folders = ["/api/", "/api.php/", "/compat/", ...imageFolders.map((route) => `/${route}/`)];

  const targetOf = (request: ApiRequest): Target => {
    const { path, query } = request;
    const target = query === "" ? path : `${path}?${query}`;
    const alias = aliasOf(request, services.anyName);
    if (alias === undefined) {
      const route = withoutTrailingSlash(path);
      const handler = routes.get(route);
      return { route: handler ? route : OTHER_ROUTE, methods: READ, keys: [target], handler };
    }
    const { route, native } = alias;
    if (native === null) return { route, methods: READ, keys: [target], handler: undefined };
    const shared = sharedKey(route, native);
    const keys = native.isPlain ? [target, shared] : [shared];
    if (native.kind === "json") {
      const methods = native.endpoint.bulk === undefined ? READ : ["POST"];
      return { route, methods, keys, handler: () => compatJson(request, native) };
    }
    const handler = routes.get(splitOnce(native.target, "?")[0]);
    const ofImage = handler && (() => handler(nativeRequest(request, native)));
    return { route, methods: READ, keys, handler: ofImage };
  };

  const replyTo = async (request: ApiRequest, target: Target): Promise<Reply> => {
    const { route, methods, handler } = target;
    try {
      if (request.path.length + request.query.length > MAX_TARGET) {
        throw new ApiError("URI_TOO_LONG", `The URL is longer than ${MAX_TARGET} bytes.`);
      }
      const allow = [...methods, "OPTIONS"].join(", ");
      if (request.method === "OPTIONS") return preflightReply(allow);
      if (!methods.includes(request.method)) {
        const sentence = `Only ${methods.join(", ")} and OPTIONS are supported.`;
        throw new ApiError("METHOD_NOT_ALLOWED", sentence, { headers: { allow } });
      }
      if (handler !== undefined) return await handler(request);
      throw new ApiError("ROUTE_NOT_FOUND", noSuchEndpoint(request.path));
    } catch (thrown) {
      if (thrown instanceof NotCached) return notCached();
      const error = apiErrorOf(thrown) ?? internalError(thrown);
      if (error.status >= 500) {
        const { code, message, cause } = error;
        services.failureLog.requestFailed({ route, code, message, cause });
      }
      return errorReply(error);
    }
  };

  /** Handles a request; never rejects. */
  const handle = async (request: ApiRequest): Promise<Reply> => {
    const started = performance.now();
    // Invalidations by other processes come before anything is served from memory.
    if (!changes.isRecent()) await changes.catchUp();
    const target = targetOf(request);
    const isGet = request.method === "GET";
    if (isGet || request.method === "HEAD") {
      for (const key of target.keys) {
        const known = finished.find(key);
        if (known !== undefined) return replyOf(known, request);
      }
    }
    const { version } = finished;
    const made = await replyTo(request, target);
    // What a client received must survive a crash of this process.
    await services.committed();
    const { status, body } = made;
    const headers = commonHeaders(made.headers);
    const length = body === null ? 0 : Buffer.byteLength(body);
    if (status !== 204 && status !== 304) headers["content-length"] = String(length);
    const reply: Reply = { status, headers, body: request.method === "HEAD" ? null : body };
    const cacheable = observe(request, target.route, started, { ...made, headers });
    if (cacheable === undefined || !isGet) return reply;
    reply.cacheable = cacheable;
    // Another process may have invalidated it meanwhile.
    if (!changes.isRecent()) await changes.catchUp();
    for (const key of target.keys) {
      const kept = finished.add(key, reply, version);
      if (kept !== undefined) reply.finished = kept;
    }
    return reply;
  };

  return {
    /** Responses that can be sent again without a handler, by request target. */
    finished,
    /** Invalidations by other processes. */
    changes,
    handle,
    /** From now on `/api/ready` is a 503. */
    drain: () => void (draining = true),
    /** From now on `/api/ready` also depends on whether pages can be rendered. */
    needsPages: (isReady: () => boolean) => void (arePagesReady = isReady),
    /** Whether a path is exactly that of an endpoint. */
    isRoute: (path: string) => routes.has(withoutTrailingSlash(path)),
    /**
     * Whether a path belongs to the API: an unknown one gets the API's error instead of a page. Paths in
     * capitals or with extra slashes at the start count as well, so that scripts of other sites can read
     * the error.
     */
    owns(path: string): boolean {
      const meant = path.toLowerCase().replace(/^\/+/, "/");
      return routes.has(meant) || folders.some((folder) => meant.startsWith(folder));
    },
  };
}

function apiHandler({ activity, social }: ApiServices, profile: Handler): Handler {
  return async (request) => {
    if (request.search.has("username") || request.search.has("uuid")) return profile(request);
    if (request.search.has("social")) {
      parseQuery(request.search, socialQuery);
      const body = { success: true, social };
      const headers = { "cache-control": "public, max-age=3600", "x-cache": "HIT" };
      const cacheable = { freshUntil: Date.now() + CONSTANT_MS, tags: [] };
      return unlessKnown(request, { ...taggedReply(body, headers), cacheable });
    }
    if (request.search.has("recent")) {
      parseQuery(request.search, recentQuery);
      const body = { success: true, ...(await activity.recent()) };
      return unlessKnown(request, taggedReply(body, BRIEF));
    }
    return profile(request);
  };
}

function readyReply(storesWork: boolean, arePagesReady: boolean, isDraining: boolean): Reply {
  if (arePagesReady && !isDraining) {
    const store = storesWork ? "ok" : "degraded";
    return jsonReply(200, { success: true, status: "ready", store } satisfies HealthBody, UNCACHED);
  }
  const sentence = isDraining ? "This process is shutting down." : "Pages can't be rendered yet.";
  const error = new ApiError("OVERLOADED", sentence, { retryAfterSeconds: 1 });
  const body: NotReadyBody = { ...error.body, missing: arePagesReady ? [] : ["pages"] };
  return { ...errorReply(error), body: JSON.stringify(body) };
}

/** What the status page shows, for programs. */
function statusHandler({ activity, status, storesWork }: ApiServices): Handler {
  return async (request) => {
    const [{ stats }, providers] = await Promise.all([activity.recent(), status()]);
    const store = storesWork() ? "ok" : "degraded";
    const body: StatusBody = { success: true, store, stats, ...providers };
    return unlessKnown(request, taggedReply(body, BRIEF));
  };
}

/** What the service counts and measures, in Prometheus' text format. */
function metricsHandler({ metrics }: ApiServices): Handler {
  const headers = { "content-type": METRICS_TYPE, ...UNCACHED };
  return async () => ({ status: 200, headers, body: await metrics.text() });
}

/** The former address. A relative redirect cannot leave this host; the query stays as it is. */
function redirectToApi({ query }: ApiRequest): Reply {
  const safe = /^[\x21-\x7e]*$/.test(query) ? query : new URLSearchParams(query).toString();
  return {
    status: 301,
    headers: {
      location: safe === "" ? "/api" : `/api?${safe}`,
      "cache-control": "public, max-age=86400",
      "x-cache": "HIT",
    },
    body: null,
  };
}

function taggedReply(body: object, headers: Record<string, string>): Reply {
  return jsonReply(200, body, { ...headers, etag: entityTag(JSON.stringify(body)) });
}

function internalError(cause: unknown): ApiError {
  const sentence = "Something failed inside the service. It has been logged. Retry later.";
  return new ApiError("INTERNAL_ERROR", sentence, { cause });
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
