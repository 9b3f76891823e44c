import assert from "node:assert/strict";

/** URLs served by different parts of the program, and their content types. */
const KINDS = [
  ["/api/health", "application/json"],
  ["/head?username=Lantern_Lou", "image/png"],
  ["/head?username=Lantern_Lou&format=webp", "image/webp"],
  ["/bust?username=Lantern_Lou", "image/png"],
  ["/body?username=Lantern_Lou", "image/png"],
  ["/player?username=Lantern_Lou", "image/png"],
  ["/skin?username=Lantern_Lou", "image/png"],
  ["/cape?username=Captain_Cobble", "image/png"],
  ["/api?recent=1", "application/json"],
  ["/api/batch?usernames=Lantern_Lou,Captain_Cobble", "application/json"],
  ["/api/suggest?q=lan", "application/json"],
  ["/api/history?username=Lantern_Lou", "application/json"],
  ["/api/status", "application/json"],
  ["/compat/crafthead/avatar/Lantern_Lou", "image/png"],
  ["/api/metrics", "text/plain"],
  ["/openapi.json", "application/json"],
  ["/en/player/Lantern_Lou", "text/html"],
  ["/en/player/Lantern_Lou/opengraph-image", "image/png"],
  ["/en/player/Lantern_Lou/discord-embed", "application/json"],
  ["/en", "text/html"],
  ["/en/status", "text/html"],
  ["/ar", "text/html"],
  ["/ja", "text/html"],
  ["/en/docs", "text/html"],
  ["/zh-CN/docs/head", "text/html"],
  ["/en/docs/changelog", "text/html"],
  ["/en/docs/head.md", "text/markdown"],
  ["/docs-search/en", "application/json"],
  ["/docs-samples/python", "application/json"],
  ["/docs-recipes/lookup.mjs", "text/plain"],
  ["/llms.txt", "text/plain"],
  ["/llms-full.txt", "text/plain"],
  ["/robots.txt", "text/plain"],
  ["/sitemap.xml", "application/xml"],
  ["/en/manifest.webmanifest", "application/manifest+json"],
  ["/icon.svg", "image/svg+xml"],
  ["/favicon.ico", "image/x-icon"],
  ["/apple-icon.png", "image/png"],
  ["/icons/192.png", "image/png"],
  ["/pictures/tile-head.png", "image/png"],
  ["/opengraph-image.png", "image/png"],
  ["/fonts/names.css", "text/css"],
] as const;

/** Expects one URL of each kind to respond with its type. */
export async function expectOneOfEach(url: string): Promise<void> {
  for (const [target, type] of KINDS) {
    const response = await fetch(url + target);
    assert.equal(response.status, 200, target);
    assert.ok(response.headers.get("content-type")?.includes(type), `${target} is ${type}`);
    assert.ok((await response.arrayBuffer()).byteLength > 0, target);
  }
}
