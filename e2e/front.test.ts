import fc from "fast-check";
import { expect, test } from "vitest";
import { errorBody, type ErrorCode, ERRORS } from "../lib/contract/errors.ts";
import { seed } from "../testing/seed.ts";
import { expectRefusal, responsesIn, received } from "./support/raw.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

const HOST = "Host: nametag";
/** Sent after every case: it gets a response only if the connection is still usable. */
const NEXT = `GET /api/ready HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`;

const lines = (...all: string[]) => [...all, "\r\n"].join("\r\n");
const request = (line: string, ...headers: string[]) => lines(line, HOST, ...headers);
const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, ...headers);
const health = (...headers: string[]) => get("/api/health", ...headers);
const post = (...headers: string[]) => request("POST /api HTTP/1.1", ...headers);
const CHUNKED = "Transfer-Encoding: chunked";
/** Node 24 counts each header as ten bytes more than Node 20. */
const hundreds = Array.from({ length: 500 }, (_, at) => `X-${at}: a`);

/** A status, or the code of a refusal. */
type Expected = number | ErrorCode;
type Case = [title: string, bytes: string, ...expected: Expected[]];

/* The last test of this file sends what else there is. */

/** The connection stays open: the next request on it gets a response, too. */
const kept: Case[] = [
  ["an empty Host", lines("GET /api/health HTTP/1.1", "Host:"), 200],
  [
    "HTTP/1.0 that wants to stay",
    request("GET /api/health HTTP/1.0", "Connection: keep-alive"),
    200,
  ],
  ["empty lines before a request", `\r\n\r\n${health()}`, 200],
  ["two spaces around the target", request("GET  /api/health  HTTP/1.1"), 200],
  ["a tab in a header", health("X-A: a\tb"), 200],
  ["bytes that are no text in a header", health("X-A: \xff\xfe"), 200],
  ["a header named __proto__", get("/en", "__proto__: a", "constructor: b"), 200],
  ["five hundred headers", health(...hundreds), 200],
  ["16,000 bytes of headers", health(`X-A: ${"a".repeat(15_900)}`), 200],
  ["a target of 2,048 bytes", get(`/api/health?${"a".repeat(2_048 - 12)}`), 200],
  ["a page's target of 2,048 bytes", get(`/en?${"a".repeat(2_048 - 4)}`), 200],
  ["a target of 2,049 bytes", get(`/api/health?${"a".repeat(2_049 - 12)}`), "URI_TOO_LONG"],
  ["an upgrade that the connection does not name", health("Upgrade: h2c"), 200],
  ["an expectation of a page", get("/en", "Expect: cake"), 200],
  ["a range", get("/openapi.json", "Range: bytes=0-1"), 200],
  ["If-None-Match of quotation marks", health(`If-None-Match: ${'"'.repeat(5_000)}`), 200],
  ["a broken cookie", get("/", "Cookie: NEXT_LOCALE=%ff%00; =;"), 307],
  ["languages that are none", get("/", `Accept-Language: ;;q=x,\xff,${"a-".repeat(500)}`), 307],
  ["an address in full", get("https://nametag/api/health"), 200],
  ["the address of a page in full", get("http://nametag/en"), 200],
  ["a fragment", get("/api/health#a"), "ROUTE_NOT_FOUND"],
  ["PROPFIND", request("PROPFIND /api HTTP/1.1"), "METHOD_NOT_ALLOWED"],
  ["PATCH of a page", request("PATCH /en HTTP/1.1"), "METHOD_NOT_ALLOWED"],
  ["OPTIONS of the API", request("OPTIONS /api HTTP/1.1"), 204],
  ["//", get("//"), 308],
  ["/..", get("/.."), 307],
  ["dots that lead out", get("/../../etc/passwd"), 307],
  ["encoded dots that lead out", get("/%2e%2e/%2e%2e/etc/passwd"), 307],
  ["a page named NUL", get("/en/players/%00"), 404],
  ["an encoded line break", get("/%0d%0aX-A:%20b"), 404],
  ["% in the query of a page", get("/en?%"), 200],
  ["OPTIONS *", request("OPTIONS * HTTP/1.1"), 204],
  ["OPTIONS of a page", request("OPTIONS /en HTTP/1.1"), 204],
  ["TRACE of a page", request("TRACE /en HTTP/1.1"), "METHOD_NOT_ALLOWED"],
  ["POST", post("Content-Length: 0"), "METHOD_NOT_ALLOWED"],
  ["DELETE of a page", request("DELETE /en HTTP/1.1"), "METHOD_NOT_ALLOWED"],
  ["an unknown expectation", get("/api?username=%3F", "Expect: cake"), 400],
  ["an encoded NUL", get("/api?username=%00"), 400],
  ["/api/%", get("/api/%"), "ROUTE_NOT_FOUND"],
  ["/head/%C0%AE", get("/head/%C0%AE"), 400],
  ["/api/../api", get("/api/../api"), "ROUTE_NOT_FOUND"],
  ["a malformed page", get("/en/%"), "INVALID_PARAMETER"],
  ["two requests at once", health() + get("/en"), 200, 200],
  ["a slow request and a quick one", get("/api?username=Tinker_Tess") + health(), 200, 200],
];

