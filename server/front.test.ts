import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { scratchDirectory } from "../lib/cache/stores/sqlite/scratch.fixture.ts";
import { fakePages, openFront, useFront } from "../testing/served.ts";
import { openWorld, useWorld } from "../testing/world.ts";
import type { Pages } from "./pages.ts";

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

let overloaded = false;
let pagesUnderWay = 0;
/** The number of requests under way that was last reported. */
let reportedUnderWay = 0;

/** Fake pages: this suite is about which requests reach them. */
const pages: Pages = {
  ...fakePages,
  underWay: () => pagesUnderWay,
  serve: (_request, response, client) => void response.end(`a page for ${client}`),
  refuse: (_request, response) => void response.writeHead(503).end("no page"),
};

const world = useWorld();
const front = useFront(world, {
  pages,
  load: {
    isOverloaded(count) {
      reportedUnderWay = count().all;
      return overloaded;
    },
    stop: () => undefined,
  },
});

function get(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
  port = front.port,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => void chunks.push(chunk));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("latin1"),
        }),
      );
    })
      .once("error", reject)
      .end();
  });
}

/** The headers without those that differ by request or connection. */
function lasting({ headers }: HttpResponse): IncomingHttpHeaders {
  const { date: _, "x-request-id": __, connection: ___, ...rest } = headers;
  return rest;
}

/** Requests a URL until its response is cached: the first request loads it, the second stores it. */
async function warm(path: string): Promise<HttpResponse> {
  await get(path);
  return get(path);
}

/** The headers that Java's HTTP client sends with every unencrypted request. */
const OFFER = {
  connection: "Upgrade, HTTP2-Settings",
  upgrade: "h2c",
  "http2-settings": "AAEAAEAAAAIAAAABAAMAAAAAAAQBAAAAAAUAAEAABgAGAAA",
};

