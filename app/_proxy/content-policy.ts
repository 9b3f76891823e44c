/** Names the header by which the page learns the nonce of its own scripts. */
export const NONCE_HEADER = "x-nonce";

const NONCE_BYTES = 16;

/** A secret of one answer: a script that carries it is ours. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))));
}

/**
 * What a page may load and do: its own files, and only scripts that carry the nonce or were loaded
 * by one that does. `style` attributes stay allowed: React writes them while drawing on the server.
 * @param development React's tools evaluate text, and styles are replaced while one works.
 */
export function contentPolicy(nonce: string, development: boolean): string {
  const styles = development ? "'unsafe-inline'" : `'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${styles}`,
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
