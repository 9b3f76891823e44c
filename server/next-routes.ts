import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
// What Next's server loads before anything else.
import "next/dist/server/node-environment.js";
import "next/dist/server/require-hook.js";

/** The code that renders the pages of one route. */
interface Entrypoint {
  handler(
    request: IncomingMessage,
    response: ServerResponse,
    context: { requestMeta: { relativeProjectDir: string }; waitUntil(promise: unknown): void },
  ): Promise<void>;
}

const NOT_FOUND = "/_not-found";
const context = { requestMeta: { relativeProjectDir: "." }, waitUntil: () => undefined };

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
  const dynamic = dynamicRoutes.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));

  return {
    /** Renders the page at the URL of the request, or the 404 page. */
    render(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const [pathname = ""] = (request.url ?? "").split("?");
      const route = dynamic.find(({ regex }) => regex.test(pathname))?.page ?? NOT_FOUND;
      const file = fileOf(pathname) ?? fileOf(route) ?? "";
      if (file === fileOf(NOT_FOUND)) response.statusCode = 404;
      // Loaded once.
      const { handler } = require(path.join(build, "server", file)) as Entrypoint;
      return handler(request, response, context);
    },
  };
}
