import { getPriority, setPriority } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { parentPort } from "node:worker_threads";
import {
  createRequestResponseMocks,
  type MockedResponse,
} from "next/dist/server/lib/mock-request.js";
import { LOCALE_HEADER, NONCE_HEADER, PATH_HEADER, POLICY_HEADER } from "../lib/i18n/routing.ts";
import { policyWithNonce } from "../lib/site/content-policy.ts";
import { renderWith } from "../lib/site/page-data.ts";
import { cacheFormatters } from "./intl-cache.ts";
import { openRoutes } from "./next-routes.ts";
import type { FromRenderer, RenderJob, ToRenderer } from "./renderer.ts";

/*
 * Next in a thread of its own, for rendering pages only. In the thread of the front server, its async
 * hooks would slow down every request after the first page.
 */

/** A third of the front server's CPU share, when they compete. */
const LOWER_BY = 5;
const LOWEST = 19;

const underWay = new Map<number, MockedResponse>();

cacheFormatters();
const routes = openRoutes(path.resolve(".next"));

parentPort?.on("message", (message: ToRenderer) => {
  if (message.kind === "render") return void render(message.id, message.job);
  underWay.get(message.id)?.destroy();
  underWay.delete(message.id);
});

async function render(
  id: number,
  { target, locale, path, nonce, replies }: RenderJob,
): Promise<void> {
  const chunks: Buffer[] = [];
  const { req, res } = createRequestResponseMocks({
    url: target,
    headers: {
      [LOCALE_HEADER]: locale,
      [PATH_HEADER]: path,
      [NONCE_HEADER]: nonce,
      [POLICY_HEADER]: policyWithNonce(nonce),
    },
    resWriter: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
  });
  underWay.set(id, res);
  try {
    await renderWith(replies, () => routes.render(req, res));
    await finished(res);
    const fields = Object.entries(res.getHeaders());
    const headers = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
    const body = new Uint8Array(Buffer.concat(chunks));
    send({ id, page: { status: res.statusCode, headers, body } }, [body.buffer]);
  } catch (error) {
    // An abandoned page always fails.
    if (underWay.has(id)) console.error(error);
    send({ id, page: undefined });
  }
  underWay.delete(id);
  afterFirstPage();
}

function send(message: FromRenderer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
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
