import "server-only";

const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

/** A text for programs, which pages of other sites may read, too. */
export function plainText(type: "text/markdown" | "text/plain", text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": CACHE_CONTROL,
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
    },
  });
}

/** For an address without a text. */
export function noSuchText(): Response {
  return new Response("There is no such page.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "access-control-allow-origin": "*" },
  });
}
