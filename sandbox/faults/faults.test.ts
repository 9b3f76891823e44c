import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openSandbox, xuidOf } from "../sandbox.fixture.ts";
import type { Fault } from "./fault.ts";

const sandbox = await openSandbox();
const { control } = sandbox;

const NAME = `${sandbox.url}/mojang-api/minecraft/profile/lookup/name/Lantern_Lou`;
const LOU = { id: "dfb83a479bf3469583e7bdc34c28fa4e", name: "Lantern_Lou" };
const PROFILE = `${sandbox.url}/mojang-session/session/minecraft/profile/${LOU.id}`;
const BODY = `{\n  "id" : "${LOU.id}",\n  "name" : "Lantern_Lou"\n}`;

function arm(fault: Fault, route = "mojang-api.name") {
  control.fault({ route, fault });
}

describe("faults of the response", () => {
  it("status: any status, body, type and headers", async () => {
    arm({ kind: "status", status: 418, body: "tea", contentType: "text/x", headers: { a: "b" } });
    const response = await fetch(NAME);
    expect(response.status).toBe(418);
    expect(response.headers.get("content-type")).toBe("text/x");
    expect(response.headers.get("a")).toBe("b");
    expect(await response.text()).toBe("tea");
  });

  it.each([500, 502, 503, 504])("status: %d without a body", async (status) => {
    arm({ kind: "status", status });
    const response = await fetch(NAME);
    expect([response.status, await response.text()]).toEqual([status, ""]);
  });

  it("throttle: the provider's own 429", async () => {
    arm({ kind: "throttle", retryAfter: 7 });
    const response = await fetch(NAME);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  it("forbidden-html: the page of the gateway", async () => {
    arm({ kind: "forbidden-html" });
    const response = await fetch(NAME);
    expect([response.status, response.headers.get("content-type")]).toEqual([403, "text/html"]);
    expect(await response.text()).toContain(
      "<center>Microsoft-Azure-Application-Gateway/v2</center>",
    );
  });

  it("wrong-type: a web page with status 200", async () => {
    arm({ kind: "wrong-type" });
    const response = await fetch(NAME);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html"]);
    expect(await response.text()).toContain("<h1>Welcome</h1>");
  });

  it("not-json: the right type around something else", async () => {
    arm({ kind: "not-json" });
    const response = await fetch(NAME);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("<!-- not what you expect -->");
  });

  it("redirect: to any URL", async () => {
    arm({ kind: "redirect", location: "http://example.com/", status: 307 });
    const response = await fetch(NAME, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([
      307,
      "http://example.com/",
    ]);
  });

  it("empty-object: {} with status 200", async () => {
    arm({ kind: "empty-object" });
    const response = await fetch(NAME);
    expect([response.status, await response.json()]).toEqual([200, {}]);
  });

  it("not-found: the provider's own response for a miss", async () => {
    arm({ kind: "not-found" });
    const response = await fetch(NAME);
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        path: "/minecraft/profile/lookup/name/Lantern_Lou",
        errorMessage: "Couldn't find any profile with name Lantern_Lou",
      },
    ]);
    arm({ kind: "not-found" }, "mojang-session.*");
    expect((await fetch(PROFILE)).status).toBe(204);
  });

  it("error-envelope: the provider's error with status 200", async () => {
    arm({ kind: "error-envelope" });
    const response = await fetch(NAME);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        path: "/minecraft/profile/lookup/name/Lantern_Lou",
        error: "InternalServerException",
        errorMessage: "Internal Server Error",
      },
    ]);
  });

  it.each([
    ["too-much-traffic", "unable to handle request: too much traffic"],
    [
      "not-in-cache",
      "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
    ],
  ] as const)("%s: one of Geyser's two 503s", async (kind, message) => {
    arm({ kind }, "geyser.xuid");
    const response = await fetch(`${sandbox.url}/geyser/v2/xbox/xuid/Mossy%20Minnow`);
    expect([response.status, await response.json()]).toEqual([503, { message }]);
  });

  it.each([
    "/mojang-api/minecraft/profile/lookup/name/Lantern_Lou",
    `/mojang-session/session/minecraft/profile/${LOU.id}`,
    "/playerdb/api/player/minecraft/Lantern_Lou",
  ])("wrong-identity: a valid response about another player, %s", async (path) => {
    const right = await (await fetch(sandbox.url + path)).text();
    arm({ kind: "wrong-identity" }, "*");
    const response = await fetch(sandbox.url + path);
    const wrong = await response.text();
    expect(response.status).toBe(200);
    expect(right).toContain("Lantern_Lou");
    expect(wrong).not.toContain("Lantern_Lou");
    expect(Object.keys(JSON.parse(wrong) as object)).toEqual(
      Object.keys(JSON.parse(right) as object),
    );
  });

  it("wrong-identity: other bytes under a texture's hash", async () => {
    const url = `${sandbox.url}/mojang-textures/texture/7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db`;
    const right = await (await fetch(url)).arrayBuffer();
    arm({ kind: "wrong-identity" }, "mojang-textures.texture");
    const wrong = await (await fetch(url)).arrayBuffer();
    expect(Buffer.from(wrong).equals(Buffer.from(right))).toBe(false);
  });

  it("wrong-identity: the link of another", async () => {
    const path = "/geyser/v2/link/java/dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
    arm({ kind: "wrong-identity" }, "geyser.link-java");
    const [link] = (await (await fetch(sandbox.url + path)).json()) as { java_name: string }[];
    expect(link?.java_name).toBe("CopperKettle");
  });
});

