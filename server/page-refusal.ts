import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { markup } from "../lib/markup.ts";
import { fixedCacheControl } from "../lib/freshness.ts";
import { routing } from "../lib/i18n/routing.ts";
import { PAGE_HEADERS } from "../lib/site/content-policy.ts";

const RETRY_AFTER_SECONDS = "5";

/** The part of a language's messages that is used. */
interface Messages {
  Contract: { errors: { OVERLOADED: string } };
  Failure: { retry: string };
}

const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#f4f2ec, #15141b); color: light-dark(#1e1c26, #f3f1f7); }
  body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1rem; text-align: center; font: 1.125rem/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.5rem; text-wrap: balance; }
  a { color: light-dark(#8a4500, #f5b94a); }
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

function pageIn(language: string, { Contract, Failure }: Messages): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>503 · Nametag</title>
<style>${{ html: STYLE }}</style>
</head>
<body dir="auto">
<main>
<h1>${Contract.errors.OVERLOADED}</h1>
<p><a href="">${Failure.retry}</a></p>
</main>
</body>
</html>
`.html;
}
