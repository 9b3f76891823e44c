import { once } from "node:events";
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Sandbox } from "../sandbox/server.ts";
import { findNginx, withNginx, type Edge } from "./support/nginx.ts";
import { speak } from "./support/raw.ts";
import { expect, test as base } from "./support/test.ts";
import { withWorld } from "./support/world.ts";

const INSTALL_MS = 300_000;

const test = base.extend<object, { edge: Edge }>({
  edge: [async ({ service }, use) => withNginx(service.port, use), { scope: "worker" }],
});

test.use({ variables: { TRUSTED_PROXY_HOPS: "1" } });

// One after the other, so that nginx is looked for, and perhaps installed, once.
test.describe.configure({ mode: "default" });

test.beforeAll(() => {
  test.setTimeout(INSTALL_MS);
  test.skip(process.platform !== "linux", "Other systems have one loopback address only.");
  const missing = findNginx() === undefined;
  test.skip(missing && !process.env["CI"], "There is no nginx, and none could be installed.");
  expect(missing, "nginx is missing").toBe(false);
});

test("keeps an answer as the service gave it", async ({ edge }) => {
  const target = "/api?username=Lantern_Lou";
  const first = await ask(edge.port, target);
  const second = await ask(edge.port, target);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({ "x-edge-cache": "MISS", "x-cache": "MISS" });
  expect(second.headers).toEqual({ ...first.headers, "x-edge-cache": "HIT" });
  expect(second.body).toEqual(first.body);
});

test("passes on that no provider is to be asked, and stores no 204", async ({ edge }) => {
  const target = "/api?username=WrenOfTheWest";
  const quiet = { headers: { "cache-control": "only-if-cached" } };
  expect((await ask(edge.port, target, quiet)).status).toBe(204);
  expect((await ask(edge.port, target)).status).toBe(200);
  const { status, headers } = await ask(edge.port, target, quiet);
  expect([status, headers["x-edge-cache"]]).toEqual([200, "HIT"]);
});

for (const target of ["/api?username=Captain_Cobble", "/head?username=Captain_Cobble"]) {
  test(`answers 304 to who has ${target} already`, async ({ edge }) => {
    const { headers } = await ask(edge.port, target);
    const condition = { "if-none-match": headers.etag };
    const unchanged = await ask(edge.port, target, { headers: condition });
    expect(unchanged.status).toBe(304);
    expect(unchanged.body).toHaveLength(0);
    expect(unchanged.headers).toMatchObject({
      etag: headers.etag,
      "cache-control": headers["cache-control"],
      "access-control-allow-origin": "*",
      "x-edge-cache": "HIT",
    });
    const changed = await ask(edge.port, target, { headers: { "if-none-match": '"other"' } });
    expect(changed.status).toBe(200);
  });
}

test("asks for the whole, whoever has an older answer", async ({ edge }) => {
  const target = "/api?username=lantern_lou";
  const { headers } = await ask(edge.port, "/api?username=Lantern_Lou");
  const conditional = await ask(edge.port, target, { headers: { "if-none-match": headers.etag } });
  expect(conditional.status).toBe(304);
  const plain = await ask(edge.port, target);
  expect(plain.status).toBe(200);
  expect(plain.headers["x-edge-cache"]).toBe("HIT");
});

