import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import pino from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Reply } from "../lib/http/reply.ts";
import type { ApiRequest } from "../lib/http/request.ts";
import { startPages, type PageLimits, type Pages } from "./pages.ts";

const LIMITS: PageLimits = {
  slots: 2,
  places: 3,
  waitMs: 20_000,
  firstByteMs: 20_000,
  drainMs: 20_000,
  bytesHeld: 64 * 1024 * 1024,
};

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The stand-in for Next answers what this does; see `pages.fixture.mjs`. */
type Render = (request: ApiRequest) => Promise<Reply> | Reply;

const page = (body: string): Reply => ({ status: 200, headers: {}, body });

let pages: Pages;
let server: Server;
let port: number;
const statuses: number[] = [];

async function start(render: Render, limits: Partial<PageLimits> = {}): Promise<void> {
  statuses.length = 0;
  pages = startPages({
    api: { handle: async (request) => render(request) },
    logger: pino({ level: "silent" }),
    metrics: { answered: ({ status }) => void statuses.push(status) },
    program: new URL("./pages.fixture.mjs", import.meta.url),
    limits: { ...LIMITS, ...limits },
  });
  server = createServer((request, response) => pages.serve(request, response, "203.0.113.9"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await pages.close();
});

async function get(path: string, method = "GET"): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const body = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** A connection on which these paths are asked for without waiting, and of which nothing is read. */
function open(...paths: string[]): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  return socket;
}

/** Answers at once, but those under `/held/` only when they are let go. */
function holding(): { render: Render; letGo(): void; mostAtOnce(): number } {
  const held: (() => void)[] = [];
  let most = 0;
  return {
    render({ path }) {
      if (!path.startsWith("/held/")) return page(path);
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

describe("while pages are being started", () => {
  it("a request waits for them", async () => {
    let letGo: (reply: Reply) => void = () => undefined;
    const first = new Promise<Reply>((resolve) => (letGo = resolve));
    await start(({ path }) => (path === "/en" ? first : page(`the page ${path}`)));
    const waiting = get("/de");
    await vi.waitFor(() => expect(pages.underWay()).toBe(1));
    expect(pages.isReady()).toBe(false);
    letGo(page("home"));
    expect(await waiting).toMatchObject({ status: 200, body: "the page /de" });
    await pages.ready;
    expect(pages.isReady()).toBe(true);
  });

  it("too many are refused, and so is one that waited too long", async () => {
    await start(() => new Promise(() => undefined), { waitMs: 300 });
    const answers = await Promise.all(["/de/a", "/de/b", "/de/c", "/de/d"].map((one) => get(one)));
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      expect(body).toContain('<html lang="de">');
      expect(body).not.toMatch(/(?:src|href)="[^"]/);
    }
    expect(statuses).toEqual([503, 503, 503, 503]);
    expect(pages.underWay()).toBe(0);
  });

  it("who leaves is dropped, also behind another request of the same connection", async () => {
    await start(() => new Promise(() => undefined));
    const socket = open("/a", "/b");
    await vi.waitFor(() => expect(pages.underWay()).toBe(2));
    socket.destroy();
    await vi.waitFor(() => expect(pages.underWay()).toBe(0));
  });
});

describe("when many ask at once", () => {
  it("no more are rendered than there are slots, and none is forgotten", async () => {
    const { render, letGo, mostAtOnce } = holding();
    await start(render);
    await pages.ready;
    const answers = Array.from({ length: 9 }, (_, at) => get(`/held/${at}`));
    await vi.waitFor(() => expect(statuses).toHaveLength(4));
    expect(statuses).toEqual([503, 503, 503, 503]);
    const timer = setInterval(letGo, 5);
    const given = (await Promise.all(answers)).map(({ status }) => status);
    clearInterval(timer);
    expect(given.filter((status) => status === 200)).toHaveLength(5);
    expect(mostAtOnce()).toBe(LIMITS.slots);
    expect(pages.underWay()).toBe(0);
  });

  it("the files of a page do not wait behind other pages", async () => {
    const { render, letGo } = holding();
    await start(render);
    await pages.ready;
    const answers = Array.from({ length: 5 }, (_, at) => get(`/held/${at}`));
    await vi.waitFor(() => expect(pages.underWay()).toBe(5));
    expect(await get("/_next/static/a.js")).toMatchObject({ status: 200 });
    const timer = setInterval(letGo, 5);
    await Promise.all(answers);
    clearInterval(timer);
  });

  it("one that takes too long to render is refused", async () => {
    const { render } = holding();
    await start(render, { firstByteMs: 100 });
    await pages.ready;
    expect(await get("/held/a")).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/b")).toMatchObject({ status: 200 });
  });
});

describe("a client that takes nothing", () => {
  const large = "a".repeat(8_000_000);

  it("keeps nobody else from getting a page", async () => {
    await start(({ path }) => page(path === "/large" ? large : "small"), { slots: 1 });
    await pages.ready;
    const socket = open("/large");
    await vi.waitFor(() => expect(statuses).toEqual([200]));
    expect(await get("/small")).toMatchObject({ status: 200, body: "small" });
    socket.destroy();
  });

  it("and with too much in memory for such clients, others are refused until they are gone", async () => {
    const bytesHeld = 4_000_000;
    await start(({ path }) => page(path === "/large" ? large : "small"), { bytesHeld });
    await pages.ready;
    const socket = open("/large", "/large");
    await vi.waitFor(async () => expect((await get("/small")).status).toBe(503));
    socket.destroy();
    await vi.waitFor(async () => expect((await get("/small")).status).toBe(200));
  });
});

describe("when the thread that renders dies", () => {
  it("what it was rendering is refused, and what comes then waits until it renders again", async () => {
    const { render } = holding();
    await start(render);
    await pages.ready;
    const lost = get("/held/a");
    await vi.waitFor(() => expect(pages.underWay()).toBe(1));
    expect(await get("/die")).toMatchObject({ status: 503 });
    expect(await lost).toMatchObject({ status: 503 });
    await vi.waitFor(() => expect(pages.isReady()).toBe(false));
    expect(await get("/b")).toMatchObject({ status: 200, body: "/b" });
    expect(pages.isReady()).toBe(true);
  });

  it("and a page that fails at the start is tried again", async () => {
    let tries = 0;
    await start(({ path }) => {
      if (path !== "/en") return page(path);
      tries += 1;
      return { ...page("broken"), status: tries === 1 ? 500 : 200 };
    });
    await pages.ready;
    expect(tries).toBe(2);
    expect(await get("/b")).toMatchObject({ status: 200 });
  });
});

describe("a process that is to end", () => {
  it("refuses in time what has no answer yet", async () => {
    const { render } = holding();
    await start(render, { drainMs: 200 });
    await pages.ready;
    const answers = ["/held/a", "/held/b", "/held/c"].map((one) => get(one));
    await vi.waitFor(() => expect(pages.underWay()).toBe(3));
    pages.drain();
    for (const answer of answers) expect(await answer).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/late")).toMatchObject({ status: 503 });
  });
});
