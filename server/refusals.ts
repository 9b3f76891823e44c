import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../lib/contract/errors.ts";
import { MAX_TARGET, splitOnce } from "../lib/http/request.ts";
import { malformedRequest, MAX_BODY, readText } from "../lib/http/request-body.ts";
import { refusalReply } from "../lib/http/reply.ts";
import { methodRefusal } from "../lib/http/site-methods.ts";
import { MOST_PIPELINED, responseUnderWay, TOO_MANY_PIPELINED } from "./connections.ts";

/** Longer than any response takes that the refusal may have to wait for. */
const LONGEST_RESPONSE_MS = 10_000;
/** How long a client may take to read its last response. */
const LINGER_MS = 1_000;

const refused = new WeakSet<Socket>();
/** Emitted on a connection when it is refused. */
const REFUSED = "refused";

/** The maximum size of the request line and headers, in bytes. */
export const MAX_HEAD = 16_384;

/** An error of the HTTP parser, with the packet that it could not parse, and how far it came in it. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

/** Why a request must not reach a page, or null. A request to the API is refused here only for a target that is too long. */
export function refusalOf(target: string, method: string): ApiError | null {
  if (target.length > MAX_TARGET) return tooLong();
  const [path] = splitOnce(target, "?");
  const wrongMethod = methodRefusal(method);
  if (wrongMethod !== null) return wrongMethod;
  if (!isWellEncoded(path)) {
    return new ApiError("INVALID_PARAMETER", "The path has malformed percent-encoding.");
  }
  // Next's image optimizer, which nothing here uses, would fetch and decode images.
  return path.startsWith("/_next/image")
    ? new ApiError("ROUTE_NOT_FOUND", "There is no such page.")
    : null;
}

/** The error for bytes that are not an HTTP request, or for one request too many. */
export function malformed({ code, rawPacket, bytesParsed = 0 }: ParserError): ApiError {
  if (code === TOO_MANY_PIPELINED) return tooManyAtOnce();
  if (code === "HPE_HEADER_OVERFLOW") {
    return isTargetTooLong(rawPacket) ? tooLong() : headersTooLarge();
  }
  const isUnencoded =
    code === "HPE_INVALID_URL"
      ? !isUrlByte(rawPacket?.[bytesParsed])
      : code === "HPE_INVALID_CONSTANT" && hasSpaces(rawPacket, bytesParsed);
  if (!isUnencoded) return malformedRequest();
  const sentence =
    "The URL has characters that must be percent-encoded, as UTF-8: a space is %20, é is %C3%A9.";
  return new ApiError("INVALID_PARAMETER", sentence);
}

/** True if a URL may contain a byte as it is. */
function isUrlByte(byte = 0): boolean {
  return byte > 0x20 && byte < 0x7f;
}

/** True if the line at a place in a packet is a request line whose target has spaces. */
function hasSpaces(packet: Buffer | undefined, at: number): boolean {
  const text = packet?.toString("latin1") ?? "";
  const [line = ""] = text.slice(text.lastIndexOf("\n", at) + 1).split("\r\n", 1);
  return /^[A-Z]+ +[^ ]+ +[^ ].* HTTP\/\d\.\d$/.test(line);
}

function tooManyAtOnce(): ApiError {
  return new ApiError("OVERLOADED", `A connection may wait for ${MOST_PIPELINED} responses.`, {
    retryAfterSeconds: 1,
  });
}

export function notHttp(): ApiError {
  return new ApiError("INVALID_PARAMETER", "Only plain HTTP requests are supported.");
}

function headersTooLarge(): ApiError {
  return new ApiError(
    "HEADERS_TOO_LARGE",
    `The request's headers are longer than ${MAX_HEAD} bytes.`,
  );
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
  most = MAX_BODY,
): Promise<string | null> {
  const { socket, headers } = request;
  if (Number(headers["content-length"]) > most) return null;
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
    const body = request.iterator({ destroyOnReturn: false });
    return await Promise.race([readText(body, most), malformed]);
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
