import { AsyncLocalStorage } from "node:async_hooks";
import {
  createServer,
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
} from "node:http";
import { getPriority, setPriority } from "node:os";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import next from "next";
import { becomePageHost } from "../lib/http/page-host.ts";
import { createAsker } from "./page-questions.ts";

/*
 * Next in a thread of its own, behind a local socket. It serves pages only; in the front's thread
 * its async hooks would tax every request once it has served one page.
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

/**
 * Next hands on each header of a route handler as a list of one. Its own compression finds no
 * content type in a list, and would leave search texts and Markdown as they are.
 */
class PageResponse extends ServerResponse {
  override setHeader(name: string, value: OutgoingHttpHeader) {
    const [only] = Array.isArray(value) && value.length === 1 ? value : [];
    return super.setHeader(name, only ?? value);
  }
}

const app = (next as unknown as CreateNext)({ dev: false, dir: process.cwd() });
await app.prepare();
// From now on the thread that answers the API comes first where both want the same core; while this one
// started, it had as much. Elsewhere than on Linux a priority is the whole process's.
if (process.platform === "linux") setPriority(Math.min(getPriority() + LOWER_BY, LOWEST));
const handle = app.getRequestHandler();
const drawing = new AsyncLocalStorage<ServerResponse>();
becomePageHost({
  ask: createAsker(questions),
  setStatus(status) {
    const response = drawing.getStore();
    if (response !== undefined && !response.headersSent) response.statusCode = status;
  },
});
const server = createServer({ ServerResponse: PageResponse }, (request, response) => {
  drawing.run(response, () => void handle(request, response));
});
// The front keeps its connections for as long as it likes; none is closed while it asks on it.
server.keepAliveTimeout = 0;
server.listen(socketPath, () => parentPort?.postMessage("ready"));
