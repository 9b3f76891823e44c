import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { parentPort } from "node:worker_threads";
import { becomePageHost, type PageReply } from "../lib/http/page-host.ts";
import { cacheFormatters } from "./intl-cache.ts";
import { openRoutes } from "./next-routes.ts";
import type { FromRenderer, RenderRequest, ToRenderer } from "./render-messages.ts";

/*
 * Next in a thread of its own, for rendering pages only. In the thread of the front server, its async
 * hooks would slow down every request after the first page.
 */

/** A third of the front server's CPU share, when they compete. */
const LOWER_BY = 5;
const LOWEST = 19;

/** A response that collects its bytes instead of sending them. */
class PageResponse extends ServerResponse {
  readonly chunks: Uint8Array[] = [];

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    callLast(rest);
    return true;
  }

  override end(...rest: unknown[]): this {
    const [chunk] = rest;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.write(chunk);
    else if (!this.headersSent) this.writeHead(this.statusCode);
    // oxlint-disable-next-line typescript/no-deprecated -- `writableEnded` reads it.
    this.finished = true;
    callLast(rest);
    this.emit("finish");
    this.emit("close");
    return this;
  }

  /** Does nothing: headers are sent with the whole page. */
  override flushHeaders(): void {}
}

function callLast(rest: unknown[]): void {
  const done = rest.at(-1);
  if (typeof done === "function") done();
}

const underWay = new Map<string, { request: RenderRequest; response: PageResponse }>();
const pending = new Map<number, (reply: PageReply) => void>();
let requests = 0;

cacheFormatters();
const routes = openRoutes(path.resolve(".next"));
becomePageHost({
  request({ target, render }) {
    const replies = underWay.get(render)?.request.replies;
    const known = replies?.find((reply) => reply.target === target);
    if (known !== undefined) return Promise.resolve(known.reply);
    return new Promise((resolve) => {
      requests += 1;
      pending.set(requests, resolve);
      send({ kind: "request", number: requests, id: render, target });
    });
  },
});

parentPort?.on("message", (message: ToRenderer) => {
  if (message.kind === "render") return void render(message);
  if (message.kind === "abandon") return void underWay.get(message.id)?.response.destroy();
  pending.get(message.number)?.(message.reply);
  pending.delete(message.number);
});
send({ kind: "ready" });

function send(message: FromRenderer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function render(job: RenderRequest): Promise<void> {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: "GET",
    url: job.target,
    headers: job.headers,
    httpVersion: "1.1",
  });
  request.push(null);
  const response = new PageResponse(request);
  underWay.set(job.id, { request: job, response });
  response.once("close", () => {
    underWay.delete(job.id);
    if (!response.writableEnded) return;
    const fields = Object.entries(response.getHeaders()).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]);
    const headers = Object.fromEntries(fields) as Record<string, string>;
    const body = new Uint8Array(Buffer.concat(response.chunks));
    send({ kind: "rendered", id: job.id, status: response.statusCode, headers, body }, [
      body.buffer,
    ]);
    afterFirstPage();
  });
  try {
    await routes.render(request, response);
  } catch (error) {
    console.error(error);
    underWay.delete(job.id);
    send({ kind: "failed", id: job.id });
  }
}

let isFirst = true;
/** Gives the API's thread priority on a shared core, and loads the code of the other pages. */
function afterFirstPage(): void {
  if (!isFirst) return;
  isFirst = false;
  // Only Linux has priorities for threads; elsewhere they are per process.
  if (process.platform === "linux") setPriority(Math.min(getPriority() + LOWER_BY, LOWEST));
  setImmediate(() => routes.loadAll());
}
