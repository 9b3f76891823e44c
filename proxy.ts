import createMiddleware from "next-intl/middleware";
import { NextResponse, type NextRequest } from "next/server";
import {
  createNonce,
  pageHeaders,
  policyWithHashes,
  policyWithNonce,
} from "@/app/_proxy/content-policy.ts";
import { renderedOnRequest, markdownRoute, staticScripts } from "@/app/_proxy/docs-pages.ts";
import { routing } from "@/lib/i18n/routing.ts";

const POLICY_HEADER = "content-security-policy";
/** Not for shared caches: the response may set a cookie. */
const REVALIDATE = "private, max-age=0, must-revalidate";
const development = process.env.NODE_ENV === "development";

const inOwnLanguage = createMiddleware(routing);

/**
 * Sends an address without a language to the visitor's own, and gives every page its security
 * headers. Next reads the nonce of its scripts from the policy in the request.
 */
export default function proxy(request: NextRequest) {
  const scripts = staticScripts(request.nextUrl.pathname);
  const policy =
    scripts === undefined ? policyWithNonce(createNonce(), development) : policyWithHashes(scripts);
  request.headers.set(POLICY_HEADER, policy);
  const response = answer(request, scripts !== undefined);
  response.headers.set(POLICY_HEADER, policy);
  // Next would let shared caches keep a page for a year, past the next build.
  if (scripts !== undefined) response.headers.set("cache-control", REVALIDATE);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

function answer(request: NextRequest, isStatic: boolean): NextResponse {
  const { pathname, search } = request.nextUrl;
  const forwarded = { request: { headers: request.headers } };
  // The router decodes an address once more than it is encoded and stumbles over the percent sign.
  if (/%(?:25|[01][0-9a-f]|7f)/i.test(pathname)) return NextResponse.next(forwarded);
  const markdown = markdownRoute(pathname);
  // Programs have no language to be remembered.
  if (markdown !== undefined) {
    return NextResponse.rewrite(new URL(markdown + search, request.url), forwarded);
  }
  const response = inOwnLanguage(request);
  const page = isStatic ? undefined : renderedOnRequest(pathname);
  if (page !== undefined) {
    response.headers.delete("x-middleware-next");
    response.headers.set("x-middleware-rewrite", new URL(page + search, request.url).href);
  }
  return response;
}

// Pages only: the API, the pictures and the files there are pass untouched. A dot alone does not
// make a file: names have dots too.
export const config = {
  matcher: [
    "/((?!(?:api|head|skin|cape|docs-samples|docs-search|fonts|_next)(?:/|$)|(?:api\\.php|openapi\\.json|llms\\.txt|llms-full\\.txt|favicon\\.ico|icon\\.svg|apple-icon\\.png|opengraph-image\\.png|icons/\\d+\\.png|robots\\.txt|sitemap\\.xml)$).*)",
  ],
};
