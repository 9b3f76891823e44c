import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

/** Responds with 503 and a self-contained page when a page cannot be rendered now. */
export type RefusePage = (request: IncomingMessage, response: ServerResponse) => void;

const DEFAULT_LANGUAGE = "en";
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
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "strict-origin-when-cross-origin",
  "retry-after": RETRY_AFTER_SECONDS,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Creates the page in every language of the site; the path decides which one is sent. */
export function createPageRefusal(): RefusePage {
  const folder = path.join(process.cwd(), "messages");
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.json$/.test(name));
  const pages = new Map(
    files.map((name) => {
      const language = path.basename(name, ".json");
      const messages = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Messages;
      return [language, Buffer.from(pageIn(language, messages))];
    }),
  );
  return (request, response) => {
    const [, first = ""] = /^\/([\w-]+)/.exec(request.url ?? "") ?? [];
    const body = pages.get(first) ?? pages.get(DEFAULT_LANGUAGE) ?? Buffer.alloc(0);
    response.writeHead(503, { ...HEADERS, "content-length": body.length });
    // Node omits the body for HEAD.
    response.end(body);
  };
}

function pageIn(language: string, { Contract, Failure }: Messages): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>503 · Nametag</title>
<style>${STYLE}</style>
</head>
<body dir="auto">
<main>
<h1>${escaped(Contract.errors.OVERLOADED)}</h1>
<p><a href="">${escaped(Failure.retry)}</a></p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
