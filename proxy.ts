import { NextResponse, type NextRequest } from "next/server";
import { LOCALE_HEADER, NONCE_HEADER, PATH_HEADER, POLICY_HEADER } from "@/lib/i18n/routing.ts";
import { newNonce, policyWithNonce, PAGE_HEADERS } from "@/lib/site/content-policy.ts";
import { pageAt, pathInLanguages } from "@/lib/site/page-at.ts";

const development = process.env.NODE_ENV === "development";

/**
 * What the front server does for pages, on hosts that run Next alone and in development: redirects,
 * languages, security headers. There Next sends each page as it renders it, so its scripts carry a
 * nonce, which Next reads from the policy in the request.
 */
export default function proxy(request: NextRequest): NextResponse {
  const nonce = newNonce();
  const policy = policyWithNonce(nonce, development);
  const response = respond(request, nonce, policy);
  response.headers.set(POLICY_HEADER, policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  return response;
}

function respond(request: NextRequest, nonce: string, policy: string): NextResponse {
  const { pathname, search } = request.nextUrl;
  const page = pageAt(pathname + search, {
    cookie: request.headers.get("cookie") ?? undefined,
    acceptLanguage: request.headers.get("accept-language") ?? undefined,
  });
  if (page.kind === "file") return NextResponse.next();
  if (page.kind === "redirect") {
    return NextResponse.redirect(new URL(page.location, request.url), page.status);
  }
  const headers = new Headers(request.headers);
  headers.set(POLICY_HEADER, policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(LOCALE_HEADER, page.locale);
  headers.set(PATH_HEADER, pathInLanguages(page));
  const forwarded = { request: { headers } };
  // The router decodes a rewritten URL once more and stumbles over percent signs.
  return page.target === pathname
    ? NextResponse.next(forwarded)
    : NextResponse.rewrite(new URL(page.target, request.url), forwarded);
}

// Pages only: the API, images and existing files pass untouched. A dot alone does not
// make a file: names have dots too.
export const config = {
  matcher: [
    "/((?!(?:api|compat|head|bust|body|skin|cape|docs-search|docs-samples|fonts|pictures|_next)(?:/|$)|(?:api\\.php|player|openapi\\.json|llms\\.txt|llms-full\\.txt|favicon\\.ico|icon\\.svg|apple-icon\\.png|opengraph-image\\.png|icons/\\d+\\.png|robots\\.txt|sitemap\\.xml)$).*)",
  ],
};
