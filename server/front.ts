import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { ApiError } from "../lib/contract/errors.ts";
import { MAX_TARGET, type Api } from "../lib/http/api.ts";
import { commonHeaders, errorReply, type Reply } from "../lib/http/reply.ts";
import { clientAddressOf } from "../lib/limits/client.ts";
import type { Pages } from "./pages.ts";

export interface FrontOptions {
  api: Api;
  pages: Pages;
  trustedHops: number;
  logger: Logger;
}

/** The whole head of a request, request line included, in bytes. */
const MAX_HEAD = 16 * 1024;
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
const CHECK_MS = 1_000;
/** Longer than the idle time of usual proxies, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

/** The HTTP server before Next: refuses what is malformed, answers the API, hands pages on. */
export function createFront({ api, pages, trustedHops, logger }: FrontOptions): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEAD,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Nothing here depends on the host asked for.
    requireHostHeader: false,
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? "";
    const refusal = refusalOf(target, request.method ?? "", api);
    if (refusal !== null) return write(response, withCommonHeaders(errorReply(refusal)));
    const [path, query] = splitOnce(target, "?");
    const client = clientAddressOf(
      request.socket.remoteAddress ?? "unknown",
      forwardedFor(request),
      trustedHops,
    );
    if (!api.owns(path)) return pages.serve(request, response, client);
    const reply = await api.handle({
      method: request.method ?? "",
      path,
      query,
      search: new URLSearchParams(query),
      ifNoneMatch: request.headers["if-none-match"],
      clientAddress: client,
    });
    write(response, reply);
  };

  server.on("request", (request, response) => {
    // Nothing here reads bodies: a request that has one gets its answer and loses its connection.
    if (hasBody(request)) response.setHeader("connection", "close");
    answer(request, response).catch((error: unknown) => {
      logger.error({ err: error }, "A request could not be answered");
      response.destroy();
    });
  });
  for (const event of ["checkContinue", "checkExpectation"]) {
    server.on(event, (request, response) => server.emit("request", request, response));
  }
  server.on("upgrade", (_request, socket) => refuse(socket as Socket, notHttp()));
  server.on("connect", (_request, socket) => refuse(socket as Socket, notHttp()));
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    refuse(socket as Socket, malformed(error));
  });
  return server;
}

/** The refusal of a target or a method that no handler should see, or null. */
function refusalOf(target: string, method: string, api: Api): ApiError | null {
  if (!target.startsWith("/")) {
    return new ApiError("INVALID_PARAMETER", "The request target must be a path.");
  }
  if (target.length > MAX_TARGET) {
    return new ApiError("URI_TOO_LONG", `The address is longer than ${MAX_TARGET} bytes.`);
  }
  const [path] = splitOnce(target, "?");
  if (api.owns(path)) return null;
  if (method !== "GET" && method !== "HEAD") {
    return new ApiError("METHOD_NOT_ALLOWED", "Only GET and HEAD are answered here.", {
      headers: { allow: "GET, HEAD" },
    });
  }
  if (!isWellEncoded(path)) {
    return new ApiError("INVALID_PARAMETER", "The path has malformed percent-encoding.");
  }
  return path.startsWith("/_next/image")
    ? new ApiError("ROUTE_NOT_FOUND", "There is nothing at this address.")
    : null;
}

function malformed(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): ApiError {
  const overflow = error.code === "HPE_HEADER_OVERFLOW";
  if (overflow && isTargetTooLong(error.rawPacket)) {
    return new ApiError("URI_TOO_LONG", `The address is longer than ${MAX_TARGET} bytes.`);
  }
  return new ApiError(
    "INVALID_PARAMETER",
    overflow ? "The request's headers are too large." : "The request is not well-formed HTTP.",
  );
}

function notHttp(): ApiError {
  return new ApiError("INVALID_PARAMETER", "Only plain HTTP requests are answered here.");
}

function isTargetTooLong(packet: Buffer | undefined): boolean {
  const lineEnd = packet?.indexOf("\n") ?? -1;
  return packet !== undefined && (lineEnd === -1 || lineEnd > MAX_TARGET);
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

/** Answers a socket that has no request, and closes it. */
function refuse(socket: Socket, error: ApiError): void {
  const { status, headers, body } = withCommonHeaders(errorReply(error));
  const lines = Object.entries({ ...headers, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${String(body)}`);
}

/** Errors made here depend on how the request came, so no cache may keep them. */
function withCommonHeaders(reply: Reply): Reply {
  const length = String(Buffer.byteLength(reply.body ?? ""));
  const own = { "cache-control": "no-store", "content-length": length };
  return { ...reply, headers: { ...reply.headers, ...commonHeaders(), ...own } };
}

function forwardedFor(request: IncomingMessage): string | undefined {
  const value = request.headers["x-forwarded-for"];
  return Array.isArray(value) ? value.join(",") : value;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
