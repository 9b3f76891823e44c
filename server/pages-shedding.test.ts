import { connect } from "node:net";
import { expect, it } from "vitest";
import { watchLoad } from "../lib/process/overload.ts";
import { openFront } from "../testing/served.ts";
import { useWorld } from "../testing/world.ts";
import { createTestClock } from "../testing/test-clock.ts";
import { MOST_PIPELINED } from "./connections.ts";
import { holding, start } from "./pages.fixture.ts";

/** As many requests under way count as too many, if the event loop is late. */
const FEW = 32;

/** An event loop that is late. */
const clock = createTestClock();
const load = watchLoad(clock, { percentile: () => 1e9, reset: () => undefined });
clock.advance(10_000);

const world = useWorld();

/** Sends requests at once on one connection, which the last one closes; returns status and retry. */
async function statusesOf(port: number, targets: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  const last = targets.length - 1;
  const lines = targets.map(
    (target, at) =>
      `GET ${target} HTTP/1.1\r\nHost: a\r\n${at === last ? "Connection: close\r\n" : ""}\r\n`,
  );
  socket.write(lines.join(""));
  const text = (await socket.setEncoding("utf8").toArray()).join("");
  return [...text.matchAll(/HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/g)].map(([head, status]) =>
    /^retry-after: \d+\r$/m.test(head) ? `${status} with Retry-After` : status,
  );
}

it("redirects count as load, and are refused; cached responses and /api/health are served", async () => {
  const { respond, letGo } = holding();
  const { pages } = await start(respond, { room: FEW });
  await pages.ready;
  const { url, port } = await openFront(world, { pages, load });
  const cached = "/api?username=Lantern_Lou";
  for (let times = 0; times < 2; times += 1) await (await fetch(url + cached)).text();
  const spare = 8;
  const held = Array.from({ length: FEW - spare }, async (_, at) => {
    await (await fetch(`${url}/en/player/${at}`)).arrayBuffer();
  });
  await expect.poll(() => pages.underWay()).toBe(FEW - spare);

  const others = [cached, "/api/health", "/api/status"];
  const redirects = MOST_PIPELINED - others.length;
  const targets = [...Array<string>(redirects).fill("/docs/head"), ...others];
  expect(await statusesOf(port, targets)).toEqual([
    ...Array<string>(spare).fill("307"),
    ...Array<string>(redirects - spare).fill("503 with Retry-After"),
    "200",
    "200",
    "503 with Retry-After",
  ]);
  const timer = setInterval(letGo, 5);
  await Promise.all(held);
  clearInterval(timer);
  expect(pages.underWay()).toBe(0);
  expect(await statusesOf(port, ["/docs/head"])).toEqual(["307"]);
});

it("one client that has too much under way is refused more, another nothing", async () => {
  const { respond, letGo } = holding();
  const { pages } = await start(respond, { room: 2 * FEW });
  await pages.ready;
  const { url } = await openFront(world, { pages, load, trustedHops: 1 });
  const statusOf = async (path: string, client: string) => {
    const response = await fetch(url + path, { headers: { "x-forwarded-for": client } });
    await response.arrayBuffer();
    return response.status;
  };
  // All of them are of one IPv6 network, which is one client.
  const flood = Array.from({ length: FEW }, (_, at) =>
    statusOf(`/en/player/${at}`, `2001:db8:1:2::${at}`),
  );
  await expect.poll(() => pages.underWay()).toBe(FEW);
  expect(await statusOf("/en/player/more", "2001:db8:1:2::ffff")).toBe(503);
  expect(await statusOf("/api?username=Tinker_Tess", "2001:db8:1:2::ffff")).toBe(503);
  expect(await statusOf("/api?username=Tinker_Tess", "198.51.100.1")).toBe(200);
  const other = statusOf("/en/player/other", "198.51.100.1");
  await expect.poll(() => pages.underWay()).toBe(FEW + 1);
  const timer = setInterval(letGo, 5);
  expect(await other).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
  clearInterval(timer);
});
