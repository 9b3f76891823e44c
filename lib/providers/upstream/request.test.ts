import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { startDeadline } from "../deadline.ts";
import { UpstreamFailure } from "../failure.ts";
import type { Guard, Send } from "../provider.ts";
import { createUpstream, parseRetryAfter } from "./request.ts";

type Script = (request: IncomingMessage, response: ServerResponse) => void;

let script: Script = () => undefined;
let requests: IncomingMessage[] = [];
let server: Server;
let upstream: ReturnType<typeof createUpstream>;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    script(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  upstream = createUpstream({ userAgent: "Nametag/test" });
});

afterEach(async () => {
  await upstream.close();
  (server as ReturnType<typeof createServer>).closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function baseUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bodySchema = z.object({ name: z.string() });

function request(
  send: Send = upstream.send,
  { url = `${baseUrl()}/x`, milliseconds = 2_000 }: { url?: string; milliseconds?: number } = {},
) {
  return send({
    provider: "test",
    operation: "request",
    url,
    about: null,
    alsoReads: [404],
    deadline: startDeadline(milliseconds),
    read: (response) => (response.status === 404 ? null : response.json(bodySchema)),
  });
}

async function kindOf(sent: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await sent)}`;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.kind;
    throw error;
  }
}

function json(body: string, status = 200, headers: Record<string, string> = {}): Script {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
}

describe("a request to an upstream", () => {
  it("gives a value, and sends its user agent", async () => {
    script = json('{ "name" : "a" }');
    expect(await request()).toEqual({ name: "a" });
    expect(requests[0]?.headers).toMatchObject({
      "user-agent": "Nametag/test",
      accept: "application/json",
      "accept-encoding": "identity",
    });
  });

  it.each([["identity"], ["Identity"], [""], [" , IDENTITY"], [["", "identity"]]])(
    "reads a body whose encoding is said to be %j",
    async (encoding) => {
      script = (_, response) => {
        response.setHeader("content-type", "application/json");
        response.setHeader("content-encoding", encoding);
        response.end('{"name":"a"}');
      };
      expect(await request()).toEqual({ name: "a" });
    },
  );

  it("gives null when the provider reads a miss", async () => {
    script = json("{}", 404);
    expect(await request()).toBe(null);
  });

  it.each<[string, Script, string]>([
    ["429", json("{}", 429), "throttled"],
    ["403 in HTML", json("<html>", 403, { "content-type": "text/html" }), "refused"],
    ["401", json("{}", 401), "refused"],
    ["500", json("{}", 500), "error"],
    ["502 in HTML", json("<html>", 502, { "content-type": "text/html" }), "error"],
    ["503", json("{}", 503), "error"],
    ["a status that means nothing here", json("{}", 418), "bad-response"],
    ["a redirect", json("", 302, { location: "http://127.0.0.1:1/" }), "bad-response"],
    ["HTML with status 200", json("<p>", 200, { "content-type": "text/html" }), "bad-response"],
    ["a body that is no JSON", json("{broken"), "bad-response"],
    ["an empty body", json(""), "bad-response"],
    ["JSON of another shape", json('{"name":1}'), "bad-response"],
    ["null", json("null"), "bad-response"],
    ["a body that is too long", json(`{"name":"${"a".repeat(70_000)}"}`), "bad-response"],
    // A body in an encoding that was not asked for is not inflated, whatever it looks like.
    ...["gzip", "GZIP", "identity, br", "deflate,"].map((encoding): [string, Script, string] => [
      `a body in ${encoding}`,
      json('{"name":"a"}', 200, { "content-encoding": encoding }),
      "bad-response",
    ]),
    ["headers that are too long", json("{}", 200, { x: "a".repeat(20_000) }), "bad-response"],
    ["a connection that is dropped", (request) => request.socket.destroy(), "unavailable"],
    [
      "a body that ends early",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"name":');
        setImmediate(() => response.destroy());
      },
      "incomplete",
    ],
    [
      "a body in chunks without a last one",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"name":');
        setImmediate(() => response.destroy());
      },
      "incomplete",
    ],
    [
      "a body in which the connection is reset",
      (request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"name":', () => request.socket.resetAndDestroy());
      },
      "incomplete",
    ],
  ])("fails after %s", async (_, behaviour, kind) => {
    script = behaviour;
    expect(await kindOf(request())).toBe(kind);
  });

  it.each<[string, Script]>([
    ["says nothing", () => undefined],
    [
      "stops in the middle",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("{");
      },
    ],
  ])("waits no longer than the deadline for one who %s", async (_, behaviour) => {
    script = behaviour;
    expect(await kindOf(request(upstream.send, { milliseconds: 60 }))).toBe("timeout");
  });

  it.each([
    ["that had a second", 1_050, Infinity, false],
    ["that had less", 900, Infinity, true],
    ["during which our own event loop stood still", 1_050, 100, true],
  ])("says whether a timeout %s is conclusive", async (_, milliseconds, stallMs, expected) => {
    script = () => undefined;
    const other = createUpstream({ userAgent: "Nametag/test", stallMs });
    const sent = request(other.send, { milliseconds });
    // Longer than the call may take, and than a machine that is busy needs to begin it.
    const end = performance.now() + 1_200;
    while (performance.now() < end);
    await expect(sent).rejects.toMatchObject({ kind: "timeout", isInconclusive: expected });
    await other.close();
  });

  it("reads a response that arrived while our own event loop stood still", async () => {
    script = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"name":"a"}');
      const end = performance.now() + 400;
      while (performance.now() < end);
    };
    expect(await request(upstream.send, { milliseconds: 300 })).toEqual({ name: "a" });
  });

  it("does not request when no time is left", async () => {
    expect(await kindOf(request(upstream.send, { milliseconds: 0 }))).toBe("timeout");
    expect(requests).toHaveLength(0);
  });

  it("stops reading an endless body and lets its connection go", async () => {
    const closed = new Promise<void>((resolve) => {
      script = (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const write = () => {
          while (!response.destroyed && response.write("a".repeat(65_536)));
        };
        response.on("drain", write);
        response.on("close", resolve);
        write();
      };
    });
    expect(await kindOf(request())).toBe("bad-response");
    await closed;
  });

  it("recognizes refused connections", async () => {
    // A port that was free a moment ago could be given to a server of another test.
    const url = "http://127.0.0.1:1/x";
    expect(await kindOf(request(upstream.send, { url }))).toBe("unavailable");
  });

  it("recognizes a port that speaks no TLS", async () => {
    const url = baseUrl().replace("http:", "https:");
    expect(await kindOf(request(upstream.send, { url }))).toMatch(/^(tls|unavailable)$/);
  });

  it("passes on the Retry-After of a throttling upstream", async () => {
    script = json("{}", 429, { "retry-after": "17" });
    await expect(request()).rejects.toMatchObject({ kind: "throttled", retryAfterSeconds: 17 });
  });
});

describe("guards", () => {
  it("stand before every call, outermost first, and may refuse it", async () => {
    script = json('{"name":"a"}');
    const seen: string[] = [];
    const noting =
      (name: string): Guard =>
      async (call, next) => {
        seen.push(`${name} before ${call.provider} ${call.operation}`);
        const value = await next();
        seen.push(`${name} after`);
        return value;
      };
    const guarded = createUpstream({
      userAgent: "Nametag/test",
      guards: [noting("outer"), noting("inner")],
    });
    await request(guarded.send);
    await guarded.close();
    expect(seen).toEqual([
      "outer before test request",
      "inner before test request",
      "inner after",
      "outer after",
    ]);

    const closed = createUpstream({
      userAgent: "Nametag/test",
      guards: [
        (call) => Promise.reject(new UpstreamFailure("throttled", call, "no token is left")),
      ],
    });
    requests = [];
    expect(await kindOf(request(closed.send))).toBe("throttled");
    await closed.close();
    expect(requests).toHaveLength(0);
  });
});

describe("parseRetryAfter", () => {
  const now = Date.parse("Thu, 01 Jan 2026 00:00:00 GMT");
  it.each([
    [undefined, undefined],
    ["17", 17],
    ["0", 1],
    ["86400", 120],
    ["Thu, 01 Jan 2026 00:00:30 GMT", 30],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 1],
    ["soon", undefined],
    ["-5", undefined],
  ])("reads %s as %s", (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });
});
