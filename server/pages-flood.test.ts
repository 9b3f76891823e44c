import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { holding, later, LIMITS, page, start } from "./pages.fixture.ts";

describe("when many requests arrive at once", () => {
  it("only as many pages are rendered as there are slots, and none is forgotten", async () => {
    const { respond, letGo, mostAtOnce } = holding();
    const { pages, counted, get } = await start(respond);
    await pages.ready;
    const replies = Array.from({ length: 9 }, (_, at) => get(`/en/player/${at}`));
    await expect.poll(() => counted).toHaveLength(4);
    expect(counted).toEqual(Array.from({ length: 4 }, () => [503, "none"]));
    const timer = setInterval(letGo, 5);
    const given = (await Promise.all(replies)).map(({ status }) => status);
    clearInterval(timer);
    expect(given.filter((status) => status === 200)).toHaveLength(5);
    expect(mostAtOnce()).toBe(LIMITS.slots);
    expect(pages.underWay()).toBe(0);
  });

  it("those of one client wait behind the page of another", async () => {
    const { respond, letGo } = holding();
    const rendered: string[] = [];
    const { pages, counted, get } = await start(
      (request) => {
        if (request.path.startsWith("/en/player")) rendered.push(request.path);
        return respond(request);
      },
      { slots: 1 },
    );
    await pages.ready;
    // All of them are of one IPv6 network, which is one client.
    const flood = Array.from({ length: 9 }, (_, at) =>
      get(`/en/player/${at}`, { "x-forwarded-for": `2001:db8:1:2::${at}` }),
    );
    await expect.poll(() => counted).toHaveLength(5);
    const other = get("/en/player/other", { "x-forwarded-for": "2001:db8:1:3::1" });
    await expect.poll(() => counted).toHaveLength(6);
    const timer = setInterval(letGo, 5);
    expect(await other).toMatchObject({ status: 200 });
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    clearInterval(timer);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    // One was being rendered already, and each client has its turn.
    expect(rendered.indexOf("/en/player/other")).toBeLessThanOrEqual(2);
  });

  it("those of one client are looked at behind one of another", async () => {
    const { pages, counted, open } = await start(({ path }) => page(path));
    await pages.ready;
    const request = (path: string, client: string) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`;
    // All in one packet, more than are looked at in one turn of the event loop.
    const flood = Array.from({ length: 100 }, (_, at) => request("/docs", `2001:db8:1:2::${at}`));
    open().write([...flood, request("/en/", "2001:db8:1:3::1")].join(""));
    await expect.poll(() => counted).toHaveLength(101);
    const order = counted.map(([status]) => status);
    expect(order.indexOf(308)).toBeLessThanOrEqual(1);
  });

  it("pages do not wait behind images, which are drawn outside of the thread", async () => {
    const { respond, letGo } = holding();
    const { pages, get } = await start(respond);
    await pages.ready;
    const images = ["a", "b", "c"].map((name) => get(`/en/player/${name}/opengraph-image`));
    await expect.poll(() => pages.underWay()).toBe(3);
    expect(await get("/de")).toMatchObject({ status: 200, body: "/de" });
    const timer = setInterval(letGo, 5);
    for (const { status } of await Promise.all(images)) expect(status).toBe(200);
    clearInterval(timer);
  });

  it("pages do not wait behind one whose history takes long", async () => {
    const { reply: history, letGo } = later();
    const { pages, get } = await start(
      ({ path, search }) =>
        path === "/api/history" && search.get("username") === "Slow" ? history : page(path),
      { slots: 1 },
    );
    await pages.ready;
    const slow = get("/en/player/Slow");
    await expect.poll(() => pages.underWay()).toBe(1);
    expect(await get("/en/player/Fast")).toMatchObject({ status: 200 });
    letGo(page("{}"));
    expect(await slow).toMatchObject({ status: 200, body: "/en/player/Slow" });
  });

  it("cached pages and files do not wait behind others", async () => {
    const { respond, letGo } = holding();
    const { pages, get } = await start(respond);
    await get("/de");
    const replies = Array.from({ length: 5 }, (_, at) => get(`/en/player/${at}`));
    await expect.poll(() => pages.underWay()).toBe(5);
    expect(await get("/de")).toMatchObject({ status: 200, body: "/de" });
    expect(await get("/opengraph-image.png")).toMatchObject({ status: 200 });
    const timer = setInterval(letGo, 5);
    await Promise.all(replies);
    clearInterval(timer);
  });

  it("a request whose render takes too long is refused", async () => {
    const { respond } = holding();
    const { pages, get } = await start(respond, { renderMs: 1_000 });
    await pages.ready;
    expect(await get("/en/player/a")).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/de")).toMatchObject({ status: 200 });
  });

  it("a page whose client leaves while its history is fetched is not rendered", async () => {
    const rendered: string[] = [];
    const { reply: history, letGo } = later();
    const { pages, get, open } = await start(({ path, search }) => {
      if (path === "/api/history" && search.get("username") === "Slow") return history;
      rendered.push(path);
      return page(path);
    });
    await pages.ready;
    const socket = open("/en/player/Slow");
    await expect.poll(() => pages.underWay()).toBe(1);
    socket.destroy();
    await expect.poll(() => pages.underWay()).toBe(0);
    letGo(page("{}"));
    expect(await get("/en/player/Next")).toMatchObject({ status: 200 });
    expect(rendered).not.toContain("/en/player/Slow");
  });

  it("a page that was left while its history is fetched is rendered for the next client", async () => {
    const { reply: history, letGo } = later();
    const { pages, get, open } = await start(({ path }) =>
      path === "/api/history" ? history : page(path),
    );
    await pages.ready;
    const socket = open("/en/player/Slow");
    await expect.poll(() => pages.underWay()).toBe(1);
    socket.destroy();
    await expect.poll(() => pages.underWay()).toBe(0);
    const next = get("/en/player/Slow");
    await expect.poll(() => pages.underWay()).toBe(1);
    letGo(page("{}"));
    expect(await next).toMatchObject({ status: 200, body: "/en/player/Slow" });
  });

  it("a page whose first visitor leaves is rendered for the others, once", async () => {
    const { respond, letGo } = holding();
    const rendered: string[] = [];
    const { pages, get, open } = await start((request) => {
      if (!request.path.startsWith("/api")) rendered.push(request.path);
      return respond(request);
    });
    await pages.ready;
    const first = open("/en/player/a");
    await expect.poll(() => rendered).toContain("/en/player/a");
    const others = [get("/en/player/a"), get("/en/player/a")];
    await expect.poll(() => pages.underWay()).toBe(3);
    first.destroy();
    await expect.poll(() => pages.underWay()).toBe(2);
    letGo();
    for (const other of others) expect(await other).toMatchObject({ status: 200 });
    expect(rendered).toEqual(["/en", "/en/player/a"]);
  });

  it("nothing listens for the end of a render that is over, which would keep the page in memory", async () => {
    const any = vi.spyOn(AbortSignal, "any");
    const { get } = await start(({ path }) => page(path));
    expect(await get("/en/player/a")).toMatchObject({ status: 200 });
    const signals = any.mock.results.map(({ value }) => value as AbortSignal);
    any.mockRestore();
    expect(signals.length).toBeGreaterThan(0);
    for (const signal of signals) expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("a page that no client waits for any more frees its slot", async () => {
    const { respond, letGo } = holding();
    const { pages, get, open } = await start(respond, { slots: 1 });
    await pages.ready;
    const socket = open("/en/player/a");
    await expect.poll(() => pages.underWay()).toBe(1);
    socket.destroy();
    const timer = setInterval(letGo, 5);
    expect(await get("/en/player/b")).toMatchObject({ status: 200 });
    clearInterval(timer);
  });
});
