import { afterEach, expect, it, vi } from "vitest";
import { fetchProfile } from "./fetch-profile.ts";

const profile = {
  success: true,
  bedrock: {
    gamertag: "Lantern Lou",
    xuid_decimal: "2814700123456789",
    floodgate_uuid: "00000000-0000-0000-0009-fff471020515",
    skin_url: "/skin?username=2814700123456789&type=bedrock",
    cape_url: null,
    head_url: "/head?username=2814700123456789&type=bedrock",
    model: "classic",
    skin_texture: null,
    cape_texture: null,
    linked: null,
  },
  cached: true,
  fetched_at: "2026-09-30T18:04:12.000Z",
  stale: false,
};

const limited = { success: false, error: "Wait an hour.", code: "RATE_LIMITED", status: 429 };

function answerWith(answer: () => Promise<Response>) {
  const fetch = vi.fn<(url: string) => Promise<Response>>(answer);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

it("sends one request and returns the profile", async () => {
  const fetch = answerWith(async () => Response.json(profile));
  await expect(fetchProfile("/api?username=Lantern%20Lou")).resolves.toEqual({
    found: true,
    profile,
  });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(fetch.mock.calls[0]?.[0]).toBe("/api?username=Lantern%20Lou");
});

it.each([
  ["2520", 2520],
  ["0", 0],
  [null, undefined],
  ["soon", undefined],
  ["Wed, 21 Oct 2026 07:28:00 GMT", undefined],
])("gives the answer's own code, with Retry-After %j as %j", async (header, retryAfter) => {
  const headers = header === null ? {} : { "Retry-After": header };
  answerWith(async () => Response.json(limited, { status: 429, headers }));
  await expect(fetchProfile("/api?username=x")).resolves.toEqual({
    found: false,
    code: "RATE_LIMITED",
    retryAfter,
  });
});

it.each([
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["nothing", ""],
  ["JSON of another kind", "[]"],
  ["a profile without its edition's id", '{"success":true,"java":{"username":"x"}}'],
  ["an error with an unknown code", JSON.stringify({ ...limited, code: "TEAPOT" })],
])("calls %s unreadable", async (_, body) => {
  answerWith(async () => new Response(body));
  await expect(fetchProfile("/api?username=x")).resolves.toMatchObject({
    code: "UNREADABLE_ANSWER",
  });
});

it("distinguishes a network error from an unreadable response", async () => {
  answerWith(() => Promise.reject(new TypeError("fetch failed")));
  await expect(fetchProfile("/api?username=x")).resolves.toMatchObject({
    code: "NETWORK_ERROR",
  });
});

it("reports a response that breaks off as a network error", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("reset")) });
  answerWith(async () => new Response(body));
  await expect(fetchProfile("/api?username=x")).resolves.toMatchObject({ code: "NETWORK_ERROR" });
});
