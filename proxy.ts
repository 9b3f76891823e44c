import createMiddleware from "next-intl/middleware";
import { NextResponse, type NextRequest } from "next/server";
import {
  contentPolicy,
  createNonce,
  NONCE_HEADER,
  pageHeaders,
} from "@/app/_proxy/content-policy.ts";
import { routing } from "@/lib/i18n/routing.ts";

const POLICY_HEADER = "content-security-policy";
const development = process.env.NODE_ENV === "development";

const inOwnLanguage = createMiddleware(routing);

/**
 * Sends an address without a language to the visitor's own, and gives every page its security
 * headers. Next reads the nonce of its scripts from the policy in the request.
 */
export default function proxy(request: NextRequest) {
  const nonce = createNonce();
  const policy = contentPolicy(nonce, development);
  request.headers.set(POLICY_HEADER, policy);
  request.headers.set(NONCE_HEADER, nonce);
  // The router decodes an address once more than it is encoded and stumbles over the percent sign.
  const response = request.nextUrl.pathname.includes("%25")
    ? NextResponse.next({ request: { headers: request.headers } })
    : inOwnLanguage(request);
  response.headers.set(POLICY_HEADER, policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  return response;
}

// Pages only: the API, the pictures and the files there are pass untouched. A dot alone does not
// make a file: names have dots too.
export const config = {
  matcher: [
    "/((?!(?:api|head|skin|cape|_next)(?:/|$)|(?:api\\.php|openapi\\.json|postman\\.json|favicon\\.ico|icon\\.svg|apple-icon\\.png|opengraph-image\\.png|icons/\\d+\\.png|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml)$).*)",
  ],
};
