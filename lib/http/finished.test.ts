import { describe, expect, it } from "vitest";
import { createFinishedResponses } from "./finished.ts";
import type { Reply } from "./reply.ts";

const SECOND = 1_000;

function createWorld(maxBytes = 1_000_000) {
  let now = 1_000_000_000_000;
  const responses = createFinishedResponses({ maxBytes, now: () => now });
  const reply = (body: string, seconds = 60, tags: string[] = []): Reply => ({
    status: 200,
    headers: {
      "content-type": "application/json",
      "cache-control": `public, max-age=${seconds}, stale-if-error=9`,
      etag: '"tag"',
      "content-length": String(body.length),
      "x-request-id": "somebody's",
    },
    body,
    cacheable: { freshUntil: now + seconds * SECOND, tags },
  });
  return {
    responses,
    reply,
    add: (target: string, kept: Reply) => responses.add(target, kept, responses.version),
    pass: (ms: number) => void (now += ms),
  };
}

/** A flat list of headers as an object. */
function headersOf(flat: readonly string[] = []): Record<string, string> {
  const pairs = flat.flatMap((name, at) => (at % 2 ? [] : [[name, flat[at + 1] ?? ""] as const]));
  return Object.fromEntries(pairs);
}

describe("a finished response", () => {
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
      expect(headersOf(found?.notModifiedHead)["cache-control"]).toBe(
        headersOf(found?.head)["cache-control"],
      );
      return headersOf(found?.head)["cache-control"];
    };
    expect(cacheControl()).toBe("public, max-age=60, stale-if-error=9");
    pass(1);
    expect(cacheControl()).toBe("public, max-age=59, stale-if-error=9");
    pass(58 * SECOND);
    expect(cacheControl()).toBe("public, max-age=1, stale-if-error=9");
  });

  it("carries the headers of its reply, and room for the request's own id", () => {
    const { responses, reply, add } = createWorld();
    add("/a", reply("body"));
    const found = responses.find("/a");
    expect(headersOf(found?.head)).toEqual({
      "cache-control": "public, max-age=60, stale-if-error=9",
      "content-type": "application/json",
      etag: '"tag"',
      "content-length": "4",
      "x-request-id": "",
    });
    expect(headersOf(found?.notModifiedHead)).toEqual({
      "cache-control": "public, max-age=60, stale-if-error=9",
      etag: '"tag"',
      "x-request-id": "",
    });
    expect(found?.head.at(-2)).toBe("x-request-id");
  });

  it("keeps bytes as they are", () => {
    const { responses, reply, add } = createWorld();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    add("/a", { ...reply(""), body: bytes });
    const { body = "" } = responses.find("/a") ?? {};
    expect(Buffer.from(body, "latin1")).toEqual(Buffer.from(bytes));
  });

  it("does not count down an immutable response", () => {
    const { responses, reply, add, pass } = createWorld();
    const headers = { "cache-control": "public, max-age=31536000, immutable" };
    add("/a", { ...reply("body", 86_400), headers });
    pass(500 * SECOND);
    expect(headersOf(responses.find("/a")?.head)["cache-control"]).toBe(headers["cache-control"]);
  });

  it("goes through its handler again shortly before its freshness ends", () => {
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

  it("is not made from a reply that is not cacheable", () => {
    const { responses, reply, add } = createWorld();
    const { cacheable: _, ...uncacheable } = reply("body");
    add("/a", uncacheable);
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
    responses.add("/a", reply("old", 60, ["java/1"]), version);
    expect(responses.find("/a")).toBeUndefined();
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
