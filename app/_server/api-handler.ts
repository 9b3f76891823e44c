import "server-only";
import { saysOnlyIfCached } from "@/lib/http/caching.ts";
import { clientAddressOf } from "@/lib/limits/client.ts";
import { services } from "@/lib/services.ts";

/**
 * The API under `next dev` and on serverless hosts, where no front server stands before Next. A
 * route handler cannot see the socket: the nearest proxy's word is taken for the client.
 */
export async function answer(request: Request): Promise<Response> {
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
    // Next drops the `Content-Encoding` of a route handler; to compress is its own affair.
    acceptEncoding: undefined,
    onlyIfCached: saysOnlyIfCached(request.headers.get("cache-control") ?? undefined),
    clientAddress: clientAddressOf("unknown", forwardedFor, hops),
  });
  return new Response(body as BodyInit | null, { status, headers });
}
