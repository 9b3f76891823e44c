import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import next from "next";
import { LOOPBACK, RENDER_HEADER } from "../site/pages/rendering.ts";

/*
 * Next in a thread of its own, as a custom server (nextjs.org/docs/app/guides/custom-server) that only the front server
 * reaches. In the thread of the front server, its async hooks would slow down every request after the first page.
 */

/** A third of the front server's CPU share, when they compete. */
const LOWER_BY = 5;
const LOWEST = 19;

/** The part of Next that is used here. Its own types are for bundlers, which import a CommonJS module in another way than Node. */
type CreateNext = (options: { dev: boolean; dir: string }) => {
  prepare(): Promise<void>;
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};
const createNext = next as unknown as CreateNext;
const app = createNext({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();
const key = workerData as string;
const server = createServer((request, response) => {
  const render = String(request.headers[RENDER_HEADER]);
  if (!render.startsWith(key)) return void response.writeHead(404).end();
  void handle(request, response);
});
// The front server closes connections, and it must not use one at the moment when this one closes it.
server.keepAliveTimeout = 0;
server.once("request", (_request, response) => response.once("close", yieldToTheFront));
server.listen({ port: 0, host: LOOPBACK }, () =>
  parentPort?.postMessage((server.address() as AddressInfo).port),
);

/** Gives the API's thread priority on a shared core. */
function yieldToTheFront(): void {
  // Only Linux has priorities for threads; elsewhere they are per process.
  if (process.platform === "linux") setPriority(Math.min(getPriority() + LOWER_BY, LOWEST));
}
