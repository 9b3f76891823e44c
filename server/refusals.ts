import { ApiError } from "../lib/contract/errors.ts";
import { isApiPath } from "../lib/contract/paths.ts";
import { UNCACHED, cacheControlOf } from "../lib/freshness.ts";
import { malformedRequest, MAX_TARGET, splitOnce } from "../lib/http/request.ts";
import { commonHeaders, errorReply, type Reply } from "../lib/http/reply.ts";

/** An error of the HTTP parser, with the bytes that it could not parse. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Why a request must not reach a handler, or null. */
export function refusalOf(target: string, method: string): ApiError | null {
  if (!target.startsWith("/")) {
    return new ApiError("INVALID_PARAMETER", "The request target must be a path.");
  }
  if (target.length > MAX_TARGET) return tooLong();
  const [path] = splitOnce(target, "?");
  if (isApiPath(path)) return null;
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

/** The error for bytes that are not an HTTP request. */
export function malformed(error: ParserError): ApiError {
  const overflow = error.code === "HPE_HEADER_OVERFLOW";
  if (overflow && isTargetTooLong(error.rawPacket)) return tooLong();
  return overflow
    ? new ApiError("INVALID_PARAMETER", "The request's headers are too large.")
    : malformedRequest();
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