/** The connection is closed: earlier requests get a response, later ones do not. */
const closed: Case[] = [
  ["no Host", lines("GET /api/health HTTP/1.1"), "INVALID_PARAMETER"],
  ["a page without Host", lines("GET / HTTP/1.1"), "INVALID_PARAMETER"],
  ["a Host that is none", lines("GET / HTTP/1.1", "Host: a b/../<i>"), "INVALID_PARAMETER"],
  ["an address that is no website's", get("ftp://nametag/en"), "INVALID_PARAMETER"],
  ["GET *", get("*"), "INVALID_PARAMETER"],
  ["HTTP/1.0 as HAProxy checks by it", "OPTIONS / HTTP/1.0\r\n\r\n", 204],
  ["no bytes that mean anything", "\0\x01\x02\x03\r\n\r\n", "INVALID_PARAMETER"],
  ["a request line that is none", "Good morning\r\n\r\n", "INVALID_PARAMETER"],
  ["a TLS greeting on a plain port", "\x16\x03\x01\x00\xa5\x01\x00", "INVALID_PARAMETER"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "INVALID_PARAMETER"],
  ["CONNECT", request("CONNECT example.org:443 HTTP/1.1"), "INVALID_PARAMETER"],
  ["POST with a body to come", post("Content-Length: 1000000"), "METHOD_NOT_ALLOWED"],
  ["a target of 64 kB", get(`/api?username=${"a".repeat(65_536)}`), "URI_TOO_LONG"],
  ["three thousand headers", health(...Array(6).fill(hundreds).flat()), "HEADERS_TOO_LARGE"],
  ["NUL in the target", get("/api?username=\0"), "INVALID_PARAMETER"],
  ["bytes that are no text in the target", get("/api?username=\xff\xfe"), "INVALID_PARAMETER"],
  ["a method in lower case", request("get /api HTTP/1.1"), "INVALID_PARAMETER"],
  ["HTTP/1.2", request("GET /api HTTP/1.2"), "INVALID_PARAMETER"],
  ["HTTP/2.0 in the words of HTTP/1.1", request("GET /api/health HTTP/2.0"), 200],
  ["HTTP/0.9", "GET /api/health\r\n\r\n", 200],
  ["HTTP/1.0", request("GET /api/health HTTP/1.0"), 200],
  ["a header continued on the next line", health("X-A: a", " b"), "INVALID_PARAMETER"],
  ["a space before the colon", health("X-A : a"), "INVALID_PARAMETER"],
  ["lines that end with LF alone", "GET /api HTTP/1.1\nHost: a\n\n", "INVALID_PARAMETER"],
  ["LF alone between headers", health("X-A: a\nX-B: b"), "INVALID_PARAMETER"],
  ["a control byte in the target", get("/api\x01"), "INVALID_PARAMETER"],
  ["a space in the target", get("/a pi"), "INVALID_PARAMETER"],
  ["letters in the target that are not encoded", get("/\xd0\xbc"), "INVALID_PARAMETER"],
  ["a host as target", get("nametag:80"), "INVALID_PARAMETER"],
  ["a target without a slash", get("api/health"), "INVALID_PARAMETER"],
  ["17,000 bytes of headers", health(`X-A: ${"a".repeat(17_000)}`), "HEADERS_TOO_LARGE"],
  ["CONNECT of a path", request("CONNECT /api HTTP/1.1"), "INVALID_PARAMETER"],
  ["an upgrade to HTTP/2", health("Connection: Upgrade", "Upgrade: h2c"), 200],
  ["two lengths", post("Content-Length: 3", "Content-Length: 4"), "INVALID_PARAMETER"],
  ["the same length twice", post("Content-Length: 3", "Content-Length: 3"), "INVALID_PARAMETER"],
  ["chunks and a length", post(CHUNKED, "Content-Length: 3"), "INVALID_PARAMETER"],
  ["a length in hexadecimal", post("Content-Length: 0x3"), "INVALID_PARAMETER"],
  ["a length of 2⁶⁴", post(`Content-Length: ${2n ** 64n}`), "INVALID_PARAMETER"],
  ["an unknown encoding", post("Transfer-Encoding: identity"), "METHOD_NOT_ALLOWED"],
  ["chunks that are not last", post("Transfer-Encoding: chunked, gzip"), "INVALID_PARAMETER"],
  ["chunks", `${post(CHUNKED)}5\r\nhello\r\n0\r\n\r\n`, "METHOD_NOT_ALLOWED"],
  ["chunks of a GET", `${health(CHUNKED)}5\r\nhello\r\n0\r\n\r\n`, 200],
  ["a chunk without an end", `${post(CHUNKED)}5\r\nhelloX0\r\n\r\n`, "METHOD_NOT_ALLOWED"],
  ["a long trailer", `${post(CHUNKED)}0\r\nA: ${"b".repeat(30_000)}\r\n\r\n`, "METHOD_NOT_ALLOWED"],
  ["chunks of a page's GET", `${get("/en", CHUNKED)}0\r\n\r\n`, 200],
  ["a body that looks like a request", health(`Content-Length: ${NEXT.length}`), 200],
  ["a body to come", post("Expect: 100-continue", "Content-Length: 5"), "METHOD_NOT_ALLOWED"],
  ["a page, then garbage", `${get("/en")}?\r\n\r\n`, 200, "INVALID_PARAMETER"],
  [
    "three good requests, then CONNECT",
    `${get("/api?username=Lantern_Lou")}${health()}${get("/en")}${request("CONNECT a:1 HTTP/1.1")}`,
    200,
    200,
    200,
    "INVALID_PARAMETER",
  ],
  ["a last request, then another", health("Connection: close"), 200],
];

