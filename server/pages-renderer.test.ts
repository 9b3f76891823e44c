import { describe, expect, it } from "vitest";
import type { Reply } from "../lib/http/reply.ts";
import { holding, later, page, start } from "./pages.fixture.ts";

const never = () => new Promise<Reply>(() => undefined);

it("a page that cannot be rendered is a 503 at once, and the next one is rendered", async () => {
  const { pages, get } = await start(({ path }) => page(path));
  await pages.ready;
  expect(await get("/en/player/fail")).toMatchObject({ status: 503 });
  expect(await get("/en/docs")).toMatchObject({ status: 200, body: "/en/docs" });
});

describe("while the renderer starts", () => {
  it("a request waits for them", async () => {
    const { reply: first, letGo } = later();
    const { pages, get } = await start(({ path }) =>
      path === "/en" ? first : page(`the page ${path}`),
    );
    const waiting = get("/de");
    await expect.poll(() => pages.underWay()).toBe(1);
    expect(pages.isReady()).toBe(false);
    letGo(page("home"));
    expect(await waiting).toMatchObject({ status: 200, body: "the page /de" });
    await pages.ready;
    expect(pages.isReady()).toBe(true);
  });

  it("requests are refused when too many wait, or when they have waited too long", async () => {
    const { pages, counted, get } = await start(never, { waitMs: 300 });
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
    const { pages, open } = await start(never);
    const socket = open("/en/docs", "/de/docs");
    await expect.poll(() => pages.underWay()).toBe(2);
    socket.destroy();
    await expect.poll(() => pages.underWay()).toBe(0);
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
      let home: Reply | Promise<Reply> = page("home");
      const { pages, get } = await start((request) =>
        request.path === "/en" ? home : respond(request),
      );
      await pages.ready;
      const { reply, letGo } = later();
      home = reply;
      const lost = get("/en/player/a");
      await expect.poll(() => pages.underWay()).toBe(1);
      expect(await get(path)).toMatchObject({ status: 503 });
      expect(await lost).toMatchObject({ status: 503 });
      await expect.poll(() => pages.isReady()).toBe(false);
      const waiting = get("/de");
      letGo(page("home"));
      expect(await waiting).toMatchObject({ status: 200, body: "/de" });
      expect(pages.isReady()).toBe(true);
    },
  );

  it("a page that fails at the start is retried", async () => {
    let tries = 0;
    const { pages, get } = await start(({ path }) => {
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
    const { pages, get } = await start(respond, { drainMs: 200 });
    await pages.ready;
    const replies = ["a", "b", "c"].map((one) => get(`/en/player/${one}`));
    await expect.poll(() => pages.underWay()).toBe(3);
    pages.drain();
    for (const response of replies) expect(await response).toMatchObject({ status: 503 });
    expect(pages.underWay()).toBe(0);
    expect(await get("/fr/docs")).toMatchObject({ status: 503 });
  });
});
