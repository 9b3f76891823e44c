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
 * longer than for all else: that is for pages that are rendered once.
 */
const QUALITY = { once: 7, often: 6 };
/** Of 256 kB. Pages are hardly longer; the usual 4 MB would take 5 MB more in each thread that compresses. */
const WINDOW_BITS = 18;
const compress = promisify(brotliCompress);

/** What a rendered page is sent with, besides what Next says. */
export interface FinishOptions {
  /** The status of its content; Next itself cannot set one. */
  status: number | undefined;
  /** Seconds until a retry, for failures. */
  retryAfter: string | undefined;
  /** Where a route handler says nothing else of what it returns. */
  caching: Caching;
}

/** Makes a rendered page ready to send; a failure is not to be stored. */
export async function finishPage(
  { status: renderedStatus, headers, body: rendered }: Rendered,
  { status = renderedStatus, retryAfter, caching: usual }: FinishOptions,
): Promise<CachedResponse> {
  const type = headers["content-type"] ?? "";
  const nonce = nonceIn(headers[POLICY_HEADER]?.toString());
  if (nonce === undefined) throw new Error("Next returned a page without the policy of proxy.ts.");
  const sealed = type.startsWith("text/html") ? sealPage(rendered.toString(), nonce) : undefined;
  const body = sealed === undefined ? rendered : Buffer.from(sealed.html);
  const caching = { ...usual, policy: policyIn(headers["cache-control"]) ?? usual.policy };
  const finalStatus = renderedStatus >= 500 ? renderedStatus : status;
  const isStored = finalStatus < 500 && caching.policy !== "none";
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers[name]?.toString();
    if (value === undefined) return [];
    return [[name, withoutNonce(name === "link" ? fontsOf(value) : value, nonce)] as const];
  });
  const isText = /^(?:text\/|image\/svg|application\/(?:[\w.+-]*json|xml))/.test(type);
  const ownHeaders: Record<string, string> = {
    ...Object.fromEntries(passed),
    ...PAGE_HEADERS,
    ...(sealed && { [POLICY_HEADER]: sealed.policy }),
    ...(isText && { vary: "Accept-Encoding" }),
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    ...(isStored && { etag: `W/${entityTag(body.toString("latin1"))}` }),
  };
  const page = { status: finalStatus, headers: ownHeaders, caching: isStored ? caching : UNSTORED };
  if (!isText) return cachedBytes({ ...page, bytes: body }, "identity");
  const quality = usual.policy === "staticPage" ? QUALITY.once : QUALITY.often;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
  };
  return cachedBytes({ ...page, bytes: await compress(body, { params }) }, "br");
}

/**
 * Of what a page asks for before its HTML, the font, which a browser would find late: its images are in the HTML, and
 * would begin before the stylesheet.
 * @param links The value of a `Link` header.
 */
function fontsOf(links: string): string {
  const fonts = links.split(/, (?=<)/).filter((link) => link.includes('as="font"'));
  return fonts.join(", ");
}
