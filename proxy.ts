import createMiddleware from "next-intl/middleware";
import { routing } from "@/lib/i18n/routing.ts";

/** Sends an address without a language to the visitor's own. */
export default createMiddleware(routing);

// Pages only: the API, the pictures and the files there are pass untouched. A dot alone does not
// make a file: names have dots too.
export const config = {
  matcher: [
    "/((?!(?:api|head|skin|cape|_next)(?:/|$)|(?:api\\.php|openapi\\.json|favicon\\.ico|icon\\.svg)$).*)",
  ],
};
