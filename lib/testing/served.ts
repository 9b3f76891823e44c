import pino from "pino";
import { createFront, type FrontOptions } from "../../server/front.ts";
import type { Pages } from "../../server/pages.ts";
import { listen } from "./local-server.ts";
import type { TestWorld } from "./world.ts";

/** A test world that listens on a local port. */
export interface Served {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** Closes the server, but not the world. */
  close(): Promise<void>;
}

/** Fake pages in place of Next. */
const pages: Pages = {
  ready: Promise.resolve(),
  isReady: () => true,
  underWay: () => 0,
  serveCached: () => false,
  serve: (_request, response) => void response.end("a page"),
  refuse: (_request, response) => void response.writeHead(503).end(),
  drain: () => undefined,
  close: () => Promise.resolve(),
};

/** Starts the real front server for a test world; `parts` replaces its minimal fakes. */
export async function serve(
  { services }: TestWorld,
  parts: Partial<Pick<FrontOptions, "pages" | "load" | "mounts">> = {},
): Promise<Served> {
  const { server } = createFront({
    api: services.api,
    pages,
    load: { isOverloaded: () => false, stop: () => undefined },
    trustedHops: 0,
    metrics: services.metrics,
    logger: pino({ level: "silent" }),
    ...parts,
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
