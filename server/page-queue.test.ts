import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routing } from "../lib/i18n/routing.ts";
import { createPageQueue, type PageQueue, type QueuedRequest } from "./page-queue.ts";
import { createPageRefusal } from "./page-refusal.ts";

const WAIT_MS = 10_000;

let queue: PageQueue;
/** The events of requests, in order. */
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  queue = createPageQueue({ slots: 2, places: 3, waitMs: WAIT_MS });
});

afterEach(() => void vi.useRealTimers());

function enter(name: string): QueuedRequest {
  const request = {
    start: () => void events.push(`${name} starts`),
    refuse: () => void events.push(`${name} is refused`),
  };
  queue.enter(request);
  return request;
}

describe("the queue for pages", () => {
  it("starts as many as there are slots, and the next when one leaves", () => {
    queue.resume();
    const [a] = ["a", "b", "c", "d"].map(enter);
    expect(events).toEqual(["a starts", "b starts"]);
    if (a !== undefined) queue.leave(a);
    expect(events).toEqual(["a starts", "b starts", "c starts"]);
    if (a !== undefined) queue.leave(a);
    expect(events).toHaveLength(3);
  });

  it("holds requests until it is resumed, and again after a pause", () => {
    const a = enter("a");
    expect(events).toEqual([]);
    queue.resume();
    expect(events).toEqual(["a starts"]);
    queue.pause();
    queue.leave(a);
    enter("b");
    expect(events).toEqual(["a starts"]);
    queue.resume();
    expect(events).toEqual(["a starts", "b starts"]);
  });

  it("refuses requests when it is full, and those that waited too long", () => {
    ["a", "b", "c", "d"].map(enter);
    expect(events).toEqual(["d is refused"]);
    vi.advanceTimersByTime(WAIT_MS);
    expect(events.slice(1)).toEqual(["a is refused", "b is refused", "c is refused"]);
    queue.resume();
    expect(events).toHaveLength(4);
  });

  it("drops requests that leave, and gives their place to others", () => {
    const [a] = ["a", "b", "c"].map(enter);
    if (a !== undefined) queue.leave(a);
    enter("d");
    queue.resume();
    vi.advanceTimersByTime(WAIT_MS);
    expect(events).toEqual(["b starts", "c starts", "d is refused"]);
  });
});

describe("the refusal of a page", () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer(createPageRefusal());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function get(path: string, method = "GET"): Promise<Response> {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { method });
  }

  it.each(routing.locales)("is in the language of the path: %s", async (locale) => {
    const text = await (await get(`/${locale}/docs`)).text();
    expect(text).toContain(`<html lang="${locale}">`);
  });

  it.each(["/", "/nowhere", "/_next/static/a.js", "/xx/docs"])(
    "is in English at %s",
    async (path) => {
      const text = await (await get(path)).text();
      expect(text).toContain('<html lang="en">');
      expect(text).toContain("The server is at capacity. Retry in a moment.");
    },
  );

  it("has a content policy that allows only its own style", async () => {
    const response = await get("/en");
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(await response.text()) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it("has no body for HEAD", async () => {
    const response = await get("/en", "HEAD");
    expect([response.status, await response.text()]).toEqual([503, ""]);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(500);
  });
});
