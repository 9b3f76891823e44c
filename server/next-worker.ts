import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import next from "next";
import { becomePageHost } from "../lib/http/page-host.ts";
import { createAsker } from "./page-questions.ts";

/*
 * Next in a thread of its own, behind a local socket. It renders pages only; in the front's thread
 * its async hooks would tax every request once it has rendered one page.
 */

/** A third of the front's share, where they compete. */
const LOWER_BY = 5;
const LOWEST = 19;

const { socketPath, questions } = workerData as { socketPath: string; questions: MessagePort };

/** The part of Next's programmatic interface that is used; its types differ by module system. */
type CreateNext = (options: { dev: boolean; dir: string }) => {
  prepare(): Promise<void>;
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

const app = (next as unknown as CreateNext)({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();
becomePageHost({ ask: createAsker(questions) });
const server = createServer((request, response) => void handle(request, response));
// From the second page on, the thread that answers the API comes first where both want the same core.
// Elsewhere than on Linux a priority is the whole process's.
server.once("request", (_, response: ServerResponse) => {
  if (process.platform !== "linux") return;
  response.once("close", () => setPriority(Math.min(getPriority() + LOWER_BY, LOWEST)));
});
// The front keeps its connections for as long as it likes; none is closed while it asks on it.
server.keepAliveTimeout = 0;
server.listen(socketPath, () => parentPort?.postMessage("ready"));
