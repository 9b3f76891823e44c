import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { UNSTORED, type Caching } from "../lib/freshness.ts";
import { cachedBytes, type CachedResponse } from "../lib/http/cached-response.ts";
import { entityTag } from "../lib/http/reply.ts";
import { POLICY_HEADER } from "../lib/i18n/routing.ts";
import { PAGE_HEADERS, sealPage, withoutNonce } from "../lib/site/content-policy.ts";
import { deferScripts } from "../lib/site/deferred-scripts.ts";
import type { Rendered } from "./renderer.ts";

/** Headers of Next's response that are sent on. The others are internal to Next. */
const PASSED_ON = new Set([
  "content-type",
  "link",
  "access-control-allow-origin",
  "cross-origin-resource-policy",
]);
/** A fast level, within a few percent of the smallest size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const compress = promisify(brotliCompress);

/** What a rendered page is sent with, besides what Next says. */
export interface FinishOptions {
  /** The nonce that it was rendered with. */
  nonce: string;
  /** The status of its content; Next itself cannot set one. */
  status: number | undefined;
  /** Seconds until a retry, for failures. */
  retryAfter: string | undefined;
  caching: Caching;
}

/** Makes a rendered page ready to send; a failure is not to be stored. */
export async function finishPage(
  { status: renderedStatus, headers, body: bytes }: Rendered,
  { nonce, status = renderedStatus, retryAfter, caching }: FinishOptions,
): Promise<CachedResponse> {
  const type = headers["content-type"] ?? "";
  const rendered = Buffer.from(bytes.buffer);
  const sealed = type.startsWith("text/html") ? sealPage(rendered.toString(), nonce) : undefined;
  const body = sealed === undefined ? rendered : Buffer.from(deferScripts(sealed.html));
  const finalStatus = renderedStatus >= 500 ? renderedStatus : status;
  const isStored = finalStatus < 500 && caching.policy !== "none";
  const passed = Object.entries(headers)
    .filter(([name]) => PASSED_ON.has(name))
    .map(([name, value]) => [name, withoutNonce(name === "link" ? fontsOf(value) : value, nonce)]);
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
  return isText
    ? cachedBytes({ ...page, bytes: await compress(body, BROTLI) }, "br")
    : cachedBytes({ ...page, bytes: body }, "identity");
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
