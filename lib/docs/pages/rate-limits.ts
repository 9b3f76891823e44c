import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const rateLimits = definePage("rateLimits", "rate-limits", [
  prose("intro"),
  section("lookups", "lookups"),
  prose("lookupsText"),
  section("refresh", "refresh"),
  prose("refreshText"),
  prose("refreshPictures"),
  section("answer", "answer"),
  prose("answerText"),
  code(
    "http",
    `
    HTTP/1.1 429 Too Many Requests
    Retry-After: 2520
    RateLimit-Policy: "refresh";q=1;w=3600
    RateLimit: "refresh";r=0;t=2520
    Cache-Control: no-store
    `,
  ),
  prose("answerAfter"),
  section("clients", "clients"),
  prose("clientsText"),
  section("manners", "manners"),
  prose("mannersText"),
]);
