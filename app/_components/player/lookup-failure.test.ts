import { afterEach, expect, it, vi } from "vitest";
import { coarseWait, requestRefresh } from "./lookup-failure.ts";

const profile = { success: true, cached: false, stale: false };

const limited = { success: false, error: "Wait an hour.", code: "RATE_LIMITED", status: 429 };

function respondWith(respond: () => Promise<Response>) {
  const fetch = vi.fn<(url: string) => Promise<Response>>(respond);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

it("sends one request, and returns the refreshed player", async () => {
  const fetch = respondWith(async () => Response.json(profile));
  await expect(requestRefresh("/api?username=Lantern%20Lou")).resolves.toEqual({ profile });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(fetch.mock.calls[0]?.[0]).toBe("/api?username=Lantern%20Lou");
});

it.each([
  ["2520", 2520],
  ["0", 0],
  [null, undefined],
  ["soon", undefined],
  ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
])("returns the response's code, and Retry-After %j as %j", async (header, retryAfter) => {
  const headers = header === null ? {} : { "Retry-After": header };
  respondWith(async () => Response.json(limited, { status: 429, headers }));
  await expect(requestRefresh("/api?username=x")).resolves.toEqual({
    code: "RATE_LIMITED",
    retryAfter,
  });
});

it("says whose refresh of this hour is used up", async () => {
  respondWith(async () => Response.json({ ...limited, limit: "player" }, { status: 429 }));
  await expect(requestRefresh("/api?username=x")).resolves.toMatchObject({ limit: "player" });
});

it.each([
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["nothing", ""],
  ["JSON of another kind", "[]"],
  ["a success that is not a boolean", '{"success":"true"}'],
  ["an error with an unknown code", JSON.stringify({ ...limited, code: "TEAPOT" })],
])("rejects %s as unreadable", async (_, body) => {
  respondWith(async () => new Response(body));
  await expect(requestRefresh("/api?username=x")).resolves.toMatchObject({
    code: "UNREADABLE_RESPONSE",
  });
});

it("distinguishes a network error from an unreadable response", async () => {
  respondWith(() => Promise.reject(new TypeError("fetch failed")));
  await expect(requestRefresh("/api?username=x")).resolves.toMatchObject({
    code: "NETWORK_ERROR",
  });
});

it("reports an interrupted response as a network error", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("reset")) });
  respondWith(async () => new Response(body));
  await expect(requestRefresh("/api?username=x")).resolves.toMatchObject({ code: "NETWORK_ERROR" });
});

it.each([
  [0, 1, "second"],
  [30, 30, "second"],
  [90, 90, "second"],
  [91, 2, "minute"],
  [2_520, 42, "minute"],
  [2_521, 43, "minute"],
  [3_600, 60, "minute"],
  [5_401, 2, "hour"],
  [86_400, 24, "hour"],
])("shows %i seconds as %i %s", (seconds, value, unit) => {
  expect(coarseWait(seconds)).toEqual({ value, unit });
});
