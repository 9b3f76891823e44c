import { expect, it } from "vitest";
import { failureIn } from "./refresh.ts";

const found = { success: true, cached: false, stale: false };

const limited = { success: false, error: "Wait an hour.", code: "RATE_LIMITED", status: 429 };

it("finds no failure in a profile", async () => {
  expect(await failureIn(Response.json(found))).toBeNull();
});

it("says whose refresh of this hour is used up, and for how long", async () => {
  const headers = { "Retry-After": "2520" };
  const response = Response.json({ ...limited, limit: "player" }, { status: 429, headers });
  expect(await failureIn(response)).toEqual({
    code: "RATE_LIMITED",
    limit: "player",
    retryAfter: 2520,
  });
});

it.each([
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["nothing", ""],
  ["JSON of another kind", "[]"],
  ["a success that is not a boolean", '{"success":"true"}'],
  ["an error with an unknown code", JSON.stringify({ ...limited, code: "TEAPOT" })],
])("rejects %s as unreadable", async (_, body) => {
  expect(await failureIn(new Response(body))).toEqual({ code: "UNREADABLE_RESPONSE" });
});

it("reports an interrupted response as a network error", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("reset")) });
  expect(await failureIn(new Response(body))).toEqual({ code: "NETWORK_ERROR" });
});
