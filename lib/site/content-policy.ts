import { createHash } from "node:crypto";

/**
 * The policy of a finished page: our own files, and the inline scripts it has, by their hashes. No
 * script that somebody injects into the page can have one.
 */
export function policyOf(html: string): string {
  // Data, such as JSON-LD, is never run.
  const inline = html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g);
  const hashes = new Set([...inline].map(([, text = ""]) => hashOf(text)));
  return contentPolicy({ scripts: [...hashes].join(" "), styles: "" });
}

/**
 * The policy of a page that Next renders and sends by itself: only scripts that carry the nonce or were
 * loaded by one that does, and one inline script of ours.
 * @param development React's tools evaluate text, and hot reload replaces styles.
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

/** Headers of every page beside its content policy. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
