import type { IncomingHttpHeaders } from "node:http";
import { PASSED_CACHE_CONTROL } from "../site/pages/app-routes.ts";

/** Matches headers between two servers, those of a body, and those by which Next's own servers talk to each other. */
const NOT_PASSED =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|content-.*|x-middleware-.*|x-nametag-.*|x-next-intl-.*|x-invoke-.*|x-matched-path|x-now-.*|x-nextjs-data|next-action)$/;

/** The headers of a visitor's request that Next gets with a URL that is passed on. */
export function passedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED.test(name)));
}

/** The headers of Next's response for the visitor: nothing that is passed on may be kept by a cache. */
export function headersForVisitor(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...others } = headers;
  return { ...others, "cache-control": PASSED_CACHE_CONTROL };
}

/**
 * The parameter by which `<Link>` and `router.refresh()` ask for components instead of HTML. The header alone, without
 * it, is nobody's: it must not change what is sent at the URL of a page.
 */
export function routerParameter(url: string): string | undefined {
  return /[?&](_rsc(?:=[^&]*)?)(?:&|$)/.exec(url)?.[1];
}
