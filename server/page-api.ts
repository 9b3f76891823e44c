import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CompleteReply } from "../lib/http/cached-response.ts";
import { LOOPBACK, RENDER_HEADER } from "../site/pages/rendering.ts";
import { writeReply } from "./write.ts";

/** Gets a response of the API for one render. */
export type ReplyTo = (target: string) => Promise<CompleteReply>;

/** The API for pages, which name the render that they ask for. */
export function openPageApi() {
  const key = randomUUID();
  const renders = new Map<string, ReplyTo>();
  let lastId = 0;
  const server = createServer((request, response) => {
    const replyTo = renders.get(String(request.headers[RENDER_HEADER]));
    if (replyTo === undefined) return void response.writeHead(404).end();
    replyTo(request.url ?? "").then(
      (reply) => writeReply(response, reply),
      () => response.destroy(),
    );
  });
  // The port belongs to this process alone, even if several processes share that of the service.
  server.listen({ port: 0, host: LOOPBACK, exclusive: true });
  return {
    /** Every name of a render begins with this. */
    key,
    port: once(server, "listening").then(() => (server.address() as AddressInfo).port),
    /** Renders a page that may ask for responses until it is done; `render` is the id by which it asks. */
    async during<Page>(replyTo: ReplyTo, work: (render: string) => Promise<Page>): Promise<Page> {
      const render = `${key} ${(lastId += 1)}`;
      renders.set(render, replyTo);
      return work(render).finally(() => renders.delete(render));
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
