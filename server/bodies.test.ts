import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { CompatService } from "../lib/configuration/compat-services.ts";
import { useFront } from "../testing/served.ts";
import { useWorld } from "../testing/world.ts";

const hosts = new Map<string, CompatService>([["mojang.example", "mojang"]]);
const world = useWorld();
const front = useFront(world, { mounts: { hosts, root: undefined } });

/** Sends parts, each once the one before has been sent; returns all that comes until the connection ends. */
function exchange(parts: readonly string[], { end = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: front.port, host: "127.0.0.1", noDelay: true });
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    // A connection that is cut has ended like any other.
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(text));
    for (const part of parts) socket.write(part, "latin1");
    if (end) socket.end();
  });
}

const PATHS = [
  "/profiles/minecraft",
  "/minecraft/profile/lookup/bulk/byname",
  "/compat/mojang/profiles/minecraft",
];
const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: mojang.example", ...headers, "", ""].join("\r\n");

const CHUNKED = "Transfer-Encoding: chunked";
const NAMES = '["Lantern_Lou"]';
const WHOLE = `${NAMES.length.toString(16)}\r\n${NAMES}\r\n0\r\n\r\n`;
/** Sent after every case: it gets no response. */
const NEXT = "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n";

const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

function expectRefusal(text: string): void {
  expect(statusesIn(text)).toEqual([400]);
  const [headers = "", body = ""] = text.split("\r\n\r\n");
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    error: "The request is not well-formed HTTP.",
    code: "INVALID_PARAMETER",
  });
  expect(headers.toLowerCase()).toContain("connection: close");
  expect(headers.toLowerCase()).toContain("access-control-allow-origin: *");
}

describe.each(PATHS)("a malformed body of POST %s", (path) => {
  it.each([
    ["a chunk size that is none", `zz\r\n${NAMES}\r\n0\r\n\r\n`],
    ["a negative chunk size", `-1\r\n${NAMES}\r\n0\r\n\r\n`],
    ["a chunk longer than its size", "2\r\nabcdef\r\n0\r\n\r\n"],
    ["a chunk without its line break", `5\r\nabcde0\r\n\r\n`],
    ["chunk sizes that end with LF alone", `5\nabcde\n0\n\n`],
    ["a chunk of 2⁷² bytes", "fffffffffffffffff\r\n"],
    ["a chunk size of 30,000 digits", `${"1".repeat(30_000)}\r\n`],
    ["a chunk extension that is too long", `5;${"a".repeat(40_000)}\r\nabcde\r\n0\r\n\r\n`],
    ["a second chunk that is malformed", "5\r\nabcde\r\n?\r\n"],
    ["a trailer that is too long", `0\r\nA: ${"b".repeat(40_000)}\r\n\r\n`],
  ])("is refused at once: %s", async (_, body) => {
    // In one packet with the head, and after it.
    expectRefusal(await exchange([head(path, CHUNKED) + body + NEXT]));
    expectRefusal(await exchange([head(path, CHUNKED), body, NEXT]));
  });

  it.each([
    ["chunks", head(path, CHUNKED) + WHOLE.slice(0, 9)],
    ["a chunk size", `${head(path, CHUNKED)}f`],
    ["chunks without their last one", head(path, CHUNKED) + WHOLE.slice(0, -5)],
    ["a body with a length", head(path, "Content-Length: 15") + NAMES.slice(0, 9)],
    ["no body", head(path, "Content-Length: 15")],
  ])("is refused once the client ends its half within %s", async (_, bytes) => {
    expectRefusal(await exchange([bytes], { end: true }));
  });

  it.each([
    ["an unknown encoding", ["Transfer-Encoding: gzip"]],
    ["an encoding that is none", ["Transfer-Encoding: identity"]],
    ["chunks and a length", [CHUNKED, "Content-Length: 15"]],
    ["chunks that are not last", ["Transfer-Encoding: chunked, gzip"]],
    ["chunks twice", [CHUNKED, CHUNKED]],
    ["two lengths", ["Content-Length: 15", "Content-Length: 16"]],
    ["a length that is none", ["Content-Length: 0x3"]],
  ])("is refused for its head: %s", async (_, headers) => {
    expectRefusal(await exchange([head(path, ...headers) + WHOLE]));
  });
});

describe("a body", () => {
  it.each([
    ["of a length", "Content-Length: 5000000", "x".repeat(5_000_000)],
    ["of chunks", CHUNKED, "3e8\r\n".concat("x".repeat(1_000), "\r\n").repeat(5_000)],
  ])(
    "%s that is too long is refused, also while the client goes on sending",
    async (_, field, body) => {
      const text = await exchange([head(PATHS[0] ?? "", field), body]);
      expect(statusesIn(text)).toEqual([413]);
      expect(text).toContain("PAYLOAD_TOO_LARGE");
    },
  );

  describe("that the client sends once it is told to", () => {
    const POST = PATHS[2] ?? "";
    const expecting = (path: string, ...headers: string[]) =>
      head(path, "Expect: 100-continue", ...headers);

    /** Sends a body when the server says so; returns all statuses. */
    function statusesWhenTold(first: string, body: string): Promise<number[]> {
      return new Promise((resolve) => {
        const socket = connect({ port: front.port, host: "127.0.0.1", noDelay: true });
        let text = "";
        socket.on("data", (chunk) => {
          text += String(chunk);
          if (text === "HTTP/1.1 100 Continue\r\n\r\n") socket.write(body);
        });
        socket.once("close", () => resolve(statusesIn(text)));
        socket.write(first);
      });
    }

    it.each([
      ["a length", expecting(POST, `Content-Length: ${NAMES.length}`), NAMES],
      ["chunks", expecting(POST, CHUNKED), WHOLE],
    ])("is read: of %s", async (_, first, body) => {
      expect(await statusesWhenTold(first, body)).toEqual([100, 200]);
    });

    it("is read after the responses to earlier requests", async () => {
      const slow = "GET /api?username=Tinker_Tess HTTP/1.1\r\nHost: a\r\n\r\n";
      const first = expecting(POST, `Content-Length: ${NAMES.length}`);
      expect(statusesIn(await exchange([slow + first, NAMES]))).toEqual([200, 100, 200]);
    });

    it("is not asked for where the response is known without it", async () => {
      const refused = async (first: string) => statusesIn(await exchange([first]));
      expect(await refused(expecting(POST, "Content-Length: 5000000"))).toEqual([413]);
      expect(await refused(expecting("/api", "Content-Length: 5"))).toEqual([405]);
      expect(await refused(expecting("/en", "Content-Length: 5"))).toEqual([405]);
    });
  });

  it("that nothing reads does not keep the response from a client that goes on sending", async () => {
    const field = "Content-Length: 5000000";
    for (const [path, status] of [
      ["/api", 405],
      ["/en", 405],
    ] as const) {
      const text = await exchange([head(path, field), "x".repeat(5_000_000)]);
      expect(statusesIn(text)).toEqual([status]);
    }
  });

  it("that is malformed is refused after the responses to earlier requests", async () => {
    const slow = "GET /api?username=Tinker_Tess HTTP/1.1\r\nHost: a\r\n\r\n";
    const whole = head(PATHS[2] ?? "", CHUNKED) + WHOLE;
    const text = await exchange([`${slow}${head(PATHS[0] ?? "", CHUNKED)}zz\r\n`]);
    expect(statusesIn(text)).toEqual([200, 400]);
    // A whole body counts, whatever follows it.
    expect(statusesIn(await exchange([`${whole}zz\r\n\r\n`]))).toEqual([200]);
    expect(statusesIn(await exchange([whole]))).toEqual([200]);
  });
});
