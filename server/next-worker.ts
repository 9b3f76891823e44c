import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import next from "next";

/*
 * Next in a thread of its own, behind a local socket. It serves pages only; in the front's thread
 * its async hooks would tax every request once it has served one page.
 */

const { socketPath } = workerData as { socketPath: string };

/** The part of Next's programmatic interface that is used; its types differ by module system. */
type CreateNext = (options: { dev: boolean; dir: string }) => {
  prepare(): Promise<void>;
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

const app = (next as unknown as CreateNext)({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(socketPath, () => parentPort?.postMessage("ready"));
