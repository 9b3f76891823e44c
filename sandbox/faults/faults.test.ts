import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { read, useSandbox, xuidOf } from "../sandbox.fixture.ts";
import type { Fault } from "./fault.ts";

const sandbox = useSandbox();
const LOU = { id: "dfb83a479bf3469583e7bdc34c28fa4e", name: "Lantern_Lou" };
const nameUrl = () => `${sandbox.url}/mojang-api${PATH}`;
const profileUrl = () => `${sandbox.url}/mojang-session/session/minecraft/profile/${LOU.id}`;
const BODY = `{\n  "id" : "${LOU.id}",\n  "name" : "Lantern_Lou"\n}`;

function arm(fault: Fault, route = "mojang-api.name") {
  sandbox.control.fault({ route, fault });
}

const HTML = { "content-type": "text/html" };
const JSON_TYPE = { "content-type": "application/json" };
const TEA = { body: "tea", contentType: "text/x", headers: { a: "b" } };
const PATH = "/minecraft/profile/lookup/name/Lantern_Lou";

/** Each fault, and the response that it makes. */
const RESPONSES: [Fault, number, Record<string, string>, unknown][] = [
  [{ kind: "status", status: 418, ...TEA }, 418, { "content-type": "text/x", a: "b" }, "tea"],
  [{ kind: "status", status: 500 }, 500, JSON_TYPE, ""],
  [{ kind: "status", status: 503 }, 503, JSON_TYPE, ""],
  [{ kind: "throttle", retryAfter: 7 }, 429, { "retry-after": "7" }, expect.any(String)],
  [
    { kind: "forbidden-html" },
    403,
    HTML,
    expect.stringContaining("<center>Microsoft-Azure-Application-Gateway/v2</center>"),
  ],
  [{ kind: "wrong-type" }, 200, HTML, expect.stringContaining("<h1>Welcome</h1>")],
  [{ kind: "not-json" }, 200, JSON_TYPE, "<!-- not what you expect -->"],
  [{ kind: "redirect", location: "http://a.org/" }, 302, { location: "http://a.org/" }, ""],
  [{ kind: "empty-object" }, 200, {}, "{}"],
  [
    { kind: "not-found" },
    404,
    JSON_TYPE,
    `{\n  "path" : "${PATH}",\n  "errorMessage" : "Couldn't find any profile with name Lantern_Lou"\n}`,
  ],
  [
    { kind: "error-envelope" },
    200,
    JSON_TYPE,
    `{\n  "path" : "${PATH}",\n  "error" : "InternalServerException",\n  "errorMessage" : "Internal Server Error"\n}`,
  ],
];

