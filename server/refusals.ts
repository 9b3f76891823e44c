import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../lib/contract/errors.ts";
import { UNCACHED, cacheControlOf } from "../lib/freshness.ts";
import {
  malformedRequest,
  MAX_BODY,
  MAX_TARGET,
  readText,
  splitOnce,
} from "../lib/http/request.ts";
import { commonHeaders, errorReply, type Reply } from "../lib/http/reply.ts";
import { MOST_PIPELINED, responseUnderWay, TOO_MANY_PIPELINED } from "./connections.ts";

/** Longer than any response takes that the refusal may have to wait for. */
const LONGEST_RESPONSE_MS = 10_000;
/** How long a client may take to read its last response. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Socket>();
/** Emitted on a connection when it is refused. */
const REFUSED = "refused";

/** An error of the HTTP parser, with the bytes that it could not parse. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Why a request must not reach a page, or null. Of those to the API, it is for targets that are too long. */
export function refusalOf(target: string, method: string): ApiError | null {
  if (!target.startsWith("/")) {
    return new ApiError("INVALID_PARAMETER", "The request target must be a path.");
  }
  if (target.length > MAX_TARGET) return tooLong();
  const [path] = splitOnce(target, "?");
  if (method !== "GET" && method !== "HEAD") {
    return new ApiError("METHOD_NOT_ALLOWED", "Only GET and HEAD are supported here.", {
      headers: { allow: "GET, HEAD" },
    });
  }
  if (!isWellEncoded(path)) {
    return new ApiError("INVALID_PARAMETER", "The path has malformed percent-encoding.");
  }
  // Next's image optimizer, which nothing here uses, would fetch and decode images.
  return path.startsWith("/_next/image")
    ? new ApiError("ROUTE_NOT_FOUND", "There is no such page.")
    : null;
}

/** The error for bytes that are not an HTTP request, or for one request too many. */
export function malformed(error: ParserError): ApiError {
  if (error.code === TOO_MANY_PIPELINED) return tooManyAtOnce();
  const overflow = error.code === "HPE_HEADER_OVERFLOW";
  if (overflow && isTargetTooLong(error.rawPacket)) return tooLong();
  return overflow
    ? new ApiError("INVALID_PARAMETER", "The request's headers are too large.")
    : malformedRequest();
}

function tooManyAtOnce(): ApiError {
  return new ApiError("OVERLOADED", `A connection may wait for ${MOST_PIPELINED} responses.`, {
    retryAfterSeconds: 1,
  });
}

export function notHttp(): ApiError {
  return new ApiError("INVALID_PARAMETER", "Only plain HTTP requests are supported.");
}

/** A refusal as a reply. It depends on the form of the request, so it must not be cached. */
export function refusalReply(error: ApiError): Reply {
  const reply = errorReply(error, Date.now());
  const length = String(Buffer.byteLength(reply.body ?? ""));
  const own = { ...reply.headers, "x-cache": "MISS", "content-length": length };
  return { ...reply, headers: commonHeaders(cacheControlOf(UNCACHED, 0), own) };
}

function tooLong(): ApiError {
  return new ApiError("URI_TOO_LONG", `The URL is longer than ${MAX_TARGET} bytes.`);
}

function isTargetTooLong(packet: Buffer | undefined): boolean {
  const lineEnd = packet?.indexOf("\n") ?? -1;
  return packet !== undefined && (lineEnd === -1 || lineEnd > MAX_TARGET);
}

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The body of a request as text; null when it is too long.
 * @param tellToContinue For a client that sends its body once it is told to.
 * @throws ApiError When it is malformed. Node itself would wait for the rest of it.
 */
export async function readBody(
  request: IncomingMessage,
  tellToContinue: (() => void) | undefined,
): Promise<string | null> {
  const { socket, headers } = request;
  if (Number(headers["content-length"]) > MAX_BODY) return null;
  tellToContinue?.();
  let refuse: () => void = () => undefined;
  const malformed = new Promise<never>((_, reject) => {
    refuse = () => {
      if (!request.complete) reject(malformedRequest());
    };
  });
  socket.once(REFUSED, refuse);
  if (refused.has(socket)) refuse();
  try {
    // Without destroying what is not read: the response to a body that is too long still goes out.
    return await Promise.race([readText(request.iterator({ destroyOnReturn: false })), malformed]);
  } finally {
    socket.off(REFUSED, refuse);
  }
}

/**
 * Lets a connection end after its response even if the client still sends a body that is not read. Node
 * would close it at once, which resets it, and the client might not get the response.
 */
export function endGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    linger(socket);
  };
}

/** Discards what a client still sends, for the time that it may take to read its response. */
function linger(socket: Socket): void {
  socket.once("resume", () => {
    // With a listener of its own, the connection is no longer read by the HTTP parser.
    socket.on("data", () => undefined).removeAllListeners("data");
  });
  // The parser may have stopped reading: resuming from a pause always starts it again.
  socket.pause().resume();
  destroyAfter(socket, LINGER_MS);
}

/**
 * Responds on a connection that sent something other than a request, and closes it. Earlier requests get
 * their responses first, since a client matches responses to requests by their order.
 * @param error Called if the client gets it, and not the response to an earlier request.
 */
export function refuseSocket(socket: Socket, error: () => ApiError): void {
  // Node emits the error again for each further packet.
  if (refused.has(socket)) return;
  refused.add(socket);
  socket.emit(REFUSED);
  // Node removes its own listener from an upgrading connection; without one, a reset would end the
  // process.
  socket.on("error", () => socket.destroy());
  destroyAfter(socket, LONGEST_RESPONSE_MS);
  refuseInTurn(socket, error);
}

function refuseInTurn(socket: Socket, error: () => ApiError): void {
  const response = responseUnderWay(socket);
  if (response !== undefined) {
    // Node removes its own listener from an upgrading connection; without one, a response that waits
    // for a slow client would wait forever.
    const resume = () => void response.emit("drain");
    socket.on("drain", resume);
    response.once("close", () => {
      socket.off("drain", resume);
      refuseInTurn(socket, error);
    });
    return;
  }
  // The last response ends the connection itself.
  if (!socket.writable) return;
  socket.end(refusalText(error()));
  linger(socket);
}

function refusalText(error: ApiError): string {
  const { status, headers, body } = refusalReply(error);
  const lines = Object.entries({ ...headers, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${String(body)}`;
}

function destroyAfter(socket: Socket, milliseconds: number): void {
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once("close", () => clearTimeout(timer));
}
