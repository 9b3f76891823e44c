import { createServer, type IncomingHttpHeaders } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import pino from "pino";
import { onTestFinished } from "vitest";
import { UNCACHED } from "../lib/freshness.ts";
import type { CompleteReply } from "../lib/http/cached-response.ts";
import type { Reply } from "../lib/http/reply.ts";
import { internalRequest, type ApiRequest } from "../lib/http/request.ts";
import { createResponses } from "../lib/http/responses.ts";
import { NO_ROUTES } from "../site/pages/app-routes.ts";
import { startPages, type PageLimits } from "./pages.ts";
import { writeHit } from "./write.ts";

export const LIMITS: PageLimits = {
  slots: 2,
  imageSlots: 2,
  passSlots: 2,
  room: 3,
  waitMs: 20_000,
  renderMs: 20_000,
  drainMs: 20_000,
};

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Responds to requests of the API, and instead of Next to those of pages. */
type Respond = (request: ApiRequest) => Promise<Reply> | Reply;

export const page = (body: string, status = 200): Reply => ({ status, headers: {}, body });

/** Starts pages on a local port until the test ends. */
export async function start(
  respond: Respond,
  limits: Partial<PageLimits> = {},
  routes = NO_ROUTES,
) {
  /** The status and cache label of every response that was counted on its own. */
  const counted: [number, string][] = [];
  const responses = createResponses({ maxBytes: 1_000_000, staleSeconds: 0 });
  const fakeNext = new BroadcastChannel("fake-next");
  fakeNext.addEventListener("message", ({ data }: MessageEvent<{ target: string }>) => {
    const reply = Promise.resolve(respond(internalRequest(data.target, { clientAddress: "" })));
    void reply.then((reply) => fakeNext.postMessage({ ...data, reply }));
  });
  const pages = startPages({
    api: {
      responses,
      replyTo: async (request): Promise<CompleteReply> => ({
        caching: UNCACHED,
        ...(await respond(request)),
      }),
    },
    logger: pino({ level: "silent" }),
    metrics: {
      response: ({ status, cache }) => void counted.push([status, cache]),
      hitCounter: () => ({ whole: 0, unchanged: 0, failed: 0 }),
    },
    program: new URL("./fake-next.fixture.mjs", import.meta.url),
    limits: { ...LIMITS, ...limits },
    routes,
  });
  const server = createServer((request, response) => {
    const known = responses.find(request.url ?? "");
    if (known !== undefined) return void writeHit(request, response, known);
    pages.serve(request, response, String(request.headers["x-forwarded-for"] ?? "203.0.113.9"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await pages.close();
    fakeNext.close();
  });

  return {
    pages,
    counted,
    responses,
    async get(path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
      const url = `http://127.0.0.1:${port}${path}`;
      const response = await fetch(url, { headers, redirect: "manual" });
      const body = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), body };
    },
    /** A connection that sends requests for these paths without waiting, and reads nothing. */
    open(...paths: string[]): Socket {
      const socket = connect(port, "127.0.0.1");
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
      return socket;
    },
  };
}

/** Responds at once, but to players' pages only when released. */
export function holding(): { respond: Respond; letGo(): void; mostAtOnce(): number } {
  const held: (() => void)[] = [];
  let most = 0;
  return {
    respond({ path }) {
      if (path.startsWith("/api")) return page("{}");
      if (!path.startsWith("/en/player/")) return page(path);
      return new Promise((resolve) => {
        held.push(() => resolve(page(path)));
        most = Math.max(most, held.length);
      });
    },
    letGo() {
      for (const one of held.splice(0)) one();
    },
    mostAtOnce: () => most,
  };
}

/** A response that is given later. */
export function later(): { reply: Promise<Reply>; letGo(reply: Reply): void } {
  let letGo: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => (letGo = resolve));
  return { reply, letGo: (given) => letGo(given) };
}
