import type { IncomingHttpHeaders } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "../lib/contract/errors.ts";
import { send } from "./support/nginx.ts";
import { expectRefusal, speak } from "./support/raw.ts";
import { useNginx, useService } from "./support/use.ts";

const service = useService("published");
const edge = useNginx(service);

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

/** A name in as many spellings as there are canaries, each with its own cache entry. */
function spelling(name: string, at: number): string {
  return name.replaceAll(/./g, (letter, bit: number) =>
    ((at >> bit) & 1) === 1 ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

describe("does not let the cache depend on", () => {
  beforeAll(async () => {
    for (const target of ["/api", "/head", "/skin"]) {
      await fetch(`${service().url}${target}?username=Captain_Cobble`);
    }
  });

  for (const [at, [name, value]] of canaries.entries()) {
    test(`${name}: ${value}`, async () => {
      const player = spelling("captain_cobble", at + 1);
      const targets = [
        `/api?username=${player}`,
        `/head?username=${player}&size=${100 + at}`,
        `/skin?username=${player}`,
        `/head?username=${player}&size=0${at}`,
      ];
      for (const target of targets) {
        const reference = await send(service().port, target);
        const first = await send(edge().port, target, { headers: { [name]: value } });
        const clean = await send(edge().port, target);
        for (const response of [first, clean]) {
          expect(response.status, target).toBe(reference.status);
          expect(response.body, target).toEqual(reference.body);
          expect(comparable(response.headers), target).toEqual(comparable(reference.headers));
          expect(JSON.stringify(response.headers) + response.body.toString("latin1")).not.toContain(
            CANARY,
          );
        }
        const isReload = name === "Cache-Control";
        expect(first.headers["x-edge-cache"], target).toBe(isReload ? "BYPASS" : "MISS");
        // A host can have URLs of its own, so it has cache entries of its own.
        expect(clean.headers["x-edge-cache"], target).toBe(name === "Host" ? "MISS" : "HIT");
      }
    });
  }
});

const long = (bytes: number) => "a".repeat(bytes);
const LONG_HEADERS = ["A", "B", "C"].map((name) => `X-${name}: ${long(7_000)}\r\n`).join("");
const HOST = "Host: nametag\r\nConnection: close\r\n";

const hostile: readonly [
  title: string,
  beginning: string,
  /** Everything after the first headers. */
  rest: string,
  status: number,
  code?: ErrorCode,
][] = [
  [
    "a header too long for nginx",
    "GET ",
    `X-Long: ${long(9_000)}\r\n\r\n`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  ["headers too long for the service", "GET ", `${LONG_HEADERS}\r\n`, 200],
  ["a control character", "GET ", "X-Meta: a\x07\x01b\r\n\r\n", 200],
  ["a naked NUL", "GET ", "X-Meta: a\0b\r\n\r\n", 400, "INVALID_PARAMETER"],
  ["a method to refuse", "POST ", "Content-Length: 0\r\n\r\n", 405, "METHOD_NOT_ALLOWED"],
  ["TRACE", "TRACE ", "\r\n", 405, "METHOD_NOT_ALLOWED"],
  ["a body", "GET ", "Content-Length: 5\r\n\r\nhello", 200],
  ["a body too long", "GET ", "Content-Length: 99999\r\n\r\n", 400, "INVALID_PARAMETER"],
  ["an unknown encoding", "GET ", "Transfer-Encoding: identity\r\n\r\n", 400, "INVALID_PARAMETER"],
  ["an address in full", "GET http://example.org", "\r\n", 200],
];

for (const [at, [title, beginning, rest, status, code]] of hostile.entries()) {
  test(`serves a clean request after ${title}`, async () => {
    const target = `/head?username=Captain_Cobble&size=${200 + at}`;
    const bytes = `${beginning}${target} HTTP/1.1\r\n${HOST}${rest}`;
    const response = await speak(edge().port, bytes);
    expect(response.status).toBe(status);
    if (code !== undefined) expectRefusal(response, code);
    const clean = await send(edge().port, target);
    expect(clean.status).toBe(200);
    expect(clean.headers["content-type"]).toBe("image/png");
  });
}

test("does not pass headers on that the service does not need", async () => {
  const headers = { "x-a": long(7_000), "x-b": long(7_000), "x-c": long(7_000) };
  const response = await send(edge().port, "/en", { headers });
  expect(response.status).toBe(200);
  expect(response.body).toEqual((await send(edge().port, "/en")).body);
});

for (const length of [3_000, 20_000]) {
  test(`rejects a target of ${length} bytes with URI_TOO_LONG`, async () => {
    const refused = await send(edge().port, `/api?username=${long(length)}`);
    expectRefusal(refused, "URI_TOO_LONG");
  });
}

/** The parts that must be the same for every client and request. */
function comparable(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const same = Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name));
  // Counted down by the second.
  const cacheControl = headers["cache-control"]?.replace(/max-age=\d+/, "max-age=…");
  return { ...Object.fromEntries(same), "cache-control": cacheControl };
}

const NOT_COMPARED = new Set(
  "date age connection keep-alive x-request-id x-edge-cache vary server".split(" "),
);
