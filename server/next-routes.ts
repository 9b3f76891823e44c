import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
// What Next's server loads before anything else.
import "next/dist/server/node-environment.js";
import "next/dist/server/require-hook.js";
import { decode } from "../lib/contract/urls.ts";

/** The code that renders the pages of one route. */
interface Entrypoint {
  handler(
    request: IncomingMessage,
    response: ServerResponse,
    context: { requestMeta: RequestMeta; waitUntil(promise: unknown): void },
  ): Promise<void>;
}

/** What Next knows of a request besides its headers. It adds to it. */
interface RequestMeta {
  relativeProjectDir: string;
  params: Record<string, string | string[]>;
}

const NOT_FOUND = "/_not-found";
/** Not the API, which the front server handles. */
const OF_SITE = /^\/(?:\[locale\]|_not-found|docs-)|\.(?:ico|png|svg|txt|xml)\/route$/;

/**
 * Renders pages with the entrypoints of Next's build, which its adapters for hosts call in the same way
 * (nextjs.org/docs/app/api-reference/adapters/invoking-entrypoints). Next's own server would parse and match
 * each URL again.
 * @param build The folder of the build, an absolute path.
 */
export function openRoutes(build: string) {
  const require = createRequire(import.meta.url);
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(build, name), "utf8"));
  /** Files by route: `/[locale]/player/[id]/page` is a page, `/robots.txt/route` a route handler. */
  const files = read("server/app-paths-manifest.json") as Record<string, string>;
  const { dynamicRoutes } = read("routes-manifest.json") as {
    dynamicRoutes: { page: string; regex: string }[];
  };
  const fileOf = (route: string) => files[`${route}/page`] ?? files[`${route}/route`];
  const missing = fileOf(NOT_FOUND);
  if (missing === undefined) throw new Error(`Next's build in ${build} has no 404 page.`);
  const dynamic = dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));

  const matchOf = (pathname: string) => {
    if (fileOf(pathname) !== undefined) return { file: fileOf(pathname), params: {} };
    for (const { page, regex } of dynamic) {
      const values = regex.exec(pathname)?.slice(1);
      if (values !== undefined) return { file: fileOf(page), params: paramsOf(page, values) };
    }
    return undefined;
  };

  const load = (file: string) => require(path.join(build, "server", file)) as Entrypoint;

  return {
    /** Loads the code of all pages, so that no visitor waits for it, nor gets that of a later build. */
    loadAll(): void {
      for (const [route, file] of Object.entries(files)) if (OF_SITE.test(route)) load(file);
    },

    /** Renders the page at the URL of the request, or the 404 page. */
    render(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const [pathname = ""] = (request.url ?? "").split("?");
      const { file = missing, params } = matchOf(pathname) ?? { params: {} };
      if (file === missing) response.statusCode = 404;
      // Next would take the end of a player's name for that of a request by its own scripts.
      if (pathname.endsWith(".rsc")) request.url += "/";
      const requestMeta = { relativeProjectDir: ".", params };
      return load(file).handler(request, response, { requestMeta, waitUntil: () => undefined });
    },
  };
}

/** The decoded parameters of a route: `[id]` is a text, `[[...slug]]` a list, absent when there is none. */
function paramsOf(page: string, values: readonly (string | undefined)[]): RequestMeta["params"] {
  const names = [...page.matchAll(/\[+(\.{3})?(\w+)\]+/g)];
  const params = names.flatMap(([, dots, name = ""], at) => {
    const value = values[at];
    if (value === undefined) return [];
    return [[name, dots === undefined ? decode(value) : value.split("/").map(decode)] as const];
  });
  return Object.fromEntries(params);
}
