import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { responsesIn, connected, received } from "./support/raw.ts";
import { useWorld } from "./support/use.ts";

/** As Node chooses it in a container of 512 MB. */
const world = useWorld({ NODE_OPTIONS: "--max-old-space-size=256" }, { pages: false });

const HOST = "Host: nametag\r\n";
const CONNECT = `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`;
const UPGRADE = `GET /api HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
const LAST = `GET /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
const HALF = "GET /api HTTP/1.1\r\nHo";
/** A quarter of the time after which Node closes such connections by itself. */
const SILENCE_MS = 15_000;

test("responds to a request that comes byte by byte", async () => {
  const bytes = await received(world().service.port, ...LAST.split(""));
  expect(responsesIn(bytes).map(({ status }) => status)).toEqual([200]);
});

test("keeps working beside three hundred idle connections, and closes them", async () => {
  const started = performance.now();
  const silent = Array.from({ length: 300 }, (_, at) =>
    received(world().service.port, at % 2 === 0 ? HALF : ""),
  );
  let open = true;
  const responses = Promise.all(silent).finally(() => (open = false));
  const statuses: number[] = [];
  while (open) {
    statuses.push((await fetch(`${world().service.url}/api/health`)).status);
    await pause(20);
  }
  for (const bytes of await responses) {
    expect(responsesIn(bytes).map(({ status }) => status)).toEqual([400]);
  }
  expect(performance.now() - started).toBeLessThan(SILENCE_MS);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Not only after they were closed.
  expect(statuses.length).toBeGreaterThan(10);
});

test("keeps working beside clients that send thousands of requests and read nothing", async () => {
  const { service } = world();
  const request = `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`;
  const clients = await Promise.all(Array.from({ length: 100 }, () => connected(service.port)));
  for (const client of clients) client.on("error", () => undefined).write(request.repeat(1_400));
  for (let times = 0; times < 10; times++) {
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  }
  // All of it, and why it ends.
  const bytes = await received(service.port, request.repeat(17));
  expect(responsesIn(bytes).map(({ status }) => status)).toEqual([...Array(16).fill(200), 503]);
  for (const client of clients) client.destroy();
});

test("never reads the body of a page request as the next request", async () => {
  const body = "Content-Length: 45\r\n";
  for (const headers of [body, `${body}Expect: 100-continue\r\n`]) {
    const bytes = await received(world().service.port, `GET /en HTTP/1.1\r\n${HOST}${headers}\r\n`);
    expect(responsesIn(bytes).map(({ status }) => status)).toEqual([200]);
    const next = await Promise.all([1, 2, 3].map(() => fetch(`${world().service.url}/en`)));
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

for (const [title, bytes] of [
  ["CONNECT", CONNECT],
  ["an upgrade", UPGRADE],
  ["garbage", "?\r\n\r\n"],
  ["a request", LAST],
] as const) {
  test(`survives clients that reset the connection after ${title}`, async () => {
    for (let times = 0; times < 200; times++) {
      const socket = await connected(world().service.port);
      await new Promise((resolve) => socket.write(bytes, resolve));
      socket.resetAndDestroy();
    }
    expect((await fetch(`${world().service.url}/api/health`)).status).toBe(200);
  });
}

// The last one, since the service has ended then.
test("ends early while clients keep idle connections open", async () => {
  const { service } = world();
  // An idle connection, half a request, a refused tunnel, and an ignored upgrade.
  const sockets = await Promise.all(
    ["", HALF, CONNECT, UPGRADE].map(async (bytes) => {
      const socket = await connected(service.port, { allowHalfOpen: true });
      // Without reading, the end of the response would go unnoticed.
      socket.resume().on("error", () => undefined);
      socket.write(bytes);
      return socket;
    }),
  );
  const started = performance.now();
  await service.stop();
  // Connections with a request under way are cut after eight and a half.
  expect(performance.now() - started).toBeLessThan(8_000);
  for (const socket of sockets) socket.destroy();
});
