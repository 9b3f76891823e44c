import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { document, everyOperation, responseOf } from "../routes/openapi/openapi.fixture.ts";
import { notReadyBody } from "../contract/status.ts";
import { createTestWorld, useWorld, type RequestOptions } from "../../testing/world.ts";

/** The same on every response, for browsers alone; or what HTTP requires. */
const UNDOCUMENTED = new Set([
  "access-control-expose-headers",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "cross-origin-resource-policy",
  "referrer-policy",
  "vary",
  "x-content-type-options",
]);
/** Comes with images, with whole profiles, and with refreshes. */
const SOMETIMES = new Set(["x-texture-source", "last-modified", "ratelimit", "ratelimit-policy"]);

const SKIN = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

/** Each takes the place of the others. */
const identifying = new Set(["username", "uuid", "texture"]);

const world = useWorld();

/** Sends a request, and compares the response with what the document says of it. */
async function compare(target: string, status: number, options: RequestOptions = {}) {
  const { method = "GET" } = options;
  const [path = ""] = target.split("?");
  const reply = await world.request(target, options);
  expect(reply.status, `${method} ${target}`).toBe(status);
  const response = responseOf(path, status);
  const type = reply.headers["content-type"]?.split(";")[0];
  const sent = Object.keys(reply.headers).filter((name) => !UNDOCUMENTED.has(name));
  const described = Object.keys(response.headers).map((name) => name.toLowerCase());
  expect(described, target).toEqual(expect.arrayContaining(sent));
  if (method !== "HEAD") {
    const always = described.filter((name) => !SOMETIMES.has(name));
    expect(sent, target).toEqual(expect.arrayContaining(always));
    const types = Object.keys(response.content ?? {});
    expect(type === undefined ? types.length : types.includes(type)).toBe(type ? true : 0);
  }
  return reply;
}

describe("the document describes the responses", () => {
  it.each([
    ["/api?username=Lantern_Lou", 200],
    ["/api?username=2761708961228418&type=bedrock", 200],
    ["/api?social=1", 200],
    ["/api?recent=1", 200],
    ["/api", 400],
    ["/api?username=%3F", 400],
    ["/api?username=nobody_at_all", 404],
    ["/head?username=Lantern_Lou&size=512&format=webp&overlay=false", 200],
    ["/head?username=nobody_at_all", 404],
    ["/head?username=nobody_at_all&format=webp", 404],
    ["/head?username=nobody_at_all&default=404", 404],
    ["/head?username=nobody_at_all&default=alex", 200],
    ["/head?size=7", 400],
    ["/head?texture=abcd", 404],
    [`/head?texture=${SKIN}`, 200],
    ["/skin?username=Plain_Paul", 200],
    ["/skin?username=nobody_at_all", 404],
    ["/skin", 400],
    ["/cape?username=Lantern_Lou", 200],
    ["/cape?username=Tinker_Tess", 404],
    ["/cape?type=both", 400],
    ["/api.php?username=Lantern_Lou", 301],
    ["/api/health", 200],
    ["/api/ready", 200],
    ["/api/metrics", 200],
    ["/api/status", 200],
    ["/openapi.json", 200],
  ])("to GET %s with %i, and to HEAD", async (target, status) => {
    await compare(target, status);
    await compare(target, status, { method: "HEAD" });
  });

  it.each(everyOperation)("to the examples of %s, with 200", async (path, { parameters }) => {
    const places = parameters.filter(({ in: place }) => place !== "header");
    const sent = places.flatMap(({ name, examples = {} }) =>
      Object.values(examples).map(({ value }) => [name, String(value)] as const),
    );
    const first = new Map(sent.toReversed());
    /** An image of a player, or the players of a list; another player takes the place of the first. */
    const targetWith = (name?: string, value = "") => {
      const values = new Map(
        places.flatMap((one) => {
          const isNeeded =
            one.required || (one.name === "username" && !identifying.has(name ?? ""));
          return isNeeded ? [[one.name, first.get(one.name) ?? ""] as const] : [];
        }),
      );
      if (name !== undefined) values.set(name, value);
      const inPath = path.replaceAll(/\{(\w+)\}/g, (_, at: string) => {
        const text = encodeURIComponent(values.get(at) ?? "");
        values.delete(at);
        return text;
      });
      return values.size === 0 ? inPath : `${inPath}?${new URLSearchParams([...values])}`;
    };
    const targets = [targetWith(), ...sent.map((example) => targetWith(...example))];
    const isMoved = path === "/api.php";
    const wrong = await Promise.all(
      targets.map(async (target) => [target, (await world.request(target)).status]),
    );
    expect(wrong.filter(([, status]) => status !== (isMoved ? 301 : 200))).toEqual([]);
  });

  it("to every method at every path", async () => {
    const forGet = Object.keys(document.paths).filter(
      (path) => "get" in (document.paths[path] ?? {}),
    );
    for (const path of forGet) {
      const allowed = path === "/api/batch" ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
      const preflight = await world.request(path, { method: "OPTIONS" });
      expect([path, preflight.status, preflight.headers["allow"]]).toEqual([path, 204, allowed]);
      await compare(`${path}?${"a".repeat(3_000)}`, 414);
      const refused = await world.request(path, { method: "PUT" });
      expect([path, refused.status, refused.headers["allow"]]).toEqual([path, 405, allowed]);
    }
  });

  it.each([
    "/api?username=Lantern_Lou",
    "/api?social=1",
    "/head?username=Lantern_Lou",
    "/head?username=Plain_Paul",
    "/skin?username=Lantern_Lou",
    "/cape?username=Lantern_Lou",
    "/openapi.json",
  ])("to %s when it is unchanged", async (target) => {
    const ifNoneMatch = (await world.request(target)).headers["etag"] ?? "";
    await compare(target, 304, { ifNoneMatch });
    await compare(target, 304, { ifNoneMatch, method: "HEAD" });
  });

  it("to a refresh too many", async () => {
    const granted = await compare("/api?username=Gramps_Gravel&update=true", 200);
    expect(granted.headers["ratelimit"]).toBe('"refresh";r=0;t=3600');
    expect(granted.headers["ratelimit-policy"]).toBe('"refresh";q=1;w=3600');
    const { headers } = await compare("/api?username=Gramps_Gravel&update=true", 429);
    expect(headers["ratelimit-policy"]).toBe('"refresh";q=1;w=3600');
  });

  it("while a provider fails", async () => {
    world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    for (const target of ["/api", "/head", "/skin", "/cape"]) {
      await compare(`${target}?username=Nobody_Asked`, 502);
    }
    await compare("/head?username=Nobody_Asked&format=webp", 502);
    world.sandbox.control.clearFaults();
  });
});

