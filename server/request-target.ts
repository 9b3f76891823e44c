import type { IncomingMessage } from "node:http";
import { ApiError } from "../lib/contract/errors.ts";

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
export function settleTarget(request: IncomingMessage): ApiError | null {
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
