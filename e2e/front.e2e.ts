import type { ErrorCode } from "../lib/contract/errors.ts";
import { sumOf } from "../lib/testing/metrics-text.ts";
import { speak } from "./support/raw.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

const REST = "Host: nametag\r\nConnection: close\r\n\r\n";
const lines = (...all: string[]) => `${all.join("\r\n")}\r\n${REST}`;
const get = (target: string) => lines(`GET ${target} HTTP/1.1`);

const refused: [title: string, bytes: string, status: number, code: ErrorCode][] = [
  ["a request line that is none", "Good morning\r\n\r\n", 400, "INVALID_PARAMETER"],
  ["an unknown method", lines("BREW /api HTTP/1.1"), 400, "INVALID_PARAMETER"],
  ["a secure greeting on a plain port", "\x16\x03\x01\x00\xa5\x01\x00", 400, "INVALID_PARAMETER"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "INVALID_PARAMETER"],
  ["a target in absolute form", get("http://example.org/api"), 400, "INVALID_PARAMETER"],
  ["GET *", get("*"), 400, "INVALID_PARAMETER"],
  ["OPTIONS *", lines("OPTIONS * HTTP/1.1"), 400, "INVALID_PARAMETER"],
  ["CONNECT", lines("CONNECT example.org:443 HTTP/1.1"), 400, "INVALID_PARAMETER"],
  ["TRACE of the API", lines("TRACE /api HTTP/1.1"), 405, "METHOD_NOT_ALLOWED"],
  ["TRACE of a page", lines("TRACE /en HTTP/1.1"), 405, "METHOD_NOT_ALLOWED"],
  ["POST", lines("POST /api HTTP/1.1", "Content-Length: 0"), 405, "METHOD_NOT_ALLOWED"],
  [
    "POST with a body to come",
    lines("POST /api HTTP/1.1", "Content-Length: 1000000"),
    405,
    "METHOD_NOT_ALLOWED",
  ],
  ["DELETE of a page", lines("DELETE /en HTTP/1.1"), 405, "METHOD_NOT_ALLOWED"],
  ["a target of 2,049 bytes", get(`/en?${"a".repeat(2045)}`), 414, "URI_TOO_LONG"],
  ["a target of 64 kB", get(`/api?username=${"a".repeat(65_536)}`), 414, "URI_TOO_LONG"],
  [
    "a header of 20 kB",
    lines("GET /api HTTP/1.1", `X-Long: ${"a".repeat(20_000)}`),
    400,
    "INVALID_PARAMETER",
  ],
  [
    "three thousand headers",
    lines("GET /api HTTP/1.1", ...Array.from({ length: 3_000 }, (_, at) => `X-${at}: a`)),
    400,
    "INVALID_PARAMETER",
  ],
  ["half a header and then silence", "GET /api HTTP/1.1\r\nHo", 400, "INVALID_PARAMETER"],
  [
    "a header with a space in its name",
    lines("GET /api HTTP/1.1", "Ho st: a"),
    400,
    "INVALID_PARAMETER",
  ],
  [
    "two lengths for one body",
    lines("POST /api HTTP/1.1", "Content-Length: 3", "Transfer-Encoding: chunked"),
    400,
    "INVALID_PARAMETER",
  ],
  [
    "no Host",
    "GET /api?username=%3F HTTP/1.1\r\nConnection: close\r\n\r\n",
    400,
    "INVALID_PARAMETER",
  ],
  [
    "an unknown expectation",
    lines("GET /api?username=%3F HTTP/1.1", "Expect: cake"),
    400,
    "INVALID_PARAMETER",
  ],
  ["a naked NUL", get("/api?username=\0"), 400, "INVALID_PARAMETER"],
  ["bytes that are no text", get("/api?username=\xff\xfe"), 400, "INVALID_PARAMETER"],
  ["an encoded NUL", get("/api?username=%00"), 400, "INVALID_PARAMETER"],
  ["/api/%", get("/api/%"), 404, "ROUTE_NOT_FOUND"],
  ["/api/%ff", get("/api/%ff"), 404, "ROUTE_NOT_FOUND"],
  ["/head/%C0%AE", get("/head/%C0%AE"), 404, "ROUTE_NOT_FOUND"],
  ["/api/../api", get("/api/../api"), 404, "ROUTE_NOT_FOUND"],
  ["the API's address in capitals", get("/API?username=Lantern_Lou"), 404, "ROUTE_NOT_FOUND"],
  ["the API's address after two slashes", get("//api"), 404, "ROUTE_NOT_FOUND"],
  ["an address the API has not", get("/api/players"), 404, "ROUTE_NOT_FOUND"],
  ["a malformed page", get("/en/%"), 400, "INVALID_PARAMETER"],
  ["the image optimiser", get("/_next/image?url=%2Fhead&w=64&q=1"), 404, "ROUTE_NOT_FOUND"],
];

for (const [title, bytes, status, code] of refused) {
  test(`rejects ${title} with ${code}`, async ({ service }) => {
    const response = await speak(service.port, bytes);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(response.body)),
      "x-content-type-options": "nosniff",
    });
    const error = expect.stringMatching(/^\w.+\.$/);
    expect(JSON.parse(response.body)).toEqual({ success: false, error, code, status });
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  });
}

test("grants one refresh an hour, whatever IP address the client claims", () =>
  withWorld(
    {},
    async ({ service, sandbox }) => {
      const names = sandbox.players.flatMap(({ java }) => (java ? [java.name] : [])).slice(0, 21);
      const refresh = async (name: string, headers: Record<string, string> = {}) =>
        (await fetch(`${service.url}/api?username=${name}&update=true`, { headers })).status;

      const [first = "", ...others] = names;
      expect(await refresh(first)).toBe(200);
      const statuses = await Promise.all(others.map((name, at) => refresh(name, disguise(at))));
      expect(statuses).toEqual(Array<number>(20).fill(429));
    },
    { pages: false },
  ));

test("counts cached responses and pages like all others", () =>
  withWorld({}, async ({ service }) => {
    const read = async (target: string) => (await fetch(service.url + target)).text();
    for (let at = 0; at < 20; at++) await read("/api?social=1");
    await read("/en");
    await read("/en/no/such/page");
    const text = await read("/api/metrics");
    const requests = "nametag_requests_total";
    expect(sumOf(text, requests, { route: "/api", cache: "hit" })).toBe(20);
    expect(sumOf(text, "nametag_finished_hits_total")).toBe(19);
    expect(sumOf(text, requests, { route: "page", status: "200" })).toBe(1);
    expect(sumOf(text, requests, { route: "page", status: "404" })).toBe(1);
  }));

/** Every header by which proxies pass on the client's IP address. */
function disguise(at: number): Record<string, string> {
  const address = `198.51.100.${at}`;
  return {
    "x-forwarded-for": at % 2 === 0 ? address : `${address}, 203.0.113.${at}`,
    forwarded: `for=${address}`,
    "x-real-ip": address,
    "x-client-ip": address,
    "true-client-ip": address,
    "cf-connecting-ip": address,
  };
}
