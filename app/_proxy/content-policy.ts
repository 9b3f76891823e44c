import { createHash } from "node:crypto";
import { choicesScript } from "@/app/_components/page-choices.ts";

const NONCE_BYTES = 16;

/** Allowed on every page by its hash: static pages cannot carry a nonce. */
const choices = `'sha256-${createHash("sha256").update(choicesScript).digest("base64")}'`;

/** A secret of one response: a script that carries it is ours. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))));
}

/**
 * The policy of a page that is rendered for this request: only scripts that carry the nonce or were
 * loaded by one that does.
 * @param development React's tools evaluate text, and hot reload replaces styles.
 */
export function policyWithNonce(nonce: string, development: boolean): string {
  return contentPolicy({
    scripts: `'nonce-${nonce}' ${choices} 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    styles: development ? "'unsafe-inline'" : `'nonce-${nonce}'`,
  });
}

/**
 * The policy of a page that was rendered at build time: our own files, and its inline scripts.
 * @param hashes As in `sha256-…`, one for each of those scripts.
 */
export function policyWithHashes(hashes: readonly string[]): string {
  return contentPolicy({ scripts: hashes.map((hash) => `'${hash}'`).join(" "), styles: "" });
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
export const pageHeaders: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
