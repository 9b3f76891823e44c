import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { ApiError } from "../contract/errors.ts";
import type { Caller, Priority } from "../scheduling/caller.ts";
import type { Preconditions } from "./preconditions.ts";

/** The parts of a request that a response may depend on. Handlers see nothing else. */
export interface ApiRequest {
  method: string;
  /** The path as sent, still percent-encoded. */
  path: string;
  /** The query as sent, without `?`. */
  query: string;
  search: URLSearchParams;
  preconditions: Preconditions;
  acceptEncoding?: string | undefined;
  /** `only-if-cached`: no request to a provider is allowed. */
  onlyIfCached?: boolean;
  /** How urgent it is, where that is not a request of its own. */
  priority?: Priority;
  /**
   * The body as text; null when it is too long. Read only where a body is wanted.
   * @throws ApiError When it is malformed or broken off.
   */
  readBody?: () => Promise<string | null>;
  /** The network address of the client, as determined by the server in front. */
  clientAddress: string;
  /** Gives a signal that is aborted when the client leaves before it has the response; only what waits calls it. */
  whenClientLeaves?: (() => AbortSignal | undefined) | undefined;
}

/** Longest request target that is accepted, in bytes. */
export const MAX_TARGET = 2_048;

/** A text before and after the first separator. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Path and query, as sent. */
export function targetOf({ path, query }: Pick<ApiRequest, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

/** A GET request of this service to its own API; `target` is path and query. */
export function internalRequest(
  target: string,
  from: Pick<ApiRequest, "clientAddress"> & Partial<ApiRequest>,
): ApiRequest {
  const [path, query] = splitOnce(target, "?");
  const search = new URLSearchParams(query);
  return { ...from, method: "GET", path, query, search, preconditions: {} };
}

/** The caller of upstream requests. The client never leaves this process. */
export function callerOf(
  request: Pick<ApiRequest, "clientAddress" | "priority" | "whenClientLeaves">,
  priority: Priority = request.priority ?? "foreground",
): Caller {
  const { clientAddress, whenClientLeaves } = request;
  const [client, network] = [clientOf(clientAddress), networkOf(clientAddress)];
  return { priority, client, network, whenClientLeaves };
}

/**
 * Which client an address stands for: an IPv4 address itself, also when it is mapped into IPv6; of an IPv6 address the
 * /64, which is the least that one customer has. Anything else is one shared client.
 */
export const clientOf = (address: string): string => countedAs(address, 64);

/** The network of a client: of an IPv6 address the /48, which one customer may have; otherwise the client itself. */
export const networkOf = (address: string): string => countedAs(address, 48);

function countedAs(address: string, bits: 48 | 64): string {
  const plain = withoutZone(address);
  // ipaddr.js alone would also read 127.1 and 0x7f.1.
  const version = isIP(plain);
  if (version === 0) return "unknown";
  if (version === 4) return plain;
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(":")}::/${bits}`;
}

/**
 * Who the client is: the socket's address, or with `hops` proxies in front the entry of
 * `X-Forwarded-For` that the outermost of them wrote. Entries left of it are the client's own
 * claims. A list that is too short, or an entry that is no address, means a proxy is missing:
 * then the last address that can be believed counts.
 */
export function clientAddressOf(
  socketAddress: string,
  forwardedFor: string | undefined,
  hops: number,
): string {
  let address = socketAddress;
  let rest = forwardedFor ?? "";
  for (let hop = 0; hop < hops; hop += 1) {
    const comma = rest.lastIndexOf(",");
    const claim = withoutPort(rest.slice(comma + 1));
    if (isIP(withoutZone(claim)) === 0) break;
    address = claim;
    rest = rest.slice(0, Math.max(0, comma));
  }
  return address;
}

function withoutPort(entry: string): string {
  const text = entry.trim().replace(/^"|"$/g, "");
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(text) ? text.replace(/:\d+$/, "") : text;
}

/** Without the name of a network interface, as in `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}

/** The longest body that is read, in bytes: ten names of 25 characters, however they are escaped. */
export const MAX_BODY = 4_096;

/**
 * A request body as text; null when it is too long.
 * @throws ApiError When it is malformed or broken off.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MAX_BODY) return null;
      chunks.push(chunk);
    }
  } catch {
    throw malformedRequest();
  }
  // The decoder leaves a BOM out.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The error for a request that is not well-formed HTTP. */
export function malformedRequest(): ApiError {
  return new ApiError("INVALID_PARAMETER", "The request is not well-formed HTTP.", {
    isCacheable: false,
  });
}
