import { describe, expect, it } from "vitest";
import { systemClock } from "../time/clock.ts";
import { cacheControlOf, cachingOf, type Freshness } from "../freshness.ts";
import {
  cachedText,
  headersOf,
  type CachedResponse,
  type CompleteReply,
} from "./cached-response.ts";
import { createResponses } from "./responses.ts";

const SECOND = 1_000;
const STALE_SECONDS = 9;

function createWorld(maxBytes = 1_000_000) {
  let now = 1_000_000_000_000;
  const clock = { ...systemClock, now: () => now };
  const responses = createResponses({ maxBytes, staleSeconds: STALE_SECONDS, clock });
  const reply = (body: string, seconds = 60, tags: string[] = []): CompleteReply => {
    const freshness: Freshness = {
      freshUntil: now + seconds * SECOND,
      tags,
      stale: false,
      cached: true,
    };
    const caching = cachingOf(freshness, now);
    return {
      status: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": cacheControlOf(caching, STALE_SECONDS),
        etag: '"tag"',
        "content-length": String(body.length),
        "x-request-id": "somebody's",
      },
      body,
      caching,
    };
  };
  return {
    responses,
    reply,
    add: (target: string, kept: CompleteReply) =>
      responses.add(target, cachedText(kept, STALE_SECONDS), responses.version),
    pass: (ms: number) => void (now += ms),
  };
}

/** The headers of a text in memory, as a whole or of a 304. */
function headersIn(found: CachedResponse | undefined, unchanged = false): Record<string, string> {
  return found === undefined ? {} : headersOf(found, unchanged);
}

describe("a response in memory", () => {
  it("is found by exactly its request target while it is fresh", () => {
    const { responses, reply, add, pass } = createWorld();
    add("/api?username=a", reply("body"));
    expect(responses.find("/api?username=a")).toMatchObject({ status: 200, body: "body" });
    expect(responses.find("/api?username=A")).toBeUndefined();
    pass(60 * SECOND - 1);
    expect(responses.find("/api?username=a")).toBeDefined();
    pass(1);
    expect(responses.find("/api?username=a")).toBeUndefined();
  });

  it("counts its freshness down to the second", () => {
    const { responses, reply, add, pass } = createWorld();
    add("/a", reply("body"));
    const cacheControl = () => {
      const found = responses.find("/a");
      expect(headersIn(found, true)["cache-control"]).toBe(headersIn(found)["cache-control"]);
      return headersIn(found)["cache-control"];
    };
    expect(cacheControl()).toBe("public, max-age=60, stale-while-revalidate=60, stale-if-error=9");
    pass(1);
    expect(cacheControl()).toBe("public, max-age=59, stale-while-revalidate=60, stale-if-error=9");
    pass(58 * SECOND);
    expect(cacheControl()).toBe("public, max-age=1, stale-while-revalidate=60, stale-if-error=9");
  });

  it("does not count down an immutable response", () => {
    const { responses, reply, add, pass } = createWorld();
    const kept = reply("body", Infinity);
    add("/a", kept);
    pass(500 * SECOND);
    const cacheControl = headersIn(responses.find("/a"))["cache-control"];
    expect(cacheControl).toBe("public, max-age=31536000, immutable");
    expect(cacheControl).toBe(kept.headers["cache-control"]);
  });

  it("is made again shortly before its freshness ends", () => {
    const { responses, reply, add, pass } = createWorld();
    add("/a", reply("a", 60, ["java/1"]));
    pass(58 * SECOND - 1);
    expect(responses.find("/a")).toBeDefined();
    pass(1);
    expect(responses.find("/a")).toBeUndefined();
    add("/a", reply("a", 2, ["java/1"]));
    pass(249);
    expect(responses.find("/a")).toBeDefined();
    pass(1);
    expect(responses.find("/a")).toBeUndefined();
  });

  it("is not kept if it may not be kept", () => {
    const { responses, reply, add } = createWorld();
    const { caching, ...own } = reply("body");
    add("/a", { ...own, caching: { ...caching, isReusable: false } });
    expect(responses.find("/a")).toBeUndefined();
  });

  it("is invalidated with the entries it was made from, and only then", () => {
    const { responses, reply, add } = createWorld();
    add("/a", reply("a", 60, ["java/1", "name/x"]));
    add("/b", reply("b", 60, ["java/1"]));
    add("/c", reply("c", 60, ["java/2"]));
    responses.forget("java/1");
    expect(["/a", "/b", "/c"].map((target) => responses.find(target)?.body)).toEqual([
      undefined,
      undefined,
      "c",
    ]);
    responses.forgetAll();
    expect(responses.find("/c")).toBeUndefined();
  });

  it("is not kept when something was invalidated while it was made", () => {
    const { responses, reply } = createWorld();
    const { version } = responses;
    responses.forget("java/1");
    responses.add("/a", cachedText(reply("old", 60, ["java/1"]), STALE_SECONDS), version);
    expect(responses.find("/a")).toBeUndefined();
    responses.add("/b", cachedText(reply("other", 60, ["java/2"]), STALE_SECONDS), version);
    expect(responses.find("/b")).toBeDefined();
    responses.forgetAll();
    responses.add("/c", cachedText(reply("old", 60, ["java/3"]), STALE_SECONDS), version);
    expect(responses.find("/c")).toBeUndefined();
  });

  it("is not kept when so much was invalidated meanwhile that nobody knows what", () => {
    const { responses, reply } = createWorld();
    const { version } = responses;
    for (let index = 0; index < 5_000; index += 1) responses.forget(`java/${index}`);
    responses.add("/a", cachedText(reply("old", 60, ["java/0"]), STALE_SECONDS), version);
    expect(responses.find("/a")).toBeUndefined();
  });

  it("can be renewed while its content is the same", () => {
    const { responses, reply, pass } = createWorld();
    const first = reply("a", 10, ["java/1"]);
    responses.add("/a", { ...cachedText(first, STALE_SECONDS), version: "1" }, responses.version);
    pass(10 * SECOND);
    expect(responses.find("/a")).toBeUndefined();
    const { caching } = reply("", 10, ["java/1"]);
    expect(responses.renew("/a", "2", caching)).toBeUndefined();
    expect(responses.renew("/a", "1", caching)).toMatchObject({ body: "a" });
    expect(responses.find("/a")).toMatchObject({ body: "a" });
    responses.forget("java/1");
    expect(responses.renew("/a", "1", caching)).toBeUndefined();
  });

  it("is evicted, least recently used first, when there are too many bytes", () => {
    const { responses, reply, add } = createWorld(1_000_000);
    for (let index = 0; index < 2_000; index += 1) {
      add(`/${index}`, reply("x".repeat(1_000), 60, [`java/${index}`]));
      responses.find("/0");
    }
    expect(responses.find("/0")).toBeDefined();
    expect(responses.find("/1")).toBeUndefined();
    expect(responses.find("/1999")).toBeDefined();
  });
});
