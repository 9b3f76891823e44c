import type { AddressInfo } from "node:net";
import pino from "pino";
import { createFront, type FrontOptions } from "../../server/front.ts";
import type { Pages } from "../../server/pages.ts";
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
