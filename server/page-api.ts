import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { CompleteReply } from "../lib/http/cached-response.ts";
import { RENDER_HEADER } from "../site/pages/page-data.ts";
import { writeReply } from "./write.ts";

/** Gets a response of the API for one render. */
export type ReplyTo = (target: string) => Promise<CompleteReply>;

export type PageApi = ReturnType<typeof openPageApi>;

/** The API for pages, which name the render that they ask for; nobody else reaches this socket. */
export function openPageApi(socketPath: string) {
  const renders = new Map<string, ReplyTo>();
  const server = createServer((request, response) => {
    const replyTo = renders.get(String(request.headers[RENDER_HEADER]));
    if (replyTo === undefined) return void response.writeHead(404).end();
    replyTo(request.url ?? "").then(
      (reply) => writeReply(response, reply),
      () => response.destroy(),
    );
  });
  // The socket belongs to this process alone, even if several processes share the port of the service.
  server.listen({ path: socketPath, exclusive: true });
  return {
    /** Renders a page that may ask for responses until it is done; `render` is the id by which it asks. */
    async during<Page>(replyTo: ReplyTo, work: (render: string) => Promise<Page>): Promise<Page> {
      const render = randomUUID();
      renders.set(render, replyTo);
      return work(render).finally(() => renders.delete(render));
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
