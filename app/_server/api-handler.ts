import "server-only";
import { paths, type RouteId } from "@/lib/contract/paths.ts";
import { saysOnlyIfCached } from "@/lib/freshness.ts";
import { clientAddressOf } from "@/lib/http/client-address.ts";
import { readText } from "@/lib/http/request-body.ts";
import { siteConfiguration } from "./site-configuration.ts";

/**
 * Handles a request of the API under `next dev` and on serverless hosts, where Next runs without our
 * front server. A route handler cannot see the socket, so the client's IP address is the one that the
 * nearest proxy sends.
 */
async function handle(request: Request): Promise<Response> {
  // Imported only here: where our front server runs, Next loads this file and never calls it.
  const { services } = await import("@/lib/services.ts");
  const { api } = services();
  const url = new URL(request.url);
  const { status, headers, body } = await api.replyTo({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    search: url.searchParams,
    preconditions: Object.fromEntries(request.headers),
    // Next drops the `Content-Encoding` of a route handler and compresses the body itself.
    acceptEncoding: undefined,
    onlyIfCached: saysOnlyIfCached(request.headers.get("cache-control") ?? undefined),
    readBody: (most) => readText(request.body ?? [], most),
    clientAddress: addressIn(request.headers),
    whenClientLeaves: () => request.signal,
  });
  // A Response with this status may not even have an empty body.
  return new Response(status === 204 ? null : (body as BodyInit | null), { status, headers });
}

/** The client's IP address, as the nearest proxy sends it. */
export function addressIn(headers: Pick<Headers, "get">): string {
  const hops = Math.max(1, siteConfiguration().TRUSTED_PROXY_HOPS);
  return clientAddressOf("unknown", headers.get("x-forwarded-for") ?? undefined, hops);
}

const ofAllMethods = {
  DELETE: handle,
  GET: handle,
  HEAD: handle,
  OPTIONS: handle,
  PATCH: handle,
  POST: handle,
  PUT: handle,
};

/**
 * The handlers of each route. All are the same, since the API finds the route by the URL and refuses methods
 * that it does not support.
 */
export const handlers = Object.fromEntries(
  [...Object.keys(paths), "compat"].map((id) => [id, ofAllMethods]),
) as Record<RouteId | "compat", typeof ofAllMethods>;
