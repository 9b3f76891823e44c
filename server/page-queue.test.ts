import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routing } from "../lib/i18n/routing.ts";
import { createTurns, type Turns } from "../lib/limits/queue.ts";
import { createPageRefusal } from "./page-refusal.ts";

const WAIT_MS = 10_000;

let queue: Turns;
/** The events of renders, in order. */
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  queue = createTurns({ slots: 2, places: 3, waitMs: WAIT_MS, startsPaused: true });
});

afterEach(() => void vi.useRealTimers());

/** Enters the queue; the result frees the slot, or ends waiting for one. */
function enter(name: string): () => Promise<void> {
  const abandoned = new AbortController();
  let leave = () => abandoned.abort();
  queue.enter({ priority: "foreground" }, abandoned.signal).turn.then(
    (free) => {
      leave = free;
      events.push(`${name} starts`);
    },
    () => events.push(`${name} is refused`),
  );
  return async () => {
    leave();
    await settled();
  };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("the queue for pages", () => {
  it("starts as many as there are slots, and the next when one leaves", async () => {
    queue.resume();
    const [leave] = ["a", "b", "c", "d"].map(enter);
    await settled();
    expect(events).toEqual(["a starts", "b starts"]);
    await leave?.();
    expect(events).toEqual(["a starts", "b starts", "c starts"]);
  });

  it("holds renders until it is resumed, and again after a pause", async () => {
    const leave = enter("a");
    await settled();
    expect(events).toEqual([]);
    queue.resume();
    await settled();
    expect(events).toEqual(["a starts"]);
    queue.pause();
    await leave();
    enter("b");
    await settled();
    expect(events).toEqual(["a starts"]);
    queue.resume();
    await settled();
    expect(events).toEqual(["a starts", "b starts"]);
  });

  it("refuses renders when it is full, and those that waited too long", async () => {
    ["a", "b", "c", "d"].map(enter);
    await settled();
    expect(events).toEqual(["d is refused"]);
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    expect(events.slice(1)).toEqual(["a is refused", "b is refused", "c is refused"]);
    queue.resume();
    await settled();
    expect(events).toHaveLength(4);
  });

  it("drops renders that are no longer wanted, and gives their place to others", async () => {
    const [leave] = ["a", "b", "c"].map(enter);
    await leave?.();
    enter("d");
    queue.resume();
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    expect(events).toEqual(["a is refused", "b starts", "c starts", "d is refused"]);
  });

  it("refuses a render that was never wanted", async () => {
    queue.resume();
    const { turn } = queue.enter({ priority: "foreground" }, AbortSignal.abort());
    await expect(turn).rejects.toThrow("no longer wanted");
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
