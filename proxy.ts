import { getEnvironmentData } from "node:worker_threads";
import { NextResponse, type NextRequest } from "next/server";
import { isApiPath, paths } from "@/lib/contract/paths.ts";
import { refusalReply, type Reply } from "@/lib/http/reply.ts";
import {
  LOCALE_HEADER,
  NONCE_HEADER,
  PATH_HEADER,
  POLICY_HEADER,
  TARGET_HEADER,
} from "@/site/i18n/routing.ts";
import { appRoutes, PASSED_CACHE_CONTROL, type AppFiles } from "@/site/pages/app-routes.ts";
import { newNonce, policyWithNonce, PAGE_HEADERS } from "@/site/pages/content-policy.ts";
import { methodRefusal, siteOptions } from "@/lib/http/site-methods.ts";
import {
  pageAt,
  pathInLanguages,
  type PassedPage,
  type RenderedPage,
} from "@/site/pages/page-at.ts";
import { API_PORT } from "@/site/pages/rendering.ts";

const development = process.env.NODE_ENV === "development";

/** Our front server sets the status of pages by itself. */
const isBehindFront = getEnvironmentData(API_PORT) !== undefined;

/** The path of the API's route handler among those of Next. */
const API = paths.getProfile;

/** For whoever writes a server action, or a route handler that takes POST. */
const HINT =
  "Nothing of a visitor's body reaches Next, so server actions and other methods of route handlers do not work: what takes a body is a route of the API (docs/next.md).";

/**
 * Does the work of the front server for pages, on hosts that run Next alone and in development: redirects, languages,
 * statuses, security headers. There Next sends each page as it renders it, so its scripts carry a nonce, which Next
 * reads from the policy in the request. What is the API's goes to its one route handler, and files pass untouched.
 */
export default async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  if (isApiPath(pathname)) {
    const headers = new Headers(request.headers);
    headers.set(TARGET_HEADER, request.url);
    return forward(request, API, { request: { headers } });
  }
  const wrongMethod = methodRefusal(request.method, development ? HINT : "");
  if (wrongMethod !== null) {
    if (development) console.error(`${request.method} ${pathname}: ${wrongMethod.message}`);
    return send(refusalReply(wrongMethod));
  }
  if (request.method === "OPTIONS") return send(siteOptions());
  const visitor = {
    cookie: request.headers.get("cookie") ?? undefined,
    acceptLanguage: request.headers.get("accept-language") ?? undefined,
  };
  const page = pageAt(pathname + search, visitor, await knownRoutes());
  if (page.kind === "file") return NextResponse.next();
  const nonce = newNonce();
  const policy = policyWithNonce(nonce, development);
  const response =
    page.kind === "redirect"
      ? NextResponse.redirect(new URL(page.location, request.url), page.status)
      : await render(request, page, nonce, policy);
  response.headers.set(POLICY_HEADER, policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  if (page.kind === "redirect") {
    response.headers.set("access-control-allow-origin", "*");
    response.headers.set("x-request-id", crypto.randomUUID());
  }
  return response;
}

/** What `app` and `public` have: at the time of the build, or now, if a file may have been added since. */
async function knownRoutes() {
  if (!development) return BUILT;
  const { listApp } = await import("./scripts/app-routes.mjs");
  return appRoutes(listApp(process.cwd()));
}

/** A new page of the documentation may be asked for before this file is compiled again. */
async function isNewDocsPage(pathname: string): Promise<boolean> {
  if (!development) return false;
  const { hasDocsPage } = await import("./scripts/app-routes.mjs");
  return hasDocsPage(process.cwd(), pathname);
}

const BUILT = appRoutes(JSON.parse(process.env.APP_ROUTES ?? "") as AppFiles);

function send({ status, headers, body }: Reply): NextResponse {
  return new NextResponse(body as BodyInit | null, { status, headers });
}

async function render(
  request: NextRequest,
  page: RenderedPage | PassedPage,
  nonce: string,
  policy: string,
) {
  const headers = new Headers(request.headers);
  headers.set(POLICY_HEADER, policy);
  headers.set(NONCE_HEADER, nonce);
  headers.set(LOCALE_HEADER, page.locale);
  headers.set(PATH_HEADER, pathInLanguages(page));
  const outcome = await outcomeOf(page, request);
  const forwarded = { request: { headers }, ...(outcome && { status: outcome.status }) };
  const { pathname } = request.nextUrl;
  const isNew = page.kind === "missing" && (await isNewDocsPage(pathname));
  const response = forward(request, isNew ? pathname : page.target, forwarded);
  const retryAfter = outcome?.retryAfter;
  if (retryAfter) response.headers.set("retry-after", retryAfter);
  if (page.kind === "next") response.headers.set("cache-control", PASSED_CACHE_CONTROL);
  return response;
}

/** Has Next handle a request, as if it were for another path if need be. */
function forward(
  request: NextRequest,
  path: string,
  forwarded: Parameters<typeof NextResponse.next>[0],
) {
  const target = new URL(path, request.url);
  // The router decodes a rewritten URL once more and stumbles over percent signs. And a rewrite to the same path
  // would come back here without end on a host that takes its own URL for another's.
  return target.pathname === request.nextUrl.pathname
    ? NextResponse.next(forwarded)
    : NextResponse.rewrite(target, forwarded);
}

/** The status of a page, for which Next itself has no means but an empty document. */
async function outcomeOf(page: RenderedPage | PassedPage, { headers }: NextRequest) {
  if (isBehindFront || page.kind === "next") return undefined;
  // Imported only here: behind our front server it is of no use.
  const server = await import("@/app/_server/page-outcome.ts");
  return server.outcomeOf(page, headers);
}

// Next needs this as a constant; which of the other paths are the API's, the table of paths says.
export const config = { matcher: ["/((?!_next/).*)"] };