describe("bad-textures", () => {
  const valueOf = async () => {
    const profile = (await (await fetch(PROFILE)).json()) as { properties: { value: string }[] };
    return profile.properties[0]?.value ?? "";
  };
  const decoded = async () => Buffer.from(await valueOf(), "base64").toString();

  it("base64: characters outside the alphabet", async () => {
    arm({ kind: "bad-textures", variant: "base64" }, "mojang-session.*");
    expect(await valueOf()).toMatch(/^%%%/);
  });

  it("json: text that is not JSON", async () => {
    arm({ kind: "bad-textures", variant: "json" }, "mojang-session.*");
    expect(await decoded()).toBe("these are not the textures you are looking for");
  });

  it("shape: JSON of another shape", async () => {
    arm({ kind: "bad-textures", variant: "shape" }, "mojang-session.*");
    expect(await decoded()).toBe('{"textures":{"SKIN":["not","an","object"]}}');
  });

  it("missing: no property at all", async () => {
    arm({ kind: "bad-textures", variant: "missing" }, "mojang-session.*");
    expect(await (await fetch(PROFILE)).json()).toMatchObject({ ...LOU, properties: [] });
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
    expect(await (await fetch(NAME)).json()).toEqual(LOU);
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  });

  it("hang: never a response", async () => {
    arm({ kind: "hang" });
    await expect(fetch(NAME, { signal: AbortSignal.timeout(60) })).rejects.toThrow("timeout");
  });

  it("drop: not a byte", async () => {
    arm({ kind: "drop" });
    expect((await rawGet(NAME)).text).toBe("");
    await expect(fetch(NAME)).rejects.toThrow("fetch failed");
  });

  it("drip: the whole body, one byte at a time", async () => {
    arm({ kind: "drip", bytesPerSecond: 2_000 });
    const start = performance.now();
    const response = await fetch(NAME);
    const headersAt = performance.now() - start;
    expect(await response.text()).toBe(BODY);
    expect(performance.now() - start - headersAt).toBeGreaterThan(30);
  });

  it("drip: headers too", async () => {
    arm({ kind: "drip", bytesPerSecond: 2_000, from: "headers" });
    const { text } = await rawGet(NAME);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/);
    expect(text.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
  });

  it("truncate: half of what the length promised", async () => {
    arm({ kind: "truncate" });
    const { text, error } = await rawGet(NAME);
    expect(text).toContain(`content-length: ${BODY.length}\r\n`);
    expect(text.endsWith(`\r\n\r\n${BODY.slice(0, BODY.length / 2)}`)).toBe(true);
    expect(error).toBe(null);
    await expect((await fetch(NAME)).text()).rejects.toThrow("terminated");
  });

  it("truncate: chunks without a last one", async () => {
    arm({ kind: "truncate", chunked: true });
    const { text, error } = await rawGet(NAME);
    expect(text).toContain("Transfer-Encoding: chunked\r\n");
    expect(text.endsWith(`\r\n\r\n24\r\n${BODY.slice(0, 36)}\r\n`)).toBe(true);
    expect(error).toBe(null);
    await expect((await fetch(NAME)).text()).rejects.toThrow("terminated");
  });

  it("reset-mid-body: the connection is torn down", async () => {
    arm({ kind: "reset-mid-body" });
    const { text, error } = await rawGet(NAME);
    expect(text).not.toContain("}");
    expect(error).toBe("ECONNRESET");
  });

  it("huge: valid JSON after many spaces", async () => {
    arm({ kind: "huge", bytes: 300_000 });
    const text = await (await fetch(NAME)).text();
    expect(text.length).toBe(300_000 + BODY.length);
    expect(JSON.parse(text)).toEqual(LOU);
  });

  it("huge: with a Content-Length", async () => {
    arm({ kind: "huge", bytes: 300_000, declared: true });
    const response = await fetch(NAME);
    expect(response.headers.get("content-length")).toBe(String(300_000 + BODY.length));
    await response.body?.cancel();
  });

  it("huge: endless, until the client disconnects", async () => {
    arm({ kind: "huge" });
    const { text } = await rawGet(NAME, { stopAfter: 3_000_000 });
    expect(text.length).toBeGreaterThanOrEqual(3_000_000);
    control.clearFaults();
    expect(await (await fetch(NAME)).json()).toEqual(LOU);
  });

  it("gzip-bomb: a few kilobytes that unpack to megabytes", async () => {
    arm({ kind: "gzip-bomb", bytes: 3 * 1024 * 1024 });
    const { text } = await rawGet(NAME, { stopAfter: 3_300 });
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