for (const [connection, cases] of Object.entries({ keeps: kept, closes: closed })) {
  for (const [title, bytes, ...expected] of cases) {
    test(`responds to ${title} and ${connection} the connection`, async () => {
      const responses = responsesIn(await received(service().port, bytes + NEXT));
      const statuses = expected.map((one) => (typeof one === "number" ? one : ERRORS[one]));
      const next = connection === "keeps" ? [200] : [];
      expect(responses.map(({ status }) => status)).toEqual([...statuses, ...next]);
      for (const [at, one] of expected.entries()) {
        if (typeof one === "string") expectRefusal(responses[at], one);
      }
      expect((await fetch(`${service().url}/api/health`)).status).toBe(200);
    });
  }
}

test("responds to anything with well-formed HTTP, and never with a 5xx", async () => {
  const parts = [health(), get("/en/%"), post("Content-Length: 3"), `${post(CHUNKED)}3\r\nabc\r\n`];
  const broken = fc
    .tuple(fc.constantFrom(...parts), fc.nat(60), fc.nat(3), fc.uint8Array({ maxLength: 3 }))
    .map(([part, at, gone, put]) => part.slice(0, at) + latin1(put) + part.slice(at + gone));
  const noise = fc.uint8Array({ maxLength: 200 }).map(latin1);
  const sent = fc.array(fc.oneof(broken, noise), { minLength: 1 });
  const property = fc.asyncProperty(sent, async (all) => {
    // The question mark is not a method: it ends any incomplete request.
    const bytes = await received(service().port, `${all.join("")}\r\n\r\n?\r\n\r\n`);
    for (const response of responsesIn(bytes)) {
      expect(response.status).toBeLessThan(500);
      // The 404 for a URL below a language is a page.
      const isPage = response.body.startsWith("<!DOCTYPE html>");
      if (response.status >= 400 && !isPage) errorBody.parse(JSON.parse(response.body));
    }
  });
  await fc.assert(property, { seed, numRuns: 300 });
  expect((await fetch(`${service().url}/api/health`)).status).toBe(200);
});

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
