import type { Activity } from "../activity/activity.ts";
import type { SocialLink } from "../contract/activity.ts";
import type { HealthBody, NotReadyBody, ServicePart, StatusBody } from "../contract/status.ts";
import { ApiError } from "../contract/errors.ts";
import type { Changes } from "../cache/changes.ts";
import { parseQuery, recentQuery, socialQuery } from "../contract/queries.ts";
import type { AccessLog } from "../log/logger.ts";
import type { FailureLog } from "../log/failure-log.ts";
import { METRICS_TYPE, type Metrics } from "../metrics/metrics.ts";
import { createBatchHandler } from "./batch.ts";
import { entityTag, taggedReply } from "./caching.ts";
import { aliasOf, compatRoute, nativeRequest, sharedKey, type Alias } from "./compat.ts";
import { createCompatJsonHandler } from "./compat-json.ts";
import { replyOf, type FinishedResponses } from "./finished.ts";
import { createObserver, OTHER_ROUTE } from "./observed.ts";
import { openApiHandler } from "./openapi.ts";
import { createHistoryHandler, type HistoryServices } from "./history.ts";
import { createImageHandler, imageRoutes, type ImageServices } from "./images.ts";
import { createProfileHandler, type ProfileServices } from "./profile.ts";
import {
  apiErrorOf,
  commonHeaders,
  errorReply,
  jsonReply,
  preflightReply,
  UNCACHED,
  type Reply,
} from "./reply.ts";
import type { ApiRequest, Handler } from "./request.ts";

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

export interface Api {
  /** Responses that can be sent again without a handler, by request target. */
  finished: FinishedResponses;
  /** Invalidations by other processes. */
  changes: Changes;
  /** From now on `/api/ready` is a 503. */
  drain(): void;
  /** From now on `/api/ready` also depends on this part of the service. */
  needsForReady(part: ServicePart, isReady: () => boolean): void;
  /**
   * Whether a path belongs to the API: an unknown one gets the API's error instead of a page. Paths
   * in capitals or with extra slashes at the start count as well, so that scripts of other sites can
   * read the error.
   */
  owns(path: string): boolean;
  /** Whether a path is exactly that of an endpoint. */
  isRoute(path: string): boolean;
  /** Handles a request; never rejects. */
  handle(request: ApiRequest): Promise<Reply>;
}

/** The whole API as one function from request to reply, for the front server and for Next. */
export function createApi(services: ApiServices): Api {
  let draining = false;
  const parts = new Map<ServicePart, () => boolean>();
  const profile = createProfileHandler(services);
  const { publicUrl, version: release, finished, changes } = services;
  const observe = createObserver(services);
  const images = new Map<string, Handler>(
    imageRoutes.map((route) => [`/${route}`, createImageHandler(services, route)]),
  );
  const compatJson = createCompatJsonHandler(services);
  const routes = new Map<string, Handler>([
    ["/api", apiHandler(services, profile)],
    ["/api.php", redirectToApi],
    ["/api/batch", createBatchHandler(services, (request) => api.handle(request))],
    ["/api/history", createHistoryHandler(services)],
    ["/api/health", () => jsonReply(200, { success: true, status: "alive" }, UNCACHED)],
    ["/api/ready", readyHandler(services, parts, () => draining)],
    ["/api/metrics", metricsHandler(services)],
    ["/api/status", statusHandler(services)],
    ...images,
    ["/openapi.json", openApiHandler({ baseUrl: publicUrl, version: release })],
  ]);
  // `/player/` is the folder of the players' pages.
  const imageFolders = imageRoutes.filter((route) => route !== "player");
  const folders = ["/api/", "/api.php/", "/compat/", ...imageFolders.map((route) => `/${route}/`)];

  const routeOf = (path: string, alias: Alias | undefined) => {
    if (alias !== undefined) return compatRoute(alias.service);
    const route = withoutTrailingSlash(path);
    return routes.has(route) ? route : OTHER_ROUTE;
  };

  const find = (request: ApiRequest, alias: Alias | undefined) => {
    if (alias === undefined) return routes.get(withoutTrailingSlash(request.path))?.(request);
    if (alias.native === null) return undefined;
    if (alias.native.kind === "json") return compatJson(request, alias.native);
    return images.get(alias.native.path)?.(nativeRequest(request, alias.native));
  };

  const handle = async (request: ApiRequest, alias: Alias | undefined): Promise<Reply> => {
    try {
      if (request.path.length + request.query.length > MAX_TARGET) {
        throw new ApiError("URI_TOO_LONG", `The URL is longer than ${MAX_TARGET} bytes.`);
      }
      const methods = methodsOf(alias);
      const allow = [...methods, "OPTIONS"].join(", ");
      if (request.method === "OPTIONS") return preflightReply(allow);
      if (!methods.includes(request.method)) {
        throw new ApiError("METHOD_NOT_ALLOWED", `Only ${inWords(methods)} are supported.`, {
          headers: { allow },
        });
      }
      const reply = find(request, alias);
      if (reply !== undefined) return await reply;
      throw new ApiError("ROUTE_NOT_FOUND", "There is no such endpoint. See /openapi.json.");
    } catch (thrown) {
      const error = apiErrorOf(thrown) ?? internalError(thrown);
      if (error.status >= 500) {
        const { code, message, cause } = error;
        const route = routeOf(request.path, alias);
        services.failureLog.requestFailed({ route, code, message, cause });
      }
      return errorReply(error);
    }
  };

  const api: Api = {
    finished: services.finished,
    changes: services.changes,
    drain: () => void (draining = true),
    needsForReady: (part, isReady) => void parts.set(part, isReady),
    owns(path) {
      const meant = path.toLowerCase().replace(/^\/+/, "/");
      return routes.has(meant) || folders.some((folder) => meant.startsWith(folder));
    },
    isRoute: (path) => routes.has(withoutTrailingSlash(path)),
    async handle(request) {
      const started = performance.now();
      // Invalidations by other processes come before anything is served from memory.
      if (!changes.isRecent()) await changes.catchUp();
      const alias = aliasOf(request);
      const keys = finishedKeys(request, alias);
      const isGet = request.method === "GET";
      const known = isGet || request.method === "HEAD" ? findFirst(finished, keys) : undefined;
      if (known !== undefined) return replyOf(known, request);
      const { version } = finished;
      const made = await handle(request, alias);
      // What a client received must survive a crash of this process.
      await services.committed();
      const { status, body } = made;
      const headers = commonHeaders(made.headers);
      const length = body === null ? 0 : Buffer.byteLength(body);
      if (status !== 204 && status !== 304) headers["content-length"] = String(length);
      const reply: Reply = { status, headers, body: request.method === "HEAD" ? null : body };
      const cacheable = observe(request, routeOf(request.path, alias), started, {
        ...made,
        headers,
      });
      if (cacheable === undefined || !isGet) return reply;
      reply.cacheable = cacheable;
      // Another process may have invalidated it meanwhile.
      if (!changes.isRecent()) await changes.catchUp();
      for (const key of keys) {
        const kept = finished.add(key, reply, version);
        if (kept !== undefined) reply.finished = kept;
      }
      return reply;
    },
  };
  return api;
}

