import { once } from "node:events";
import pino from "pino";
import { createFront, type FrontOptions } from "../../server/front.ts";
import type { TestWorld } from "./world.ts";

/** The front server of a test, listening. */
export interface TestFront {
  /** Without a slash at its end. */
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Puts a front server before a world, on a free port of the loopback address. */
export async function startTestFront(
  { services: { api, metrics } }: TestWorld,
  { pages, load }: Partial<Pick<FrontOptions, "pages" | "load">> = {},
): Promise<TestFront> {
  const { server } = createFront({
    api,
    pages: pages ?? {
      ready: Promise.resolve(),
      serve: (_request, response) => void response.end(),
      close: () => Promise.resolve(),
    },
    load: load ?? { isOverloaded: () => false, stop: () => undefined },
    trustedHops: 0,
    metrics,
    logger: pino({ level: "silent" }),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
