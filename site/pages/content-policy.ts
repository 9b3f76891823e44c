import { createHash, randomBytes } from "node:crypto";

const NONCE_BYTES = 16;

/** A value that nobody can know before the page is rendered. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString("base64url");
}

/**
 * A rendered page for all visitors, and its policy: our own files, and our inline scripts by their hashes.
 * Ours are those that were rendered with the nonce. A script in a player's name or any other data cannot
 * have it, since the data is older. The page itself is kept without the nonce: it would tell it to everybody,
 * and no two renders would be equal.
 */
export function sealPage(html: string, nonce: string): { html: string; policy: string } {
  const [, ...marked] = html.split(`<script nonce="${nonce}"`);
  const texts = marked.map((script) => {
    const start = script.indexOf(">") + 1;
    return withoutNonce(script.slice(start, script.indexOf("</script", start)), nonce);
  });
  const hashes = new Set(texts.filter((text) => text !== "").map(hashOf));
  return {
    html: withoutNonce(html, nonce),
    policy: contentPolicy({ scripts: [...hashes].join(" "), styles: "" }),
  };
}

/** Removes a nonce from the attributes of a page, the parameters of its `Link` header and React's data. */
export function withoutNonce(text: string, nonce: string): string {
  return (
    text
      .replaceAll(new RegExp(`;? nonce="${nonce}"`, "g"), "")
      // As React writes it in its data when there is none.
      .replaceAll(nonce, () => "$undefined")
  );
}

/**
 * The policy of a page that Next sends by itself: scripts with the nonce, and scripts loaded by those.
 * @param development Allows what React's tools (`eval`) and hot reload (inline styles) need.
 */
export function policyWithNonce(nonce: string, development = false): string {
  return contentPolicy({
    scripts: `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    styles: development ? "'unsafe-inline'" : `'nonce-${nonce}'`,
  });
}

/** The nonce that a policy names. */
export function nonceIn(policy = ""): string | undefined {
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** `style` attributes stay allowed: React writes them while rendering on the server. */
function contentPolicy({ scripts, styles }: { scripts: string; styles: string }): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`.trim(),
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