/** How many responses have been counted. */
async function counted(): Promise<number> {
  const text = await world.services.metrics.text();
  const values = [...text.matchAll(/^nametag_requests_total\{.*\} (\d+)$/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

describe("a request that offers another protocol", () => {
  it.each(["/api?username=Lantern_Lou", "/head?username=Lantern_Lou", "/en", "/api?username=%3F"])(
    "gets the usual response, and its connection is closed: %s",
    async (path) => {
      const plain = await warm(path);
      const offering = await get(path, OFFER);
      expect(offering).toMatchObject({ status: plain.status, body: plain.body });
      expect(offering.headers.connection).toBe("close");
    },
  );
});

describe("a cached response", () => {
  it.each([
    "/api?username=Lantern_Lou",
    "/api?username=%D0%BC%D1%88%D0%B8%D1%81%D1%82%D1%8B%D0%B9+%D0%BF%D0%B5%D0%BD%D1%8C",
    "/head?username=Lantern_Lou&size=80",
    "/head?username=Lantern_Lou&size=80&format=webp",
    "/head?username=Plain_Paul",
    "/head?username=nobody_at_all",
    "/skin?username=Lantern_Lou",
    "/cape?username=Lantern_Lou",
    "/openapi.json",
    "/api?social=1",
  ])("to %s is the handler's, byte for byte", async (path) => {
    await get(path);
    const started = Date.now();
    const handled = await get(path);
    const hot = await get(path);
    expect(hot.body).toBe(handled.body);
    expect(hot.status).toBe(handled.status);
    const [fresh, before] = [lasting(hot), lasting(handled)];
    const seconds = (text = "") => Number(/max-age=(\d+)/.exec(text)?.[1]);
    const passed = seconds(before["cache-control"]) - seconds(fresh["cache-control"]);
    expect(passed).toBeLessThanOrEqual(1 + (Date.now() - started) / 1_000);
    expect({ ...fresh, "cache-control": "" }).toEqual({ ...before, "cache-control": "" });
  });

  it("has a new request id each time", async () => {
    await warm("/api?username=Tinker_Tess");
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { headers } = await get("/api?username=Tinker_Tess");
        return headers["x-request-id"];
      }),
    );
    expect(new Set(ids).size).toBe(50);
  });

  it("is a 304 when the ETag matches, and has no body for HEAD", async () => {
    const { headers, body } = await warm("/head?username=Tinker_Tess&size=33");
    const etag = headers.etag ?? "";
    const unchanged = await get("/head?username=Tinker_Tess&size=33", { "if-none-match": etag });
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, "", etag]);
    expect(unchanged.headers["content-type"]).toBeUndefined();
    const head = await get("/head?username=Tinker_Tess&size=33", {}, "HEAD");
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(String(body.length));
  });

  it.each([
    "/api?username=Gramps_Gravel",
    "/head/Gramps_Gravel/32",
    "/compat/crafatar/avatars/Gramps_Gravel",
    "/openapi.json",
  ])("follows preconditions like one that is made for the request: %s", async (path) => {
    const statusOf = async (headers: Record<string, string>) => (await get(path, headers)).status;
    const preconditions = async (etag: string) => [
      await statusOf({ "if-none-match": "*" }),
      await statusOf({ "if-none-match": etag.replace(/"$/, '-gzip"') }),
      await statusOf({ "if-match": "*" }),
      await statusOf({ "if-match": etag }),
      await statusOf({ "if-match": '"another"', "if-none-match": etag }),
    ];
    const { headers } = await get(path);
    const etag = headers.etag ?? "";
    // By the strong comparison, a weak tag is not even the same as itself.
    const expected = [304, 304, 200, etag.startsWith("W/") ? 412 : 200, 412];
    const before = await counted();
    expect(await preconditions(etag)).toEqual(expected);
    await warm(path);
    expect(await preconditions(etag)).toEqual(expected);
    const after = await counted();
    expect(after - before).toBe(2 * expected.length + 2);
    const { body, headers: failed } = await get(path, { "if-match": '"another"' });
    expect(JSON.parse(body)).toMatchObject({ success: false, code: "PRECONDITION_FAILED" });
    expect(failed).toMatchObject({
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
    expect(failed.etag).toBeUndefined();
  });

  it("of a profile was modified when it was fetched", async () => {
    const { body, headers } = await warm("/api?username=NoodleKnight&type=java");
    const { fetched_at } = JSON.parse(body) as { fetched_at: string };
    const modified = headers["last-modified"] ?? "";
    expect(modified).toBe(new Date(fetched_at).toUTCString());
    const statusOf = async (conditions: Record<string, string>) =>
      (await get("/api?username=NoodleKnight&type=java", conditions)).status;
    expect([
      await statusOf({ "if-modified-since": modified }),
      await statusOf({ "if-modified-since": "Fri, 27 Nov 2020 10:00:00 GMT" }),
      await statusOf({ "if-modified-since": modified, "if-none-match": '"another"' }),
      await statusOf({ "if-unmodified-since": modified }),
      await statusOf({ "if-unmodified-since": "Fri, 27 Nov 2020 10:00:00 GMT" }),
    ]).toEqual([304, 200, 200, 200, 412]);
  });

  it("counts as a lookup", async () => {
    await warm("/api?username=QuietQuill");
    const before = JSON.parse((await get("/api?recent=1")).body) as Recent;
    for (let times = 0; times < 5; times += 1) await get("/api?username=QuietQuill");
    const after = JSON.parse((await get("/api?recent=1")).body) as Recent;
    expect(after.stats.lookups_total - before.stats.lookups_total).toBe(5);
    expect(after.recent[0]?.username).toBe("QuietQuill");
  });

  it("is dropped when the player is refreshed", async () => {
    const finn = "/api?username=Foxglove_Finn&type=java";
    const before = javaOf(await warm(finn));
    const head = await warm(`/head?uuid=${before.uuid}`);
    world.sandbox.control.change(before.uuid, { skin: "2bbbabab937742628b3602462ddbd909" });
    expect(javaOf(await get(finn)).skin_texture).toBe(before.skin_texture);
    expect((await get(`${finn}&update=true`)).status).toBe(200);
    expect(javaOf(await get(finn)).skin_texture).not.toBe(before.skin_texture);
    expect((await get(`/head?uuid=${before.uuid}`)).body).not.toBe(head.body);
  });

  it("is not made from a refresh, a failure or a bad request", async () => {
    for (const path of ["/api?username=Bea&update=true", "/api?username=", "/api/nothing"]) {
      await warm(path);
      expect(world.services.api.responses.find(path)).toBeUndefined();
    }
  });
});

interface Recent {
  recent: { username: string }[];
  stats: { lookups_total: number };
}

function javaOf({ body }: HttpResponse): { uuid: string; skin_texture: string } {
  return (JSON.parse(body) as { java: { uuid: string; skin_texture: string } }).java;
}

describe("an overloaded process", () => {
  it("serves cached responses and refuses other requests with 503", async () => {
    await warm("/api?username=NoodleKnight");
    overloaded = true;
    try {
      expect((await get("/api?username=NoodleKnight")).status).toBe(200);
      const refused = await get("/api?username=Old_Marrow");
      expect(refused.status).toBe(503);
      expect(JSON.parse(refused.body)).toMatchObject({ success: false, code: "OVERLOADED" });
      expect(refused.headers).toMatchObject({
        "retry-after": "1",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
      });
    } finally {
      overloaded = false;
    }
  });
});

describe("pages under load", () => {
  it("are refused like API requests, and counted like them", async () => {
    overloaded = true;
    pagesUnderWay = 40;
    try {
      expect(await get("/en")).toMatchObject({ status: 503, body: "no page" });
      expect(reportedUnderWay).toBe(40);
      expect((await get("/api?username=Old_Marrow")).status).toBe(503);
      expect(reportedUnderWay).toBe(40);
    } finally {
      overloaded = false;
      pagesUnderWay = 0;
    }
    expect(await get("/en")).toMatchObject({ status: 200 });
  });
});

describe("a path of the API", () => {
  it.each([
    "/api/llms.txt",
    "/api//",
    "/API",
    "/API?username=Lantern_Lou",
    "/Api/Health",
    "//api?username=Lantern_Lou",
    "///head?username=Lantern_Lou",
    "/OPENAPI.JSON",
  ])("returns a JSON 404 for %s to every origin", async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([404, "ROUTE_NOT_FOUND"]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("X-Request-Id") as string,
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it.each(["/", "/en/api", "/apis", "/head.png", "//en", "/llms.txt"])(
    "is not %s, which belongs to the pages",
    async (path) => {
      expect((await get(path)).body).toContain("a page for");
    },
  );
});

describe("a path outside the API", () => {
  it("goes to the pages, with the client's IP address", async () => {
    const page = await get("/en/docs", {
      "x-forwarded-for": "6.6.6.6",
      forwarded: "for=6.6.6.6",
      "x-real-ip": "6.6.6.6",
      "x-client-ip": "6.6.6.6",
      "true-client-ip": "6.6.6.6",
      "cf-connecting-ip": "6.6.6.6",
    });
    expect(page.body).toBe("a page for 127.0.0.1");
  });

  it("says by OPTIONS what it supports, to every origin", async () => {
    for (const path of ["/", "/en", "/en/player/Lantern_Lou", "/favicon.ico"]) {
      const { status, headers, body } = await get(path, {}, "OPTIONS");
      expect([path, status, body]).toEqual([path, 204, ""]);
      expect(headers).toMatchObject({
        allow: "GET, HEAD, OPTIONS",
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
      });
    }
    expect((await get("/en", {}, "POST")).headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  it.each([
    ["GET", "/%ff", 400, "INVALID_PARAMETER"],
    ["POST", "/en", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "/_next/image?url=%2Fhead&w=64&q=75", 404, "ROUTE_NOT_FOUND"],
    ["GET", `/en/${"a".repeat(2_100)}`, 414, "URI_TOO_LONG"],
  ])("rejects %s %s", async (method, path, status, code) => {
    const { status: given, body, headers } = await get(path, {}, method);
    expect([given, (JSON.parse(body) as { code: string }).code]).toEqual([status, code]);
    expect(headers["access-control-allow-origin"]).toBe("*");
  });
});

it("a check of this process waits for no store that another process has locked", async () => {
  const directory = scratchDirectory();
  const onDisk = await openWorld(() => ({ DATA_DIR: directory }));
  const { port } = await openFront(onDisk);
  const { stores } = onDisk.services;
  await stores.committed();
  const other = new DatabaseSync(join(directory, "cache.sqlite"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const order: string[] = [];
  const written = stores.coordination.set("a", "1").then(
    () => order.push("written"),
    () => order.push("not written"),
  );
  const paths = ["/api/health", "/api/ready", "/api/metrics"];
  for (const path of paths) {
    expect((await get(path, {}, "GET", port)).status).toBe(200);
    order.push(path);
  }
  other.exec("ROLLBACK");
  await written;
  expect(order).toEqual([...paths, "written"]);
});

describe("a request with a body", () => {
  it("gets a response, and its connection is closed", async () => {
    const response = await get("/api?username=Lantern_Lou", { "content-length": "5" }, "GET").catch(
      (error: unknown) => error,
    );
    expect(response).toMatchObject({ status: 200, headers: { connection: "close" } });
  });
});
