import createMiddleware from "next-intl/middleware";
import { routing } from "@/lib/i18n/routing.ts";

/** Sends an address without a language to the visitor's own. */
export default createMiddleware(routing);

// Pages only: the API, the images and every file (a dot in the path) pass untouched.
export const config = {
  matcher: ["/((?!(?:api|head|skin|cape|_next)(?:/|$)|.*\\..*).*)"],
};