/** The methods of a path, besides OPTIONS. */
function methodsOf(alias: Alias | undefined): readonly string[] {
  const native = alias?.native;
  return native?.kind === "json" && native.endpoint.bulk ? ["POST"] : ["GET", "HEAD"];
}

function inWords(methods: readonly string[]): string {
  return `${methods.join(", ")} and OPTIONS`;
}

/**
 * The keys of a finished response: its target, and for a URL of another service one that is the same for
 * all its spellings. Parameters without a meaning, such as a random number, must not fill the memory.
 */
function finishedKeys({ path, query }: ApiRequest, alias: Alias | undefined): string[] {
  const target = query === "" ? path : `${path}?${query}`;
  const native = alias?.native ?? null;
  if (alias === undefined || native === null) return [target];
  const shared = sharedKey(alias.service, native);
  return native.isPlain ? [target, shared] : [shared];
}

function findFirst(finished: FinishedResponses, keys: readonly string[]) {
  for (const key of keys) {
    const known = finished.find(key);
    if (known !== undefined) return known;
  }
  return undefined;
}

function apiHandler({ activity, social }: ApiServices, profile: Handler): Handler {
  return async (request) => {
    if (request.search.has("username") || request.search.has("uuid")) return profile(request);
    if (request.search.has("social")) {
      parseQuery(request.search, socialQuery);
      const body = { success: true, social };
      const headers = { "cache-control": "public, max-age=3600", "x-cache": "HIT" };
      const freshUntil = Date.now() + CONSTANT_MS;
      return taggedReply(request, body, withTag(headers, body), { freshUntil, subjects: [] });
    }
    if (request.search.has("recent")) {
      parseQuery(request.search, recentQuery);
      const body = { success: true, ...(await activity.recent()) };
      return taggedReply(request, body, withTag(BRIEF, body));
    }
    return profile(request);
  };
}

function readyHandler(
  { storesWork }: ApiServices,
  parts: ReadonlyMap<ServicePart, () => boolean>,
  isDraining: () => boolean,
): Handler {
  return () => {
    const missing = [...parts].filter(([, isReady]) => !isReady()).map(([part]) => part);
    if (isDraining()) return notReady("This process is shutting down.", missing);
    if (missing.length > 0) return notReady("Pages can't be rendered yet.", missing);
    const store = storesWork() ? "ok" : "degraded";
    const body: HealthBody = { success: true, status: "ready", store };
    return jsonReply(200, body, UNCACHED);
  };
}

function notReady(sentence: string, missing: ServicePart[]): Reply {
  const error = new ApiError("OVERLOADED", sentence, { retryAfterSeconds: 1 });
  const body: NotReadyBody = { ...error.body, missing };
  return { ...errorReply(error), body: JSON.stringify(body) };
}

/** What the status page shows, for programs. */
function statusHandler({ activity, status, storesWork }: ApiServices): Handler {
  return async (request) => {
    const [{ stats }, providers] = await Promise.all([activity.recent(), status()]);
    const store = storesWork() ? "ok" : "degraded";
    const body: StatusBody = { success: true, store, stats, ...providers };
    return taggedReply(request, body, withTag(BRIEF, body));
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

function withTag(headers: Record<string, string>, body: object) {
  return { ...headers, etag: entityTag(JSON.stringify(body)) };
}

function internalError(cause: unknown): ApiError {
  const sentence = "Something failed inside the service. It has been logged. Retry later.";
  return new ApiError("INTERNAL_ERROR", sentence, { cause });
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
