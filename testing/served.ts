import { promisify } from "node:util";
import pino from "pino";
import { createFront, type FrontOptions } from "../server/front.ts";
import type { Pages } from "../server/pages.ts";
import { listen } from "./local-server.ts";
import { aroundTests, untilTestEnds } from "./opened.ts";
import type { TestWorld } from "./world.ts";

/** Fake pages in place of Next. */
export const fakePages: Pages = {
  ready: Promise.resolve(),
  isReady: () => true,
  underWay: () => 0,
  serve: (_request, response) => void response.end("a page"),
  refuse: (_request, response) => void response.writeHead(503).end(),
  drain: () => undefined,
  close: () => Promise.resolve(),
};

/** A test world that listens on a local port. */
export type Served = Awaited<ReturnType<typeof serve>>;

/** Starts the real front server for a test world; `parts` replaces its minimal fakes. */
export async function serve(
  { services }: TestWorld,
  parts: Partial<
    Pick<FrontOptions, "pages" | "load" | "mounts" | "trustedHops" | "stalledMs">
  > = {},
) {
  const { server } = createFront({
    api: services.api,
    pages: fakePages,
    load: { isOverloaded: () => false, stop: () => undefined },
    trustedHops: 0,
    notice: services.warnings.notice,
    mounts: { hosts: new Map(), root: undefined },
    metrics: services.metrics,
    logger: pino({ level: "silent" }),
    ...parts,
  });
  const port = await listen(server);
  return {
    /** Without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    port,
    /** How many connections are open. */
    connections: () => promisify(server.getConnections.bind(server))(),
    /** Closes the server, but not the world. */
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same for the tests of a file or block. */
export function useFront(...given: Parameters<typeof serve>): Served {
  const front = aroundTests(() => serve(...given));
  return {
    get url() {
      return front().url;
    },
    get port() {
      return front().port;
    },
    connections: () => front().connections(),
    close: () => front().close(),
  };
}

/** The same for one test. */
export async function openFront(...given: Parameters<typeof serve>): Promise<Served> {
  return untilTestEnds(await serve(...given));
}
