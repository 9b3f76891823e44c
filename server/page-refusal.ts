import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { fixedCacheControl } from "../lib/freshness.ts";
import { routing } from "../site/i18n/routing.ts";
import { PAGE_HEADERS } from "../site/pages/content-policy.ts";

const RETRY_AFTER_SECONDS = "5";

/** The part of a language's messages that is used. */
interface Messages {
  Contract: { errors: { OVERLOADED: string } };
  Failure: { retry: string; OVERLOADED: { title: string } };
}

/** As on the site, whose style sheet may not be there. */
const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#f7f5ef, #121117); }
  body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; }
  main { display: grid; justify-items: center; gap: 1rem; padding: 4rem 1rem; border-block-end: 1px solid #4a4560; background: #1f1c2b; color: #fff; text-align: center; }
  h1, p { margin: 0; max-inline-size: 40rem; text-wrap: balance; }
  h1 { font-size: 2rem; line-height: 1.25; letter-spacing: -0.025em; }
  p { color: #bcb6cd; }
  .cut { padding: 0.625rem 1.25rem; background: #f5b53c; color: #1e1606; font-weight: 600; text-decoration: none; clip-path: polygon(4px 0, calc(100% - 4px) 0, calc(100% - 4px) 4px, 100% 4px, 100% calc(100% - 4px), calc(100% - 4px) calc(100% - 4px), calc(100% - 4px) 100%, 4px 100%, 4px calc(100% - 4px), 0 calc(100% - 4px), 0 4px, 4px 4px); }
  p.cut { background: #bcb6cd; font-size: 1.125rem; }
  a:focus-visible { outline: 3px solid #1e1606; outline-offset: -6px; }
  @media (forced-colors: active) { .cut { border: 1px solid; clip-path: none; } }
`;

const HEADERS = {
  ...PAGE_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "cache-control": fixedCacheControl("none"),
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "retry-after": RETRY_AFTER_SECONDS,
};

/**
 * Responds with 503 and a self-contained page when a page cannot be rendered now, in the language of the path.
 */
export function createPageRefusal() {
  const pages = new Map<string, Buffer>(
    routing.locales.map((locale) => {
      const file = path.join(process.cwd(), "messages", `${locale}.json`);
      const messages = JSON.parse(readFileSync(file, "utf8")) as Messages;
      return [locale, Buffer.from(pageIn(locale, messages))];
    }),
  );
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [, first = ""] = /^\/([\w-]+)/.exec(request.url ?? "") ?? [];
    const body = pages.get(first) ?? pages.get(routing.defaultLocale) ?? Buffer.alloc(0);
    response.writeHead(503, { ...HEADERS, "content-length": body.length });
    // Node omits the body for HEAD.
    response.end(body);
  };
}

/** The page of a language, of texts that contain no markup. */
function pageIn(language: string, { Contract, Failure }: Messages): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${Failure.OVERLOADED.title} · Nametag</title>
<style>${STYLE}</style>
</head>
<body dir="auto">
<main>
<p class="cut">503</p>
<h1>${Failure.OVERLOADED.title}</h1>
<p>${Contract.errors.OVERLOADED}</p>
<a class="cut" href="">${Failure.retry}</a>
</main>
</body>
</html>
`;
}
