import { getEventListeners } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import pino from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFinishedResponses, type FinishedResponses } from "../lib/http/finished.ts";
import type { Reply } from "../lib/http/reply.ts";
import type { ApiRequest } from "../lib/http/request.ts";
import { startPages, type PageLimits, type Pages } from "./pages.ts";

const LIMITS: PageLimits = {
  slots: 2,
  imageSlots: 2,
  places: 3,
  waitMs: 20_000,
  renderMs: 20_000,
  drainMs: 20_000,
  bytesKept: 1_000_000,
};

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The fake Next responds to the URL of a page with the result of this; see `pages.fixture.mjs`. */
type Respond = (request: ApiRequest) => Promise<Reply> | Reply;

const page = (body: string, status = 200): Reply => ({ status, headers: {}, body });

let pages: Pages;
let finished: FinishedResponses;
let server: Server;
let port: number;
/** The status and cache label of every response that was counted on its own. */
const counted: [number, string][] = [];

async function start(respond: Respond, limits: Partial<PageLimits> = {}): Promise<void> {
  counted.length = 0;
  finished = createFinishedResponses({ maxBytes: 1_000_000 });
  pages = startPages({
    api: {
      handle: async (request) => respond(request),
      finished,
      changes: { isRecent: () => true, catchUp: async () => undefined },
    },
    logger: pino({ level: "silent" }),
    metrics: {
      response: ({ status, cache }) => void counted.push([status, cache]),
      hitCounter: () => ({ whole: 0, unchanged: 0 }),
    },
    program: new URL("./pages.fixture.mjs", import.meta.url),
    limits: { ...LIMITS, ...limits },
  });
  server = createServer((request, response) => {
    if (!pages.serveCached(request, response)) pages.serve(request, response, "203.0.113.9");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await pages.close();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: "manual" });
  const body = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** A connection that sends requests for these paths without waiting, and reads nothing. */
function open(...paths: string[]): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  return socket;
}

const never = () => new Promise<Reply>(() => undefined);

