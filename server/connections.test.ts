import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { listen } from "../testing/local-server.ts";
import { fakePages, openFront } from "../testing/served.ts";
import { useWorld } from "../testing/world.ts";
import { watchConnections, type Connections } from "./connections.ts";
import type { Pages } from "./pages.ts";

const STALLED_MS = 30_000;
const MB = 1024 * 1024;
const LARGE = Buffer.alloc(64 * MB, "a");
const MOST_UNTAKEN = 3.5 * LARGE.length;
const world = useWorld();

let server: Server;
let connections: Connections;
let handled = 0;
let port = 0;
/** The time as the server sees it. */
let now = 0;
const clients: Socket[] = [];

async function start(): Promise<void> {
  now = 0;
  handled = 0;
  server = createServer({ requireHostHeader: false }, (request, response) => {
    connections.begun(request.socket, response);
    handled += 1;
    if (request.url === "/never") return;
    response.end(request.url === "/large" ? LARGE : LARGE.subarray(0, 1_024));
    connections.written(response);
  });
  const limits = { stalledMs: STALLED_MS, mostUntaken: MOST_UNTAKEN };
  connections = watchConnections(server, limits);
  port = await listen(server);
}

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** A client that sends this and reads nothing. */
function open(text: string, to = port): Socket {
  const client = connect(to, "127.0.0.1").pause();
  client.on("error", () => undefined);
  client.write(text);
  clients.push(client);
  return client;
}

/** Reads at least this many bytes more, and then nothing again. */
function read(client: Socket, bytes: number): Promise<void> {
  const until = client.bytesRead + bytes;
  return new Promise((resolve) => {
    const onData = () => {
      if (client.bytesRead < until) return;
      client.pause().off("data", onData);
      resolve();
    };
    client.on("data", onData).resume();
  });
}

function pass(milliseconds: number): void {
  now += milliseconds;
  connections.endStalled(now);
}

const opened = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe("a client that takes nothing of a response", () => {
  it("keeps its connection while it takes some now and then, or when it is idle", async () => {
    await start();
    const slow = open(get("/large"));
    const idle = open(get("/small"));
    await read(idle, 1_024);
    for (let times = 0; times < 3; times += 1) {
      // More than the system's buffers hold: the server has sent more since.
      await read(slow, 16 * MB);
      pass(STALLED_MS - 1);
      pass(1);
      expect(await opened()).toBe(2);
    }
  });

  it("loses its connection after a time", async () => {
    await start();
    open(get("/large"));
    await expect.poll(() => handled).toBe(1);
    // The system takes the response until its own buffers are full.
    await expect
      .poll(() => {
        pass(STALLED_MS);
        return opened();
      })
      .toBe(0);
  });

  it("loses its connection to the service", async () => {
    const pages: Pages = { ...fakePages, serve: (_, response) => void response.end(LARGE) };
    const front = await openFront(world, { stalledMs: 300, pages });
    for (let count = 0; count < 20; count += 1) await once(open(get("/en"), front.port), "connect");
    const { status } = await fetch(`${front.url}/api/health`, { headers: { connection: "close" } });
    expect(status).toBe(200);
    await expect.poll(front.connections).toBeLessThan(2);
  });
});

describe("what clients do not take", () => {
  it("is sixteen responses of a connection, which ends with the seventeenth request", async () => {
    await start();
    const client = open(get("/never").repeat(16));
    await expect.poll(() => handled).toBe(16);
    expect(await opened()).toBe(1);
    client.write(get("/never"));
    await expect.poll(opened).toBe(0);
    expect(handled).toBe(16);
  });

  it("is counted anew once it is taken", async () => {
    await start();
    const client = open("");
    for (let times = 0; times < 3; times += 1) {
      client.write(get("/small").repeat(16));
      await read(client, 16 * 1_024);
    }
    expect([handled, await opened()]).toEqual([48, 1]);
  });

  it("is bounded in all: connections that take up most end", async () => {
    await start();
    const slow = open(get("/large"));
    await read(slow, MB);
    open(get("/large").repeat(3));
    await expect.poll(() => handled).toBe(4);
    await expect.poll(opened).toBe(1);
    await read(slow, LARGE.length - slow.bytesRead);
  });

  it("is answered by the service, with an error for the next one", async () => {
    const front = await openFront(world);
    const client = open(get("/api/health").repeat(1_000), front.port);
    const chunks: Buffer[] = [];
    client.on("data", (chunk) => chunks.push(chunk)).resume();
    await once(client, "close");
    const text = Buffer.concat(chunks).toString();
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => "200"), "503"]);
    expect(text).toMatch(/"code":"OVERLOADED"/);
  });
});
