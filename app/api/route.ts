import { addressIn } from "@/app/_server/api.ts";
import { saysOnlyIfCached } from "@/lib/freshness.ts";
import { readText } from "@/lib/http/request-body.ts";
import { TARGET_HEADER } from "@/site/i18n/routing.ts";

/*
 * All URLs of the API, where Next runs without our front server: under `next dev`, `next start` and on serverless hosts.
 * `proxy.ts` rewrites them to this one, since the API itself finds the route by the URL. Our front server answers the API
 * by itself: there Next never calls this.
 */

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS };
export { handle as PATCH, handle as POST, handle as PUT };

/** A route handler cannot see the socket, so the client's IP address is the one that the nearest proxy sends. */
async function handle(request: Request): Promise<Response> {
  // Imported only here: where our front server runs, Next loads this file and never calls it.
  const { services } = await import("@/lib/services.ts");
  const { api } = services();
  const url = new URL(request.headers.get(TARGET_HEADER) ?? request.url);
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