/** Responds at once, but to players' pages only when released. */
function holding(): { respond: Respond; letGo(): void; mostAtOnce(): number } {
  const held: (() => void)[] = [];
  let most = 0;
  return {
    respond({ path }) {
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

describe("a page that is the same for everyone", () => {
  it("is rendered once, without the visitor's headers, and then sent from memory", async () => {
    const rendered: string[] = [];
    await start(({ path }) => {
      rendered.push(path);
      return page(`<script>1</script><p>${path}</p>`);
    });
    const requests = Array.from({ length: 20 }, (_, at) =>
      get(`/de/docs?from=${at}`, { cookie: `a=${at}`, "x-forwarded-host": "evil.example" }),
    );
    const [first, ...others] = await Promise.all(requests);
    expect(first?.body).toBe("<script>1</script><p>/de/docs</p>");
    for (const other of others) expect(other.body).toBe(first?.body);
    expect(first?.headers["access-control-allow-origin"]).toBe(
      "x-nametag-path x-nametag-render x-next-intl-locale",
    );
    expect(first?.headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=60/);
    expect(first?.headers["content-security-policy"]).toContain("script-src 'self' 'sha256-");
    expect(first?.headers).not.toHaveProperty("set-cookie");
    expect((await get("/de/docs")).body).toBe(first?.body);
    expect(rendered.filter((path) => path === "/de/docs")).toHaveLength(1);
  });

  it("is sent in the accepted encoding, or as a 304 when the ETag matches", async () => {
    await start(({ path }) => page(path.repeat(500)));
    for (const encoding of ["br", "gzip", "identity"]) {
      const response = await get("/en/docs", { "accept-encoding": encoding });
      expect(response.headers["content-encoding"] ?? "identity").toBe(encoding);
      expect(response.headers["vary"]).toBe("Accept-Encoding");
      expect(response.body).toBe("/en/docs".repeat(500));
      const etag = String(response.headers["etag"]);
      const again = await get("/en/docs", { "accept-encoding": encoding, "if-none-match": etag });
      expect([again.status, again.body]).toEqual([304, ""]);
    }
  });

  it("is whole for all who want it at the same moment in another encoding", async () => {
    await start(({ path }) => page(path.repeat(500)));
    await get("/en/docs");
    const wanted = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? "gzip" : "identity"));
    const replies = wanted.map((encoding) => get("/en/docs", { "accept-encoding": encoding }));
    for (const { body } of await Promise.all(replies)) expect(body).toBe("/en/docs".repeat(500));
  });

  it("is not cached when it fails", async () => {
    let tries = 0;
    await start(({ path }) => {
      if (path === "/en") return page("home");
      tries += 1;
      return tries === 1 ? page("broken", 500) : page("whole");
    });
    const broken = await get("/en/docs");
    expect(broken).toMatchObject({ status: 500, headers: { "cache-control": "no-store" } });
    expect(await get("/en/docs")).toMatchObject({ status: 200, body: "whole" });
  });
});

describe("the page of a player", () => {
  /** Starts pages with API responses by player name; returns how often pages were rendered. */
  async function startWith(replies: Record<string, Reply>) {
    let rendered = 0;
    await start(({ path, search }) => {
      if (path === "/api") return replies[search.get("username") ?? ""] ?? page("{}", 404);
      if (path === "/api/history") return page("{}", 404);
      if (path !== "/en") rendered += 1;
      return page(`page ${rendered}`);
    });
    return () => rendered;
  }
  const profile = (etag: string): Reply => ({ status: 200, headers: { etag }, body: "{}" });

  it("is cached until the API's response changes", async () => {
    const replies = { Lou: profile('"1"') };
    const rendered = await startWith(replies);
    expect((await get("/en/player/Lou")).body).toBe("page 1");
    expect((await get("/en/player/Lou")).body).toBe("page 1");
    replies.Lou = profile('"2"');
    expect((await get("/en/player/Lou")).body).toBe("page 2");
    expect(rendered()).toBe(2);
  });

  it("is sent without calling the API's handler while the profile is cached", async () => {
    let handled = 0;
    let hits = 0;
    const onHit = () => (hits += 1);
    const cacheable = { freshUntil: Date.now() + 60_000, subjects: ["lou"], onHit };
    await start(({ path }) => {
      if (path === "/api") handled += 1;
      return path === "/api" ? { ...profile('"1"'), cacheable } : page("page");
    });
    finished.add("/api?username=Lou", { ...profile('"1"'), cacheable }, finished.version);
    await get("/en/player/Lou");
    await get("/en/player/Lou");
    expect([handled, hits]).toEqual([0, 2]);
    finished.forget("lou");
    await get("/en/player/Lou");
    expect(handled).toBe(1);
  });

  it.each([
    [404, '{"code":"NOT_FOUND"}', 1],
    [400, '{"code":"INVALID_PARAMETER"}', 1],
    [502, '{"code":"BAD_GATEWAY"}', 2],
  ])("has the status of the API's response: %i", async (status, body, renders) => {
    const rendered = await startWith({ Lou: { status, headers: { "retry-after": "7" }, body } });
    for (let time = 0; time < 2; time += 1) {
      const response = await get("/en/player/Lou");
      expect(response.status).toBe(status);
      expect(response.headers["retry-after"]).toBe("7");
      expect(response.headers["cache-control"] === "no-store").toBe(status >= 500);
    }
    expect(rendered()).toBe(renders);
  });
});

it("a page that cannot be rendered is a 503 at once, and the next one is rendered", async () => {
  await start(({ path }) => page(path));
  await pages.ready;
  expect(await get("/en/player/fail")).toMatchObject({ status: 503 });
  expect(await get("/en/docs")).toMatchObject({ status: 200, body: "/en/docs" });
});

describe("while the renderer starts", () => {
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

  it("requests are refused when too many wait, or when they have waited too long", async () => {
    await start(never, { waitMs: 300 });
    const paths = ["/de", "/de/docs", "/de/docs/head", "/de/docs/skin"];
    for (const { status, headers, body } of await Promise.all(paths.map((one) => get(one)))) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      expect(body).toContain('<html lang="de">');
      expect(body).not.toMatch(/(?:src|href)="[^"]/);
    }
    expect(counted).toEqual(paths.map(() => [503, "none"]));
    expect(pages.underWay()).toBe(0);
  });

  it("a request is dropped when its client leaves, even behind another one on the same connection", async () => {
    await start(never);
    const socket = open("/en/docs", "/de/docs");
    await vi.waitFor(() => expect(pages.underWay()).toBe(2));
    socket.destroy();
    await vi.waitFor(() => expect(pages.underWay()).toBe(0));
  });
});

