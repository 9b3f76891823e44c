import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { ApiError } from "../lib/contract/errors.ts";
import type { Api } from "../lib/app/app.ts";
import { adapt, type CompatMounts } from "../lib/compat/adapt.ts";
import { isAboutProcess, isApiPath, OTHER_ROUTE, paths } from "../lib/contract/paths.ts";
import { internalError, refusalReply } from "../lib/http/reply.ts";
import { countNetworks, type Load } from "../lib/process/overload.ts";
import { saysOnlyIfCached } from "../lib/freshness.ts";
import { clientAddressOf, networkOf } from "../lib/http/client-address.ts";
import { MAX_TARGET, splitOnce, type ApiRequest } from "../lib/http/request.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import { NO_ROUTES, type AppRoutes } from "../site/pages/app-routes.ts";
import { siteOptions } from "../lib/http/site-methods.ts";
import { isSiteName } from "../site/pages/page-at.ts";
import { watchConnections } from "./connections.ts";
import type { Pages } from "./pages.ts";
import {
  endGently,
  malformed,
  MAX_HEAD,
  notHttp,
  readBody,
  refusalOf,
  refuseSocket,
  type ParserError,
} from "./refusals.ts";
import { writeFirst, writeHit, writeReply } from "./write.ts";

export interface FrontOptions {
  api: Api;
  pages: Pages;
  load: Load;
  trustedHops: number;
  /** Looks at a request that is not answered from memory: it may show a mistake in the configuration. */
  notice(request: IncomingMessage): void;
  /** Other services whose URLs are served at the root. */
  mounts: CompatMounts;
  /** The site's own URLs, which win over those. */
  routes?: AppRoutes;
  metrics: Pick<Metrics, "response">;
  logger: Logger;
  /** How long a client may take nothing of a response before its connection is closed. */
  stalledMs?: number;
}

export type Front = ReturnType<typeof createFront>;

const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
const CHECK_MS = 1_000;
/** Longer than the idle timeout of common proxies, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

const STALLED_MS = 30_000;
/** How often connections are checked within that time. */
const STALL_CHECKS = 6;

/**
 * The HTTP server in front of Next. It rejects malformed requests, writes cached responses at once, and
 * passes other requests on to the API or the pages.
 */
