import { createServer } from "node:http";
import type { Page } from "playwright/test";
import { listen } from "../../testing/local-server.ts";
import { test as base } from "./test.ts";

/** A response as a script on the page sees it. */
export interface SeenResponse {
  status: number;
  url: string;
  headers: Record<string, string>;
  text: string;
}

/** Tests whose `page` is on another site than the service. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const server = createServer((_request, response) => {
      const isolated = { "cross-origin-embedder-policy": "require-corp" };
      response.writeHead(200, { "content-type": "text/html", ...isolated });
      response.end("<!doctype html><title>Elsewhere</title>");
    });
    const port = await listen(server);
    // To a browser, localhost is another site than 127.0.0.1, where the service is.
    await page.goto(`http://localhost:${port}`);
    await use(page);
    server.close();
    server.closeAllConnections();
  },
});

/** Sends a request from a script on the page. */
export function requestFromPage(
  page: Page,
  url: string,
  init: RequestInit = {},
): Promise<SeenResponse> {
  return page.evaluate(
    async ([target, options]) => {
      const response = await fetch(target, options);
      return {
        status: response.status,
        url: response.url,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    [url, init] as const,
  );
}
