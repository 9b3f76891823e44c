import { afterEach, expect, it, vi } from "vitest";
import { bodyExamples } from "../../../lib/contract/examples.ts";
import { fetchProfile } from "./fetch-profile.ts";
import { QUIET_MS, quietFor, spelling, tidy } from "./names.ts";
import { playersIn, readPreview } from "./preview.ts";

it.each([
  ["Lantern_Lou", true, 0],
  ["Lantern_Lou", false, QUIET_MS],
  ["La", false, null],
  ["La", true, 0],
  ["2761708961228418", false, 0],
  ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", false, 0],
  ["00000000000000000000000000000000", false, null],
  ["not/a/name", false, null],
  ["", false, null],
])("waits before calling a provider for %j, known %j", (text, isKnown, quietMs) => {
  expect(quietFor(text, isKnown)).toBe(quietMs);
});

it.each([".Lantern Lou", "lantern_lou", " LANTERN  LOU "])("takes %j for one name", (name) => {
  expect(spelling(name)).toBe("lantern lou");
});

it("leaves white space out that came with a paste", () => {
  expect(tidy("\n Lantern\tLou\u00a0")).toBe("Lantern Lou");
});

const java = { username: "Bea", head_url: "/head?username=Bea&type=java" };
const bedrock = { gamertag: "Bea", head_url: null, linked: false };
const found = (body: object) => readPreview(200, JSON.stringify({ success: true, ...body }));

it.each(Object.entries(bodyExamples.getProfile))(
  "reads the contract's example %s",
  (_name, body) => {
    expect(readPreview(200, JSON.stringify(body)).kind).toBe("found");
  },
);

it.each([
  [404, "nobody"],
  [400, "malformed"],
  [414, "malformed"],
  [502, "silent"],
  [503, "silent"],
  [500, "silent"],
])("takes an error with status %i for %s", (status, kind) => {
  expect(readPreview(status, '{"success":false}')).toEqual({ kind });
});

it.each([
  "",
  "null",
  "[]",
  "<h1>Sign in</h1>",
  '{"success":true}',
  '{"success":true,"java":{"username":7,"head_url":null}}',
  '{"success":true,"java":{"username":"Bea","head_url":"https://example.org/head?"}}',
  '{"success":true,"java":null}',
])("cannot read %j", (text) => {
  expect(readPreview(200, text)).toEqual({ kind: "unreadable" });
});

it("shows one row for a linked person, and two for two who share a name", () => {
  const rowsOf = (linked: boolean | null) => {
    const answer = found({ java, bedrock: { ...bedrock, linked } });
    return answer.kind === "found"
      ? playersIn(answer.preview).map(({ editions }) => editions)
      : answer.kind;
  };
  expect(rowsOf(true)).toEqual([["java", "bedrock"]]);
  expect(rowsOf(false)).toEqual([["java"], ["bedrock"]]);
  expect(rowsOf(null)).toEqual([["java"], ["bedrock"]]);
});

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