export function createFront({
  api,
  pages,
  load,
  trustedHops,
  notice,
  mounts,
  routes = NO_ROUTES,
  metrics,
  logger,
  stalledMs = STALLED_MS,
}: FrontOptions) {
  const { responses, changes, logsEveryRequest } = api;
  let draining = false;
  let underWay = 0;
  /** Tells a client to continue that sends its body only then. */
  const expectant = new WeakMap<IncomingMessage, () => void>();
  const server = createServer({
    maxHeaderSize: MAX_HEAD,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // `settleTarget` refuses a request without `Host`, or with two, with an error of the API. Node would only drop it.
    requireHostHeader: false,
    joinDuplicateHeaders: true,
  });

  const connections = watchConnections(server, { stalledMs });
  const networks = countNetworks();
  const isOverloaded = (network: string) =>
    load.isOverloaded(() => ({ all: underWay + pages.underWay(), ...networks.with(network) }));

  const counted = <Answer extends { status: number }>(answer: Answer): Answer => {
    const { status } = answer;
    metrics.response({ route: OTHER_ROUTE, status, cache: "none", seconds: 0 });
    return answer;
  };
  const refuse = (response: ServerResponse, error: ApiError) =>
    writeReply(response, refusalReply(counted(error)));

  /** Checks a request that is not in memory, and hands it to the API or the pages. */
  const dispatch = async (request: IncomingMessage, response: ServerResponse) => {
    notice(request);
    const target = request.url ?? "";
    const method = request.method ?? "";
    const [path] = splitOnce(target, "?");
    const isApi = isApiPath(path);
    // The API itself refuses all other wrong requests to it.
    const refusal = isApi && target.length <= MAX_TARGET ? null : refusalOf(target, method);
    if (refusal !== null) return refuse(response, refusal);
    if (method === "OPTIONS" && !isApi) return writeReply(response, counted(siteOptions()));
    const apiRequest = toApiRequest(request, response, trustedHops, expectant.get(request));
    const network = networkOf(apiRequest.clientAddress);
    if (!isApi) {
      if (isOverloaded(network)) return pages.refuse(request, response, apiRequest.clientAddress);
      networks.begin(network);
      request.once("close", () => networks.end(network));
      return pages.serve(request, response, apiRequest.clientAddress);
    }

    // A process is not to be restarted because it has much to do.
    if (apiRequest.path !== paths.getHealth && isOverloaded(network))
      return refuse(response, overloaded());
    underWay += 1;
    networks.begin(network);
    try {
      const reply = await api.respond(apiRequest);
      if ("kind" in reply) await writeFirst(request, response, reply);
      else writeReply(response, reply);
    } finally {
      underWay -= 1;
      networks.end(network);
    }
  };

  /** A bug: the client gets a 500, unless it has a part of its response already. */
  const fail = (response: ServerResponse, error: unknown) => {
    logger.error({ err: error }, "A request could not be answered");
    if (response.headersSent) response.destroy();
    else refuse(response, internalError(error));
  };
  /** Catches what a listener throws, which would end the process. */
  const guarded = (response: ServerResponse, listen: () => void | Promise<void>) => {
    try {
      void listen()?.catch((error: unknown) => fail(response, error));
    } catch (error) {
      fail(response, error);
    }
  };

  /** Answers a request from memory, or dispatches it, once all that other processes changed is known. */
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (isMounted) request.url = urlAtHost(request.url ?? "", request.headers.host);
    const isRead = request.method === "GET" || request.method === "HEAD";
    // For the log, every request has to be handled on its own.
    const kept = isRead && !logsEveryRequest ? responses.find(request.url ?? "") : undefined;
    const done = kept ? writeHit(request, response, kept) : dispatch(request, response);
    if (done === undefined) return connections.written(response);
    return done.then(() => connections.written(response));
  };

  /** The URL under `/compat` where the host has those of another service at its root. */
  const urlAtHost = (url: string, host: string | undefined): string => {
    const [path] = splitOnce(url, "?");
    return isSiteName(path, routes) ? url : (adapt(url, host, { mounts })?.url ?? url);
  };
  const isMounted = mounts.hosts.size > 0 || mounts.root !== undefined;

  /** Settles what the request is for, and whether its connection stays open. */
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    connections.begun(request.socket, response);
    const wrong = settleTarget(request);
    if (wrong !== null) {
      response.shouldKeepAlive = false;
      endGently(request.socket);
      return refuse(response, wrong);
    }
    if (draining) response.shouldKeepAlive = false;
    if (mayBeLast(request.headers)) {
      response.shouldKeepAlive = false;
      endGently(request.socket);
    }
    if (changes.isRecent()) return answer(request, response);
    const [path] = splitOnce(request.url ?? "", "?");
    if (isAboutProcess(path)) return answer(request, response);
    return changes.catchUp().then(() => answer(request, response));
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    guarded(response, () => receive(request, response)),
  );
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    expectant.set(request, () => response.writeContinue());
    server.emit("request", request, response);
  });
  // Ignore unknown `Expect` values, as RFC 9110 allows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) =>
    refuseSocket(socket as Socket, () => counted(notHttp())),
  );
  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET") return void socket.destroy();
    refuseSocket(socket as Socket, () => counted(malformed(error)));
  });
  const endStalled = () => connections.endStalled(performance.now());
  const checking = setInterval(endStalled, stalledMs / STALL_CHECKS).unref();
  server.once("close", () => clearInterval(checking));
  return {
    server,
    connections,
    /** After this, every response closes its connection. */
    drain(): void {
      draining = true;
      pages.drain();
    },
  };
}

function toApiRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trustedHops: number,
  tellToContinue: (() => void) | undefined,
): ApiRequest {
  const [path, query] = splitOnce(request.url ?? "", "?");
  const forwardedFor = request.headers["x-forwarded-for"];
  let signal: AbortSignal | undefined;
  return {
    method: request.method ?? "",
    path,
    query,
    search: new URLSearchParams(query),
    preconditions: request.headers,
    acceptEncoding: request.headers["accept-encoding"],
    onlyIfCached: saysOnlyIfCached(request.headers["cache-control"]),
    readBody: (most) => readBody(request, tellToContinue, most),
    clientAddress: clientAddressOf(
      request.socket.remoteAddress ?? "unknown",
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
      trustedHops,
    ),
    // Most requests wait for nothing that ends with them. Not a getter: V8 gives each object that has one a shape of its
    // own, which keeps the request until a full garbage collection.
    whenClientLeaves: () => (signal ??= createLeavingSignal(request, response)),
  };
}

/**
 * Makes a signal that is aborted when the client leaves before it has its response; also for a request that waits
 * behind another one on its connection.
 */
function createLeavingSignal(
  request: IncomingMessage,
  response: ServerResponse,
): AbortSignal | undefined {
  // Node also closes a request whose body has been read.
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const leaving = new AbortController();
  const leave = () => response.writableEnded || leaving.abort();
  if (request.destroyed) leave();
  else request.once("close", leave);
  return leaving.signal;
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "The server is at capacity. Retry in a moment.", {
    retryAfterSeconds: 1,
  });
}

/**
 * True if the connection must close after this request: hardly any request body is read, and Node drops
 * what follows an `Upgrade` header, which Java's HTTP client sends.
 */
function mayBeLast(headers: IncomingHttpHeaders): boolean {
  const { connection = "", "content-length": length = "0" } = headers;
  return "transfer-encoding" in headers || length !== "0" || /upgrade/i.test(connection);
}

/** Matches a host of a URL, or none, and a port (RFC 3986, 3.2). An IPv6 address may name its network interface. */
const AUTHORITY =
  /^(?:\[[\da-f:.]+(?:%25[\w.~%-]+)?\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;
/** Matches a target in absolute form: the authority, then path and query. */
const ABSOLUTE = /^https?:\/\/([^/?#]+)(.*)$/i;

/**
 * Checks `Host`, and rewrites a target in absolute form, as clients send it to a proxy, to path and query; its host
 * then replaces `Host` (RFC 9112, 3.2). The asterisk remains: OPTIONS of the whole server.
 * @returns Why the request has to be refused, or null.
 */
function settleTarget(request: IncomingMessage): ApiError | null {
  const { headers, method, url = "" } = request;
  if (!hasGoodHost(request)) return wrongHost(headers.host);
  if (url.startsWith("/")) return null;
  if (url === "*" && method === "OPTIONS") return null;
  const [, authority = "", rest = ""] = ABSOLUTE.exec(url) ?? [];
  if (!isNamedHost(authority)) {
    return new ApiError("INVALID_PARAMETER", "The request target must be a path or an HTTP URL.");
  }
  headers.host = authority;
  request.url = targetIn(rest, method);
  return null;
}

/** True if `Host` is one authority. HTTP/1.0 allows a request without it. */
function hasGoodHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== "1.1" : AUTHORITY.test(host);
}

function isNamedHost(authority: string): boolean {
  return authority !== "" && !authority.startsWith(":") && AUTHORITY.test(authority);
}

/** The target that the rest of an absolute URL names; without a path it is the whole server, or the root (3.2.4). */
function targetIn(rest: string, method: string | undefined): string {
  if (rest === "" && method === "OPTIONS") return "*";
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function wrongHost(host: string | undefined): ApiError {
  const sentence =
    host === undefined
      ? "An HTTP/1.1 request needs a Host header."
      : "The request needs one Host header, with a host and at most a port.";
  return new ApiError("INVALID_PARAMETER", sentence);
}
