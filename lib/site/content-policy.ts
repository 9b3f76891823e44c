import { createHash } from "node:crypto";

/**
 * The policy of a rendered page: our own files, and its inline scripts by their hashes, which an injected
 * script cannot have.
 */
export function policyOf(html: string): string {
  // Data blocks, such as JSON-LD, are never run.
  const inline = html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = new Set([...inline].map(([, text = ""]) => hashOf(text)));
  return contentPolicy({ scripts: [...hashes].join(" "), styles: "" });
}

/**
 * The policy of a page that Next sends by itself: scripts with the nonce, scripts loaded by those, and one
 * inline script of ours.
 * @param development Allows what React's tools (`eval`) and hot reload (inline styles) need.
 */
export function policyWithNonce(nonce: string, script: string, development: boolean): string {
  return contentPolicy({
    scripts: `'nonce-${nonce}' ${hashOf(script)} 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    styles: development ? "'unsafe-inline'" : `'nonce-${nonce}'`,
  });
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** `style` attributes stay allowed: React writes them while rendering on the server. */
function contentPolicy({ scripts, styles }: { scripts: string; styles: string }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`.trim(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every page, besides its content policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