describe("faults of the response", () => {
  it.each(RESPONSES)("%o", async (fault, status, headers, body) => {
    arm(fault);
    const response = await fetch(nameUrl(), { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });

  it("not-found: the empty response of the session server", async () => {
    arm({ kind: "not-found" }, "mojang-session.*");
    expect((await fetch(profileUrl())).status).toBe(204);
  });

  it.each([
    ["too-much-traffic", "unable to handle request: too much traffic"],
    [
      "not-in-cache",
      "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
    ],
  ] as const)("%s: one of Geyser's two 503s", async (kind, message) => {
    arm({ kind }, "geyser.xuid");
    const requested = fetch(`${sandbox.url}/geyser/v2/xbox/xuid/Mossy%20Minnow`);
    expect(await read(requested)).toEqual([503, { message }]);
  });
});

describe("bad-textures", () => {
  const valueOf = async () => {
    const profile = (await (await fetch(profileUrl())).json()) as {
      properties: { value: string }[];
    };
    return profile.properties[0]?.value ?? "";
  };
  const decoded = async () => Buffer.from(await valueOf(), "base64").toString();

  it("base64: characters outside the alphabet", async () => {
    arm({ kind: "bad-textures", variant: "base64" }, "mojang-session.*");
    expect(await valueOf()).toMatch(/^%%%/);
  });

  it.each([
    ["json", "these are not the textures you are looking for"],
    ["shape", '{"textures":{"SKIN":["not","an","object"]}}'],
  ] as const)("%s: other text", async (variant, text) => {
    arm({ kind: "bad-textures", variant }, "mojang-session.*");
    expect(await decoded()).toBe(text);
  });

  it.each([
    [
      { variant: "foreign-host" },
      "http://textures.minecraft.net.example.com/texture/0123456789abcdef",
    ],
    [{ variant: "url", url: "file:///etc/passwd" }, "file:///etc/passwd"],
  ] as const)("a URL that must not be followed: %o", async (how, url) => {
    arm({ kind: "bad-textures", ...how }, "mojang-session.*");
    expect(JSON.parse(await decoded())).toMatchObject({
      profileId: LOU.id,
      textures: { SKIN: { url }, CAPE: { url } },
    });
  });

  it("corrupts the property of Geyser as well", async () => {
    arm({ kind: "bad-textures" }, "geyser.skin");
    const response = await fetch(`${sandbox.url}/geyser/v2/skin/${xuidOf("Lantern Lou")}`);
    expect(await response.json()).toMatchObject({ value: expect.stringMatching(/^%%%/) });
  });
});

describe("faults of the connection", () => {
  it("delay: the right response, late", async () => {
    arm({ kind: "delay", ms: 60 });
    const start = performance.now();
    expect(await (await fetch(nameUrl())).json()).toEqual(LOU);
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  });

  it("hang: never a response", async () => {
    arm({ kind: "hang" });
    await expect(fetch(nameUrl(), { signal: AbortSignal.timeout(60) })).rejects.toThrow("timeout");
  });

  it("drop: not a byte", async () => {
    arm({ kind: "drop" });
    expect((await rawGet(nameUrl())).text).toBe("");
    await expect(fetch(nameUrl())).rejects.toThrow("fetch failed");
  });

  it("drip: the whole body, a few bytes at a time", async () => {
    arm({ kind: "drip", bytesPerSecond: 2_000 });
    const start = performance.now();
    expect(await (await fetch(nameUrl())).text()).toBe(BODY);
    expect(performance.now() - start).toBeGreaterThan(30);
  });

  it("drip: headers at once, before a body that takes long", async () => {
    arm({ kind: "drip", bytesPerSecond: 0.001 });
    const response = await fetch(nameUrl());
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it("drip: headers too", async () => {
    arm({ kind: "drip", bytesPerSecond: 2_000, from: "headers" });
    const { text } = await rawGet(nameUrl());
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/);
    expect(text.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
  });

  it("truncate: half of what the length promised", async () => {
    arm({ kind: "truncate" });
    const { text, error } = await rawGet(nameUrl());
    expect(text).toContain(`content-length: ${BODY.length}\r\n`);
    expect(text.endsWith(`\r\n\r\n${BODY.slice(0, BODY.length / 2)}`)).toBe(true);
    expect(error).toBe(null);
    await expect((await fetch(nameUrl())).text()).rejects.toThrow("terminated");
  });

  it("truncate: chunks without a last one", async () => {
    arm({ kind: "truncate", chunked: true });
    const { text, error } = await rawGet(nameUrl());
    expect(text).toContain("Transfer-Encoding: chunked\r\n");
    expect(text.endsWith(`\r\n\r\n24\r\n${BODY.slice(0, 36)}\r\n`)).toBe(true);
    expect(error).toBe(null);
    await expect((await fetch(nameUrl())).text()).rejects.toThrow("terminated");
  });

  it("reset-mid-body: the connection is torn down", async () => {
    arm({ kind: "reset-mid-body" });
    const { text, error } = await rawGet(nameUrl());
    expect(text).not.toContain("}");
    expect(error).toBe("ECONNRESET");
  });

  it("huge: endless, until the client disconnects", async () => {
    arm({ kind: "huge" });
    const { text } = await rawGet(nameUrl(), { stopAfter: 3_000_000 });
    expect(text.length).toBeGreaterThanOrEqual(3_000_000);
    sandbox.control.clearFaults();
    expect(await (await fetch(nameUrl())).json()).toEqual(LOU);
  });

  it("gzip-bomb: a few kilobytes that unpack to megabytes", async () => {
    arm({ kind: "gzip-bomb", bytes: 3 * 1024 * 1024 });
    const { text } = await rawGet(nameUrl(), { stopAfter: 3_300 });
    expect(text).toContain("content-encoding: gzip\r\n");
    const packed = Buffer.from(text.slice(text.indexOf("\r\n\r\n") + 4), "latin1");
    const plain = gunzipSync(packed).toString();
    expect(plain.length).toBe(3 * 1024 * 1024 + BODY.length);
    expect(plain.trimStart()).toBe(BODY);
  });
});

/** The bytes received until the connection ended, and how it ended. */
interface RawResponse {
  readonly text: string;
  /** Null after an orderly close, otherwise the code of the error. */
  readonly error: string | null;
}

/** Sends a GET over a plain socket and collects the raw bytes. */
function rawGet(url: string, { stopAfter = Infinity } = {}): Promise<RawResponse> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let error: string | null = null;
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= stopAfter) socket.destroy();
    });
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      error = cause.code ?? cause.message;
    });
    socket.on("close", () => resolve({ text: Buffer.concat(chunks).toString("latin1"), error }));
  });
}