test("never stretches freshness", async () => {
  const FRESH_MS = 3_000;
  const variables = { PROFILE_FRESH_SECONDS: "3", MISSING_SECONDS: "2" };
  await withWorld(variables, ({ service }) =>
    withNginx(service.port, async (edge) => {
      const states = new Set<string>();
      const statesOfUnknown = new Set<string>();
      const fetched = new Set<string>();
      const end = Date.now() + 2.5 * FRESH_MS;
      while (Date.now() < end) {
        const asked = Date.now();
        const { headers, body } = await ask(edge.port, "/api?username=Lantern_Lou");
        const { fetched_at } = JSON.parse(body.toString()) as { fetched_at: string };
        const freshUntil = Date.parse(fetched_at) + FRESH_MS;
        const maxAge = Number(/^public, max-age=(\d+),/.exec(headers["cache-control"] ?? "")?.[1]);
        // What a browser makes of it.
        const believedUntil = Date.parse(headers.date ?? "") + maxAge * 1_000;
        expect(believedUntil).toBeLessThanOrEqual(freshUntil);
        const state = String(headers["x-edge-cache"]);
        // nginx reckons in whole seconds.
        if (state === "HIT") expect(asked).toBeLessThanOrEqual(freshUntil + 1_000);
        states.add(state);
        fetched.add(fetched_at);
        const unknown = await ask(edge.port, "/api?username=Nobody_Is_Here");
        statesOfUnknown.add(String(unknown.headers["x-edge-cache"]));
        await pause(100);
      }
      expect([...states]).toEqual(expect.arrayContaining(["MISS", "HIT", "STALE"]));
      expect(fetched.size).toBeGreaterThan(1);
      // Nothing allows to tell an absence again once its time is over.
      expect([...statesOfUnknown].sort()).toEqual(["EXPIRED", "HIT", "MISS"]);
    }),
  );
});

test("hands a forced refresh to the service, and keeps none of its answers", async () =>
  withWorld({}, ({ service }) =>
    withNginx(service.port, async (edge) => {
      const target = "/api?username=Lantern_Lou&update=true";
      const granted = await ask(edge.port, target);
      expect(granted.status).toBe(200);
      expect(granted.headers).toMatchObject({
        "x-edge-cache": "BYPASS",
        "cache-control": "no-store",
      });
      expect((await ask(edge.port, target)).status).toBe(429);
      // Written otherwise, so that nginx does not see what it is.
      expect((await ask(edge.port, target.replace("update", "upd%61te"))).status).toBe(429);
    }),
  ));

test("answers what it has while the service is down", async () =>
  withWorld({ PROFILE_FRESH_SECONDS: "3", MISSING_SECONDS: "2" }, ({ service, restart }) =>
    withNginx(service.port, async (edge) => {
      const targets = [
        "/api?username=Lantern_Lou",
        "/head?username=Captain_Cobble",
        "/api?recent=1",
      ];
      const first = await Promise.all(targets.map((target) => ask(edge.port, target)));
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
      const unknown = "/api?username=Nobody_Is_Here";
      expect((await ask(edge.port, unknown)).status).toBe(404);
      await service.kill();

      for (const [at, target] of targets.entries()) {
        await expect
          .poll(async () => (await ask(edge.port, target)).headers["x-edge-cache"], {
            timeout: 10_000,
          })
          .toBe("STALE");
        const stale = await ask(edge.port, target);
        expect(stale.status).toBe(200);
        expect(stale.body).toEqual(first[at]?.body);
        expect(stale.headers.date).toBe(first[at]?.headers.date);
      }
      expect((await ask(edge.port, unknown)).status).toBe(404);

      const refused = await ask(edge.port, "/head?username=Crumbs_And_Co");
      expect(refused.status).toBe(502);
      expectRefusal(refused, "BAD_GATEWAY");
      expect(refused.headers["retry-after"]).toBe("5");
      await restart();
    }),
  ));

test("asks once for what many want", async ({ edge, sandbox }) => {
  sandbox.control.clearCalls();
  const herd = Array.from({ length: 50 }, () => ask(edge.port, "/api?username=Crumbs_And_Co"));
  const statuses = (await Promise.all(herd)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(sandbox.control.count("mojang-session.*")).toBe(1);
});

test("keeps HEAD and GET apart", async ({ edge }) => {
  const target = "/head?username=Lantern_Lou&size=80";
  const head = await ask(edge.port, target, { method: "HEAD" });
  const get = await ask(edge.port, target);
  const headAgain = await ask(edge.port, target, { method: "HEAD" });
  expect([head, get, headAgain].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([head, get, headAgain].map(({ headers }) => headers["x-edge-cache"])).toEqual([
    "MISS",
    "MISS",
    "HIT",
  ]);
  expect(head.body).toHaveLength(0);
  expect(headAgain.body).toHaveLength(0);
  expect(get.body.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect(head.headers["content-length"]).toBe(String(get.body.length));
});

test("packs JSON for who can unpack it, and for nobody else", async ({ edge }) => {
  const target = "/api?username=LANTERN_LOU";
  const packed = await ask(edge.port, target, { headers: { "accept-encoding": "gzip" } });
  const plain = await ask(edge.port, target);
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers.vary).toBe("Accept-Encoding");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.body)).toEqual(plain.body);
  expect(packed.headers.etag).toBe(plain.headers.etag);
});

