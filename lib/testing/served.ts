import type { AddressInfo } from "node:net";
import pino from "pino";
import { createFront, type FrontOptions } from "../../server/front.ts";
import type { Pages } from "../../server/pages.ts";
import type { TestWorld } from "./world.ts";

/** A test world that answers on a port of this machine. */
export interface Served {
  /** Without a slash at its end. */
  url: string;
  port: number;
  /** The world is left to whoever made it. */
  close(): Promise<void>;
}

/** Stands where Next would. */
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

/** Puts the real front server before a test world; `parts` in place of those that do little. */
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