it("says 503 and what is missing while pages cannot be rendered, and while the process ends", async () => {
  const own = await createTestWorld();
  let rendering = false;
  own.services.api.needsPages(() => rendering);
  const ready = async () => {
    const reply = await own.request("/api/ready");
    if (reply.status === 200) return 200;
    expect(notReadyBody.parse(reply.json())).toEqual(reply.json());
    expect(reply.headers).toMatchObject({ "retry-after": "1", "cache-control": "no-store" });
    expect(reply.caching?.isReusable).toBe(false);
    return [reply.status, reply.json()["code"], reply.json()["missing"]];
  };
  expect(await ready()).toEqual([503, "OVERLOADED", ["pages"]]);
  rendering = true;
  expect(await ready()).toBe(200);
  rendering = false;
  expect(await ready()).toEqual([503, "OVERLOADED", ["pages"]]);
  rendering = true;
  own.services.api.drain();
  expect(await ready()).toEqual([503, "OVERLOADED", []]);
  const described = responseOf("/api/ready", 503);
  expect(Object.keys(described.headers)).toContain("Retry-After");
  const schema = { $ref: "#/components/schemas/NotReady" };
  expect(described.content?.["application/json"]?.schema).toEqual(schema);
  await own.close();
});

describe("the document is compressed for clients that accept it", () => {
  const sizes = new Map<string, number>();

  it.each([
    ["identity", undefined],
    ["br", "gzip, deflate, br"],
    ["gzip", "gzip, br;q=0"],
    ["identity", "*;q=0"],
  ] as const)("as %s for Accept-Encoding %s", async (encoding, acceptEncoding) => {
    const options: RequestOptions = acceptEncoding === undefined ? {} : { acceptEncoding };
    const { status, headers, bytes } = await world.request("/openapi.json", options);
    const unpacked = {
      identity: (all: Uint8Array) => all,
      br: brotliDecompressSync,
      gzip: gunzipSync,
    };
    expect(status).toBe(200);
    expect(headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(headers["content-length"]).toBe(String(bytes.length));
    const text = Buffer.from(unpacked[encoding](bytes)).toString("utf8");
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0" });
    sizes.set(encoding, bytes.length);
  });

  it("in less than a sixth of its size", () => {
    expect(sizes.get("br")).toBeLessThan((sizes.get("identity") ?? 0) / 6);
  });

  it("and is 304 only for the tag of the encoding that would be sent", async () => {
    const tagOf = async (acceptEncoding: string) =>
      (await world.request("/openapi.json", { acceptEncoding })).headers["etag"] ?? "";
    const [br, identity] = [await tagOf("br"), await tagOf("identity")];
    expect(br).not.toBe(identity);
    const request = async (ifNoneMatch: string, acceptEncoding: string) => {
      const reply = await world.request("/openapi.json", { ifNoneMatch, acceptEncoding });
      expect(reply.headers["vary"]).toBe("Accept-Encoding");
      return reply.status;
    };
    expect(await request(br, "br")).toBe(304);
    expect(await request(`W/${br}`, "br")).toBe(304);
    expect(await request(identity, "br")).toBe(200);
    expect(await request(`${br}, ${identity}`, "identity")).toBe(304);
  });
});