test("keeps no page, no preflight, and nothing that is true only now", async ({ edge }) => {
  for (const target of ["/", "/en", "/en/nowhere", "/icon.svg", "/api/health", "/api/ready"]) {
    for (const time of ["once", "twice"]) {
      const { headers, status } = await ask(edge.port, target);
      expect(headers["x-edge-cache"], `${target} asked ${time}`).toBeUndefined();
      expect(status, target).toBeLessThan(500);
    }
  }
  const target = "/api?username=lantern_LOU";
  for (const time of ["once", "twice"]) {
    const preflight = await ask(edge.port, target, { method: "OPTIONS" });
    expect(preflight.status, time).toBe(204);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
    expect(preflight.headers["x-edge-cache"]).not.toBe("HIT");
  }
  expect((await ask(edge.port, target)).status).toBe(200);
});

const CANARY = "canary7f3a";

const canaries: readonly [name: string, value: string][] = [
  ["Host", `${CANARY}.example`],
  ["X-Forwarded-For", `198.51.100.7, ${CANARY}`],
  ["X-Forwarded-Host", `${CANARY}.example`],
  ["X-Forwarded-Port", "1337"],
  ["X-Forwarded-Proto", CANARY],
  ["X-Forwarded-Prefix", `/${CANARY}`],
  ["X-Forwarded-Server", CANARY],
  ["X-Forwarded-Scheme", CANARY],
  ["Forwarded", `for=198.51.100.7;host=${CANARY}.example;proto=${CANARY}`],
  ["X-Real-IP", "198.51.100.7"],
  ["X-Host", `${CANARY}.example`],
  ["X-Original-URL", `/${CANARY}`],
  ["X-Rewrite-URL", `/${CANARY}`],
  ["X-Original-Host", `${CANARY}.example`],
  ["Cookie", `NEXT_LOCALE=${CANARY}; __prerender_bypass=${CANARY}`],
  ["Authorization", `Bearer ${CANARY}`],
  ["Origin", `https://${CANARY}.example`],
  ["Referer", `https://${CANARY}.example/`],
  ["User-Agent", CANARY],
  ["Accept", `text/x-component, image/${CANARY}`],
  ["Accept-Language", `${CANARY}, fr;q=0.9`],
  ["Accept-Charset", CANARY],
  ["Range", "bytes=0-3"],
  ["Cache-Control", "no-cache, no-store, only-if-cached"],
  ["Pragma", "no-cache"],
  ["RSC", "1"],
  ["Next-Router-State-Tree", `%5B%22${CANARY}%22%5D`],
  ["Next-Router-Prefetch", "1"],
  ["Next-Router-Segment-Prefetch", `/${CANARY}`],
  ["Next-Url", `/${CANARY}`],
  ["Next-Action", CANARY],
  ["X-Nextjs-Data", "1"],
  ["X-Middleware-Prefetch", "1"],
  ["X-Middleware-Rewrite", `/${CANARY}`],
  ["X-Middleware-Subrequest", "middleware:middleware:middleware"],
  ["X-Middleware-Set-Cookie", `${CANARY}=1`],
  ["X-Now-Route-Matches", `1=${CANARY}`],
  ["X-Invoke-Path", `/${CANARY}`],
  ["X-Invoke-Status", "500"],
  ["X-Matched-Path", `/${CANARY}`],
  ["Purpose", "prefetch"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-HTTP-Method", "POST"],
  ["X-Method-Override", "PATCH"],
  ["X-Request-Id", CANARY],
  ["X-Edge-Cache", CANARY],
  ["X-Accel-Redirect", `/${CANARY}`],
  ["Connection", `close, ${CANARY}`],
  ["Upgrade", CANARY],
  ["Expect", "100-continue"],
  ["Content-Type", `application/${CANARY}`],
];

/** A name in as many spellings as there are canaries, each with an entry of its own in a cache. */
function spelling(name: string, at: number): string {
  return name.replaceAll(/./g, (letter, bit: number) =>
    ((at >> bit) & 1) === 1 ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

test.describe("is not told what to keep by", () => {
  test.beforeAll(async ({ service }) => {
    for (const target of ["/api", "/head", "/skin"]) {
      await fetch(`${service.url}${target}?username=Captain_Cobble`);
    }
  });

  for (const [at, [name, value]] of canaries.entries()) {
    test(`${name}: ${value}`, async ({ edge, service }) => {
      const player = spelling("captain_cobble", at + 1);
      const targets = [
        `/api?username=${player}`,
        `/head?username=${player}&size=${100 + at}`,
        `/skin?username=${player}`,
        `/head?username=${player}&size=0${at}`,
      ];
      for (const target of targets) {
        const reference = await ask(service.port, target);
        const first = await ask(edge.port, target, { headers: { [name]: value } });
        const clean = await ask(edge.port, target);
        for (const answer of [first, clean]) {
          expect(answer.status, target).toBe(reference.status);
          expect(answer.body, target).toEqual(reference.body);
          expect(comparable(answer.headers), target).toEqual(comparable(reference.headers));
          expect(JSON.stringify(answer.headers) + answer.body.toString("latin1")).not.toContain(
            CANARY,
          );
        }
        expect(first.headers["x-edge-cache"], target).toBe("MISS");
        expect(clean.headers["x-edge-cache"], target).toBe("HIT");
      }
    });
  }
});

const REST = "Host: nametag\r\nConnection: close\r\n\r\n";
const long = (bytes: number) => "a".repeat(bytes);

const hostile: readonly [
  title: string,
  (target: string) => string,
  status: number,
  code?: string,
][] = [
  [
    "a header too long for nginx",
    (target) => `GET ${target} HTTP/1.1\r\nX-Long: ${long(9_000)}\r\n${REST}`,
    400,
    "INVALID_PARAMETER",
  ],
  [
    "headers too long for the service",
    (target) =>
      `GET ${target} HTTP/1.1\r\nX-A: ${long(7_000)}\r\nX-B: ${long(7_000)}\r\nX-C: ${long(7_000)}\r\n${REST}`,
    200,
  ],
  [
    "a control character",
    (target) => `GET ${target} HTTP/1.1\r\nX-Meta: a\x07\x01b\r\n${REST}`,
    200,
  ],
  [
    "a naked NUL",
    (target) => `GET ${target} HTTP/1.1\r\nX-Meta: a\0b\r\n${REST}`,
    400,
    "INVALID_PARAMETER",
  ],
  [
    "a method to refuse",
    (target) => `POST ${target} HTTP/1.1\r\nContent-Length: 0\r\n${REST}`,
    405,
    "METHOD_NOT_ALLOWED",
  ],
  ["TRACE", (target) => `TRACE ${target} HTTP/1.1\r\n${REST}`, 405, "METHOD_NOT_ALLOWED"],
  ["a body", (target) => `GET ${target} HTTP/1.1\r\nContent-Length: 5\r\n${REST}hello`, 200],
  [
    "a body too long",
    (target) => `GET ${target} HTTP/1.1\r\nContent-Length: 99999\r\n${REST}`,
    400,
    "INVALID_PARAMETER",
  ],
  [
    "an encoding nobody knows",
    (target) => `GET ${target} HTTP/1.1\r\nTransfer-Encoding: identity\r\n${REST}`,
    400,
    "INVALID_PARAMETER",
  ],
  ["an address in full", (target) => `GET http://example.org${target} HTTP/1.1\r\n${REST}`, 200],
];

for (const [at, [title, bytes, status, code]] of hostile.entries()) {
  test(`answers a clean request after ${title}`, async ({ edge }) => {
    const target = `/head?username=Lantern_Lou&size=${200 + at}`;
    const answer = await speak(edge.port, bytes(target));
    expect(answer.status).toBe(status);
    if (code !== undefined) expectRefusal(answer, code);
    const clean = await ask(edge.port, target);
    expect(clean.status).toBe(200);
    expect(clean.headers["content-type"]).toBe("image/png");
  });
}

test("passes on how the service refuses a page's headers, and does not keep it", async ({
  edge,
}) => {
  const headers = `X-A: ${long(7_000)}\r\nX-B: ${long(7_000)}\r\nX-C: ${long(7_000)}\r\n`;
  const refused = await speak(edge.port, `GET /en HTTP/1.1\r\n${headers}${REST}`);
  expect(refused.status).toBe(400);
  expectRefusal(refused, "INVALID_PARAMETER");
  expect((await ask(edge.port, "/en")).status).toBe(200);
});

for (const length of [3_000, 20_000]) {
  test(`answers a target of ${length} bytes with URI_TOO_LONG`, async ({ edge }) => {
    const refused = await ask(edge.port, `/api?username=${long(length)}`);
    expect(refused.status).toBe(414);
    expectRefusal(refused, "URI_TOO_LONG");
  });
}

test("tells the service who the client is, whatever the client says", async () =>
  withWorld({ TRUSTED_PROXY_HOPS: "1" }, ({ service, sandbox }) =>
    withNginx(service.port, async (edge) => {
      const [a = "", b = "", c = "", d = ""] = namesOf(sandbox);
      const refresh = async (name: string, localAddress: string, headers = {}) => {
        const target = `/api?username=${name}&update=true`;
        return (await ask(edge.port, target, { localAddress, headers })).status;
      };
      expect(await refresh(a, "127.0.0.2")).toBe(200);
      expect(await refresh(b, "127.0.0.2")).toBe(429);
      const forged = { "x-forwarded-for": "198.51.100.7", "x-real-ip": "198.51.100.8" };
      expect(await refresh(b, "127.0.0.2", forged)).toBe(429);
      expect(await refresh(c, "127.0.0.3")).toBe(200);
      expect(await refresh(d, "127.0.0.3", { forwarded: "for=198.51.100.9" })).toBe(429);
    }),
  ));

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Which of this machine's addresses to ask from. */
  localAddress?: string;
}

/** Asks on a connection of its own, with the headers as they are given. */
async function ask(port: number, target: string, asking: Asking = {}): Promise<Answer> {
  const outgoing = request({ host: "127.0.0.1", port, path: target, agent: false, ...asking });
  const answered = once(outgoing, "response");
  outgoing.end();
  const [incoming] = (await answered) as [IncomingMessage];
  const body = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}

/** What must not differ, whoever asks and however often. */
function comparable(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    date: _date,
    age: _age,
    connection: _connection,
    "keep-alive": _keepAlive,
    "x-request-id": _id,
    "x-edge-cache": _edge,
    vary: _vary,
    server: _server,
    ...rest
  } = headers;
  // Counted down by the second.
  return { ...rest, "cache-control": rest["cache-control"]?.replace(/max-age=\d+/, "max-age=…") };
}

/** The error is one of the contract's, for scripts of any site, and not to be kept. */
function expectRefusal(
  answer: { status: number; headers: object; body: Buffer | string },
  code: string,
) {
  const error = expect.stringMatching(/^\w.+\.$/);
  expect(JSON.parse(answer.body.toString())).toEqual({
    success: false,
    error,
    code,
    status: answer.status,
  });
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
}

function namesOf({ players }: Sandbox): string[] {
  return players.flatMap(({ java }) => (java === undefined ? [] : [java.name]));
}
