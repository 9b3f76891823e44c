import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const caching = definePage("caching", "caching", [
  prose("intro"),
  section("freshness", "freshness"),
  prose("freshnessText"),
  section("body", "body"),
  prose("bodyText"),
  section("headers", "headers"),
  prose("headersText"),
  { kind: "headers" },
  section("etag", "etag"),
  prose("etagText"),
  code(
    "bash",
    `
    curl --etag-save etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    curl --etag-compare etag.txt -o profile.json "{base}/api?username=Lantern_Lou"
    `,
    "curl",
  ),
  section("known", "known"),
  prose("knownText"),
  code(
    "bash",
    `curl -i -H "Cache-Control: only-if-cached" "{base}/api?username=Lantern_Lou"`,
    "curl",
  ),
  section("stale", "stale"),
  prose("staleText"),
  section("cdn", "cdn"),
  prose("cdnText"),
  prose("cdnMore"),
  section("textures", "textures"),
  prose("texturesText"),
  code("http", `Cache-Control: public, max-age=31536000, immutable`),
]);
