import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../lib/time/clock.ts";
import { cachingOf } from "../lib/freshness.ts";
import { cachedText } from "../lib/http/cached-response.ts";
import type { CompleteReply } from "../lib/http/cached-response.ts";
import { createResponses } from "../lib/http/responses.ts";
import { writeFirst, writeHit } from "./write.ts";

const KEEP_ALIVE_MS = 65_000;
const TAG = '"tag"';
/** Every byte once, to check that none is changed. */
const BODY = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

let time = Date.now();
let hits = 0;
let server: Server;

const freshness = { freshUntil: time + 60_000, tags: [], cached: true, stale: false };
const reply: CompleteReply = {
  status: 200,
  headers: {
    "content-type": "image/png",
    "cache-control": "public, max-age=60, stale-while-revalidate=60, stale-if-error=9",
    etag: TAG,
    "x-cache": "HIT",
    "x-request-id": "of the handler",
    "content-length": String(BODY.length),
  },
  body: BODY,
  caching: cachingOf(freshness, time),
  onHit: () => void (hits += 1),
};

beforeAll(async () => {
  const clock = { ...systemClock, now: () => time };
  const responses = createResponses({ maxBytes: 1_000_000, staleSeconds: 9, clock });
  const added = cachedText(reply, 9);
  responses.add("/a", added, responses.version);
  const broken = cachedText({ ...reply, headers: { link: "<a>\r\nset-cookie: b" } }, 9);
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const found = responses.find("/a");
    if (found === undefined) return void response.writeHead(500).end();
    if (request.url === "/first") return void writeFirst(request, response, added);
    if (request.url === "/broken")
      return attempt(response, () => writeHit(request, response, broken));
    if (request.url === "/closing") response.shouldKeepAlive = false;
    void writeHit(request, response, found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

/** Ends a response that could not be written with the reason. */
function attempt(response: ServerResponse, write: () => unknown): void {
  try {
    write();
  } catch (error) {
    response.writeHead(500).end((error as NodeJS.ErrnoException).code);
  }
}

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends requests over one connection, which the last one must close; returns everything received. */
function exchange(...requests: string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => void chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.write(requests.join(""));
  });
}

function requestOf(line: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n");
}

interface Parsed {
  line: string;
  headers: Record<string, string>;
  body: string;
}

/** Splits the received text into responses by their `content-length`. */
function parse(text: string, hasBody: readonly boolean[]): Parsed[] {
  const responses: Parsed[] = [];
  let rest = text;
  for (const withBody of hasBody) {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((one) => [
        one.slice(0, one.indexOf(":")).toLowerCase(),
        one.slice(one.indexOf(":") + 2),
      ]),
    );
    const length = withBody ? Number(headers["content-length"]) : 0;
    responses.push({ line, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  expect(rest).toBe("");
  return responses;
}

const last = requestOf("GET /last", "Connection: close");

describe("a cached response", () => {
  it.each([
    ["whole", requestOf("GET /a"), true],
    ["without its body to HEAD", requestOf("HEAD /a"), false],
    ["as a 304", requestOf("GET /a", `If-None-Match: ${TAG}`), false],
  ])(
    "is the same %s on a connection that stays open and on one that closes",
    async (_, text, hasBody) => {
      const closing = text.replace(" /a ", " /closing ");
      const [stays] = parse(await exchange(text, last), [hasBody, true]);
      const [goes] = parse(await exchange(closing), [hasBody]);
      const plain = (parsed: Parsed | undefined) => ({
        ...parsed,
        headers: { ...parsed?.headers, ...own },
      });
      const own = { date: "", connection: "", "keep-alive": "", "x-request-id": "" };
      expect(plain(stays)).toEqual(plain(goes));
      expect(stays?.headers).toMatchObject({
        connection: "keep-alive",
        "keep-alive": "timeout=65",
      });
      expect(goes?.headers["connection"]).toBe("close");
      expect(Math.abs(Date.parse(stays?.headers["date"] ?? "") - Date.now())).toBeLessThan(60_000);
      expect(stays?.body).toBe(hasBody ? BODY.toString("latin1") : "");
      expect(stays?.headers["x-request-id"]).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    },
  );

  it("is written the same way the first time, without counting as a hit", async () => {
    const before = hits;
    const [first] = parse(await exchange(requestOf("GET /first"), last), [true, true]);
    const [later] = parse(await exchange(requestOf("GET /a"), last), [true, true]);
    const ownOf = (parsed: Parsed | undefined) => parsed?.headers["x-request-id"];
    expect(ownOf(first)).not.toBe(ownOf(later));
    const shared = { date: "", "x-request-id": "" };
    expect({ ...first, headers: { ...first?.headers, ...shared } }).toEqual({
      ...later,
      headers: { ...later?.headers, ...shared },
    });
    // `/a`, and `/last` twice.
    expect(hits - before).toBe(3);
  });

  it("is not written with a line break in a header", async () => {
    const text = await exchange(requestOf("GET /broken", "Connection: close"));
    expect(text).toMatch(/^HTTP\/1\.1 500 .*ERR_INVALID_CHAR/s);
    expect(text).not.toMatch(/set-cookie/);
  });

  it("keeps its order among pipelined requests", async () => {
    const text = await exchange(
      requestOf("GET /a"),
      requestOf("HEAD /a"),
      requestOf("GET /a", `If-None-Match: ${TAG}`),
      last,
    );
    const responses = parse(text, [true, false, false, true]);
    expect(responses.map(({ line }) => line)).toEqual([
      "HTTP/1.1 200 OK",
      "HTTP/1.1 200 OK",
      "HTTP/1.1 304 Not Modified",
      "HTTP/1.1 200 OK",
    ]);
    const ids = responses.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(4);
  });

  it("has a max-age that counts down", async () => {
    const secondsOf = async () => {
      const [found] = parse(await exchange(requestOf("GET /a"), last), [true, true]);
      return found?.headers["cache-control"];
    };
    const before = await secondsOf();
    time += 7_000;
    const after = await secondsOf();
    time -= 7_000;
    expect([before, after]).toEqual([
      "public, max-age=60, stale-while-revalidate=60, stale-if-error=9",
      "public, max-age=53, stale-while-revalidate=60, stale-if-error=9",
    ]);
  });
});