describe("when many requests arrive at once", () => {
  it("only as many pages are rendered as there are slots, and none is forgotten", async () => {
    const { respond, letGo, mostAtOnce } = holding();
    await start(respond);
    await pages.ready;
    const replies = Array.from({ length: 9 }, (_, at) => get(`/en/player/${at}`));
    await vi.waitFor(() => expect(counted).toHaveLength(4));
    expect(counted).toEqual(Array.from({ length: 4 }, () => [503, "none"]));
    const timer = setInterval(letGo, 5);
    const given = (await Promise.all(replies)).map(({ status }) => status);
    clearInterval(timer);
    expect(given.filter((status) => status === 200)).toHaveLength(5);
    expect(mostAtOnce()).toBe(LIMITS.slots);
    expect(pages.underWay()).toBe(0);
  });

  it("pages do not wait behind images, whose heads may take long", async () => {
    const { respond, letGo } = holding();
    await start(respond);
    await pages.ready;
    const images = ["a", "b", "c"].map((name) => get(`/en/player/${name}/opengraph-image`));
    await vi.waitFor(() => expect(pages.underWay()).toBe(3));
    expect(await get("/de")).toMatchObject({ status: 200, body: "/de" });
    const timer = setInterval(letGo, 5);
    for (const { status } of await Promise.all(images)) expect(status).toBe(200);
    clearInterval(timer);
  });

  it("pages do not wait behind one whose history takes long", async () => {
    let letGo: (reply: Reply) => void = () => undefined;
    const history = new Promise<Reply>((resolve) => (letGo = resolve));
    await start(
      ({ path, search }) =>
        path === "/api/history" && search.get("username") === "Slow" ? history : page(path),
      { slots: 1 },
    );
    await pages.ready;
    const slow = get("/en/player/Slow");
    await vi.waitFor(() => expect(pages.underWay()).toBe(1));
    expect(await get("/en/player/Fast")).toMatchObject({ status: 200 });
    letGo(page("{}"));
    expect(await slow).toMatchObject({ status: 200, body: "/en/player/Slow" });
  });

  it("cached pages and files do not wait behind others", async () => {
    const { respond, letGo } = holding();
    await start(respond);
    await get("/de");
    const replies = Array.from({ length: 5 }, (_, at) => get(`/en/player/${at}`));
    await vi.waitFor(() => expect(pages.underWay()).toBe(5));
    expect(await get("/de")).toMatchObject({ status: 200, body: "/de" });
    expect(await get("/opengraph-image.png")).toMatchObject({ status: 200 });
    const timer = setInterval(letGo, 5);
    await Promise.all(replies);
    clearInterval(timer);
  });

  it("a request whose render takes too long is refused", async () => {
    const { respond } = holding();
    await start(respond, { renderMs: 1_000 });
    await pages.ready;
    expect(await get("/en/player/a")).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/de")).toMatchObject({ status: 200 });
  });

  it("a page whose client leaves while its history is fetched is not rendered", async () => {
    const rendered: string[] = [];
    let letGo: (reply: Reply) => void = () => undefined;
    const history = new Promise<Reply>((resolve) => (letGo = resolve));
    await start(({ path, search }) => {
      if (path === "/api/history" && search.get("username") === "Slow") return history;
      rendered.push(path);
      return page(path);
    });
    await pages.ready;
    const socket = open("/en/player/Slow");
    await vi.waitFor(() => expect(pages.underWay()).toBe(1));
    socket.destroy();
    await vi.waitFor(() => expect(pages.underWay()).toBe(0));
    letGo(page("{}"));
    expect(await get("/en/player/Next")).toMatchObject({ status: 200 });
    expect(rendered).not.toContain("/en/player/Slow");
  });

  it("nothing listens for the end of a render that is over, which would keep the page in memory", async () => {
    const any = vi.spyOn(AbortSignal, "any");
    await start(({ path }) => page(path));
    expect(await get("/en/player/a")).toMatchObject({ status: 200 });
    const signals = any.mock.results.map(({ value }) => value as AbortSignal);
    any.mockRestore();
    expect(signals.length).toBeGreaterThan(0);
    for (const signal of signals) expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("a page that no client waits for any more frees its slot", async () => {
    const { respond, letGo } = holding();
    await start(respond, { slots: 1 });
    await pages.ready;
    const socket = open("/en/player/a");
    await vi.waitFor(() => expect(pages.underWay()).toBe(1));
    socket.destroy();
    const timer = setInterval(letGo, 5);
    expect(await get("/en/player/b")).toMatchObject({ status: 200 });
    clearInterval(timer);
  });
});

describe("when the renderer's thread dies", () => {
  it.each([
    ["by itself", "/en/player/die"],
    ["because its memory is full", "/en/player/leak"],
  ])(
    "%s, requests under way are refused, and later ones wait until it is back",
    async (_, path) => {
      const { respond } = holding();
      await start(respond);
      await pages.ready;
      const lost = get("/en/player/a");
      await vi.waitFor(() => expect(pages.underWay()).toBe(1));
      expect(await get(path)).toMatchObject({ status: 503 });
      expect(await lost).toMatchObject({ status: 503 });
      await vi.waitFor(() => expect(pages.isReady()).toBe(false));
      expect(await get("/de")).toMatchObject({ status: 200, body: "/de" });
      expect(pages.isReady()).toBe(true);
    },
  );

  it("a page that fails at the start is retried", async () => {
    let tries = 0;
    await start(({ path }) => {
      if (path !== "/en") return page(path);
      tries += 1;
      return page("broken", tries === 1 ? 500 : 200);
    });
    await pages.ready;
    expect(tries).toBe(2);
    expect(await get("/de")).toMatchObject({ status: 200 });
  });
});

describe("a process that is ending", () => {
  it("refuses requests without a response in time", async () => {
    const { respond } = holding();
    await start(respond, { drainMs: 200 });
    await pages.ready;
    const replies = ["a", "b", "c"].map((one) => get(`/en/player/${one}`));
    await vi.waitFor(() => expect(pages.underWay()).toBe(3));
    pages.drain();
    for (const response of replies) expect(await response).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/fr/docs")).toMatchObject({ status: 503 });
  });
});
