import "server-only";
import { saysOnlyIfCached } from "@/lib/http/caching.ts";
import { readText } from "@/lib/http/request.ts";
import { clientAddressOf } from "@/lib/limits/client.ts";
import { services } from "@/lib/services.ts";

/**
 * Handles a request of the API under `next dev` and on serverless hosts, where Next runs without our
 * front server. A route handler cannot see the socket, so the client's IP address is the one that the
 * nearest proxy sends.
 */
async function handle(request: Request): Promise<Response> {
  const { api, configuration } = services();
  const url = new URL(request.url);
  const hops = Math.max(1, configuration.TRUSTED_PROXY_HOPS);
  const forwardedFor = request.headers.get("x-forwarded-for") ?? undefined;
  const { status, headers, body } = await api.handle({
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    search: url.searchParams,
    ifNoneMatch: request.headers.get("if-none-match") ?? undefined,
    // Next drops the `Content-Encoding` of a route handler and compresses the body itself.
    acceptEncoding: undefined,
    onlyIfCached: saysOnlyIfCached(request.headers.get("cache-control") ?? undefined),
    readBody: () => readText(request.body ?? []),
    clientAddress: clientAddressOf("unknown", forwardedFor, hops),
  });
  // A Response with this status may not even have an empty body.
  return new Response(status === 204 ? null : (body as BodyInit | null), { status, headers });
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
