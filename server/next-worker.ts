import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import next from "next";
import { keepFormatters } from "./intl-cache.ts";
import { becomePageHost, type PageReply } from "../lib/http/page-host.ts";
import type { FromRenderer, RenderRequest, ToRenderer } from "./render-messages.ts";

/*
 * Next in a thread of its own. It renders pages only; in the front's thread its async hooks would tax
 * every request once it has rendered one page.
 */

/** A third of the front's share, where they compete. */
const LOWER_BY = 5;
const LOWEST = 19;

/** The part of Next's programmatic interface that is used; its types differ by module system. */
type CreateNext = (options: { dev: boolean; dir: string }) => {
  prepare(): Promise<void>;
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** A response that keeps its bytes instead of sending them. */
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

  /** They go with the whole. */
  override flushHeaders(): void {}
}

function callLast(rest: unknown[]): void {
  const done = rest.at(-1);
  if (typeof done === "function") done();
}

const underWay = new Map<string, { request: RenderRequest; response: PageResponse }>();
const asked = new Map<number, (reply: PageReply) => void>();
let asks = 0;

keepFormatters();
const app = (next as unknown as CreateNext)({ dev: false, dir: process.cwd() });
await app.prepare();
const handle = app.getRequestHandler();
becomePageHost({
  ask({ target, render }) {
    const answer = underWay.get(render)?.request.answer;
    if (answer?.target === target) return Promise.resolve(answer.reply);
    return new Promise((resolve) => {
      asks += 1;
      asked.set(asks, resolve);
      send({ kind: "ask", number: asks, id: render, target });
    });
  },
});

parentPort?.on("message", (message: ToRenderer) => {
  if (message.kind === "render") return void render(message);
  if (message.kind === "abandon") return void underWay.get(message.id)?.response.destroy();
  asked.get(message.number)?.(message.reply);
  asked.delete(message.number);
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
    yieldToApi();
  });
  await handle(request, response);
}

let isLower = false;
/**
 * From the second page on, the thread that answers the API comes first where both want the same core.
 * Elsewhere than on Linux a priority is the whole process's.
 */
function yieldToApi(): void {
  if (isLower || process.platform !== "linux") return;
  isLower = true;
  setPriority(Math.min(getPriority() + LOWER_BY, LOWEST));
}
