import type { Header, Reference } from "./openapi-types.ts";

/** Every response header a client may rely on. */
export const RESPONSE_HEADERS = {
  "Access-Control-Allow-Origin": {
    description: "Always `*`, errors and redirects included: pages of any site may call.",
    schema: { type: "string", const: "*" },
    example: "*",
  },
  "X-Request-Id": {
    description: "Names this request in the operator's logs.",
    schema: { type: "string" },
    example: "01ky3v9tq8m4e7w2",
  },
  "X-Cache": {
    description:
      "Where the answer comes from: `HIT` nothing was asked for it, `MISS` it was fetched now, `STALE` it is past its time and could not be fetched anew. Left out when no player data is involved.",
    schema: { type: "string", enum: ["HIT", "MISS", "STALE"] },
    example: "HIT",
  },
  "Cache-Control": {
    description:
      "How long the answer may be kept: what remains of its freshness, or `no-store`. Shared caches may serve it stale while they fetch, and while the service is unreachable.",
    schema: { type: "string" },
    example: "public, max-age=1140, stale-while-revalidate=60, stale-if-error=604800",
  },
  ETag: {
    description: "The version of the body, quoted. Send it back as `If-None-Match` to get 304.",
    schema: { type: "string", pattern: '^(W/)?"[^"]+"$' },
    example: '"5d1f7c3a9b2e4f60"',
  },
  Age: {
    description: "Seconds since the data was fetched; sent with stale answers.",
    schema: { type: "integer", minimum: 0 },
    example: 4210,
  },
  "X-Texture-Source": {
    description:
      "What the picture shows: `player` the player's own texture, `default` a default head of the game, `placeholder` a stand-in while the texture cannot be had.",
    schema: { type: "string", enum: ["player", "default", "placeholder"] },
    example: "player",
  },
  "Retry-After": {
    description: "Seconds until it is worth asking again.",
    schema: { type: "integer", minimum: 1 },
    example: 30,
  },
  RateLimit: {
    description: "The refresh limit that is spent: `r` refreshes remain, `t` seconds until more.",
    schema: { type: "string" },
    example: '"refresh";r=0;t=2520',
  },
  "RateLimit-Policy": {
    description: "The refresh limit: `q` refreshes are granted in `w` seconds.",
    schema: { type: "string" },
    example: '"refresh";q=1;w=3600',
  },
  Allow: {
    description: "The methods that are answered.",
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
  Location: {
    description: "Where to go, relative to the base address.",
    schema: { type: "string", format: "uri-reference" },
    example: "/api?username=Lantern_Lou",
  },
  "Access-Control-Allow-Methods": {
    description: "The methods that pages of other sites may use.",
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
  "Access-Control-Allow-Headers": {
    description: "The request headers that pages of other sites may send: any.",
    schema: { type: "string", const: "*" },
    example: "*",
  },
  "Access-Control-Max-Age": {
    description: "Seconds for which a browser need not ask this again.",
    schema: { type: "integer", minimum: 1 },
    example: 86_400,
  },
} as const satisfies Record<string, Header>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const onEveryAnswer = [
  "Access-Control-Allow-Origin",
  "X-Request-Id",
  "X-Cache",
  "Cache-Control",
] as const;

/** The headers of one response, those of every answer included. */
export function headersWith(names: readonly ResponseHeader[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...onEveryAnswer, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
