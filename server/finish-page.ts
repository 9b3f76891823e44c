import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { policyIn, UNSTORED, type Caching } from "../lib/freshness.ts";
import { cachedBytes, type CachedResponse } from "../lib/http/cached-response.ts";
import { entityTag } from "../lib/http/reply.ts";
import { POLICY_HEADER } from "../site/i18n/routing.ts";
import { nonceIn, PAGE_HEADERS, sealPage, withoutNonce } from "../site/pages/content-policy.ts";
import type { Rendered } from "./renderer.ts";

/** Headers of Next's response that are sent on. The others are internal to Next. */
const PASSED_ON = [
  "content-type",
  "link",
  "access-control-allow-origin",
  "cross-origin-resource-policy",
];
/**
 * Level 7 makes pages 1 % smaller than 6. Its table takes 8 MB of new memory each time, for which the system works
 * longer than for all else: it is for pages that are rendered once.
 */
const QUALITY = { once: 7, often: 6 };
/** A window of 256 kB. Pages are hardly longer; the usual 4 MB would take 5 MB more in each thread that compresses. */
const WINDOW_BITS = 18;
const TEXT_TYPE = /^(?:text\/|image\/svg|application\/(?:[\w.+-]*json|xml))/;
const compress = promisify(brotliCompress);

/** Decides what a rendered page is sent with, besides what Next says. */
export interface FinishOptions {
  /** The status of its content; Next itself cannot set one. */
  status: number | undefined;
  /** Seconds until a retry, for failures. */
  retryAfter: string | undefined;
  /** The caching of a page whose route handler says nothing else. */
  caching: Caching;
}

/** Makes a rendered page ready to send; a failure is not to be stored. */
export async function finishPage(
  rendered: Rendered,
  { status, retryAfter, caching: usual }: FinishOptions,
): Promise<CachedResponse> {
  const type = rendered.headers["content-type"] ?? "";
  const nonce = nonceIn(rendered.headers[POLICY_HEADER]?.toString());
  if (nonce === undefined) throw new Error("Next returned a page without the policy of proxy.ts.");
  const { body, policy } = seal(rendered, type, nonce);
  const finalStatus = rendered.status >= 500 ? rendered.status : (status ?? rendered.status);
  const caching = cachingFor(finalStatus, rendered.headers, usual);
  const isText = TEXT_TYPE.test(type);
  const headers: Record<string, string> = {
    ...passedHeaders(rendered.headers, nonce),
    ...PAGE_HEADERS,
    ...(policy !== undefined && { [POLICY_HEADER]: policy }),
    ...(isText && { vary: "Accept-Encoding" }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    ...(caching !== UNSTORED && { etag: `W/${entityTag(body.toString("latin1"))}` }),
  };
  const page = { status: finalStatus, headers, caching };
  if (!isText) return cachedBytes({ ...page, bytes: body }, "identity");
  const quality = usual.policy === "staticPage" ? QUALITY.once : QUALITY.often;
  return cachedBytes({ ...page, bytes: await compressed(body, quality) }, "br");
}

/** The body to send; of HTML with its content security policy, which lists hashes in place of the nonce. */
function seal({ body }: Rendered, type: string, nonce: string): { body: Buffer; policy?: string } {
  if (!type.startsWith("text/html")) return { body };
  const { html, policy } = sealPage(body.toString(), nonce);
  return { body: Buffer.from(html), policy };
}

function cachingFor(status: number, headers: IncomingHttpHeaders, usual: Caching): Caching {
  const policy = policyIn(headers["cache-control"]) ?? usual.policy;
  return status >= 500 || policy === "none" ? UNSTORED : { ...usual, policy };
}

function passedHeaders(headers: IncomingHttpHeaders, nonce: string): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers[name]?.toString();
    if (value === undefined) return [];
    return [[name, withoutNonce(name === "link" ? fontsOf(value) : value, nonce)] as const];
  });
  return Object.fromEntries(passed);
}

/**
 * Keeps only the fonts of what a page asks for before its HTML, since a browser would find a font late. The images are in
 * the HTML, and would begin before the stylesheet.
 * @param links The value of a `Link` header.
 */
function fontsOf(links: string): string {
  const fonts = links.split(/, (?=<)/).filter((link) => link.includes('as="font"'));
  return fonts.join(", ");
}

function compressed(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  };
  return compress(body, { params });
}
