import { once } from "node:events";
import { responsesIn, connected, received } from "./support/raw.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

const HOST = "Host: nametag\r\n";
const CONNECT = `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;
const UPGRADE = `GET /api HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
const LAST = `GET /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
/** The head of a request may take five seconds, checked every second, plus a margin. */
const SILENCE_MS = 10_000;

test("responds to a request that comes byte by byte", async ({ service }) => {
  const socket = await connected(service.port);
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const byte of LAST) await new Promise((resolve) => socket.write(byte, resolve));
  await once(socket, "close");
  expect(responsesIn(Buffer.concat(chunks)).map(({ status }) => status)).toEqual([200]);
});

test("keeps working beside three hundred idle connections, and closes them", async ({
  service,
}) => {
  const started = performance.now();
  const silent = await Promise.all(Array.from({ length: 300 }, () => connected(service.port)));
  const ended = silent.map(async (socket, at) => {
    if (at % 2 === 0) socket.write("GET /api HTTP/1.1\r\nHo");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    return Buffer.concat(chunks);
  });
  const responses = Promise.all(ended);
  const statuses = new Set<number>();
  let fresh = true;
  void responses.finally(() => (fresh = false));
  while (fresh) {
    const before = performance.now();
    statuses.add((await fetch(`${service.url}/api/health`)).status);
    expect(performance.now() - before, "milliseconds for a good request").toBeLessThan(2_000);
  }
  for (const bytes of await responses) {
    expect(responsesIn(bytes).map(({ status }) => status)).toEqual([400]);
  }
  expect(performance.now() - started).toBeLessThan(SILENCE_MS);
  expect([...statuses]).toEqual([200]);
});

test("never reads the body of a page request as the next request", async ({ service }) => {
  const body = "Content-Length: 45\r\n";
  for (const headers of [body, `${body}Expect: 100-continue\r\n`]) {
    const bytes = await received(service.port, `GET /en HTTP/1.1\r\n${HOST}${headers}\r\n`);
    expect(responsesIn(bytes).map(({ status }) => status)).toEqual([200]);
    const next = await Promise.all([1, 2, 3].map(() => fetch(`${service.url}/en`)));
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

for (const [title, bytes] of [
  ["CONNECT", CONNECT],
  ["an upgrade", UPGRADE],
  ["garbage", "?\r\n\r\n"],
  ["a request", LAST],
] as const) {
  test(`survives clients that reset the connection after ${title}`, async ({ service }) => {
    for (let times = 0; times < 200; times++) {
      const socket = await connected(service.port);
      await new Promise((resolve) => socket.write(bytes, resolve));
      socket.resetAndDestroy();
    }
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  });
}

test("ends within four seconds while clients keep their connections open", () =>
  withWorld({}, async ({ service }) => {
    // An idle connection, half a request, a refused tunnel, and an ignored upgrade.
    const sockets = await Promise.all(
      ["", "GET /api HTTP/1.1\r\nHo", CONNECT, UPGRADE].map(async (bytes) => {
        const socket = await connected(service.port, { allowHalfOpen: true });
        // Without reading, the end of the response would go unnoticed.
        socket.resume().on("error", () => undefined);
        socket.write(bytes);
        return socket;
      }),
    );
    const started = performance.now();
    await service.stop();
    expect(performance.now() - started).toBeLessThan(4_000);
    for (const socket of sockets) socket.destroy();
  }));
