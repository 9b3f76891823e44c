import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startLoad } from "./support/load.ts";
import { connected } from "./support/raw.ts";
import { type Service, withWorld } from "./support/service.ts";

const RESTARTS_MS = 180_000;
const PER_SECOND = 500;
/** How often a load balancer checks whether an instance is ready. */
const CHECK_MS = 250;
const PATHS = [
  ...Array.from({ length: 24 }, () => [
    "/api?username=Lantern_Lou",
    "/head?username=Tinker_Tess&size=64",
    "/skin?username=Lantern_Lou",
    "/api/health",
  ]).flat(),
  "/en",
];
const pathOf = (at: number) => PATHS[at % PATHS.length] ?? "/";

const rounds: [title: string, variables: Record<string, string>, restarts: number][] = [
  ["two restarts in a row", {}, 2],
  ["a restart of two processes", { WEB_CONCURRENCY: "2" }, 1],
];

for (const [title, variables, restarts] of rounds) {
  test(
    `fails no request of a busy client during ${title}`,
    () =>
      withWorld(variables, async ({ service, start }) => {
        const load = startLoad(service.url, { pathOf, perSecond: PER_SECOND });
        const stops: Promise<void>[] = [];
        let current = service;
        for (let times = 0; times < restarts; times += 1) {
          const next = await start();
          const hangingOn = await hangOn(current);
          stops.push(current.stop().finally(hangingOn));
          await untilNoticed(current);
          load.aimAt(next.url);
          current = next;
        }
        await Promise.all(stops);
        const { responses, failures } = await load.stop();
        expect(failures).toEqual([]);
        expect(responses).toBeGreaterThan(restarts * PER_SECOND);
        await current.stop();
      }),
    RESTARTS_MS,
  );
}

/** Waits as a load balancer does, until an instance is not ready twice in a row; it gets requests until then. */
async function untilNoticed({ url }: Service): Promise<void> {
  for (let failures = 0; failures < 2;) {
    await pause(CHECK_MS);
    const { status } = await fetch(`${url}/api/ready`);
    failures = status === 503 ? failures + 1 : 0;
  }
}

/** Opens an idle connection and one with half a request; resolves when both have ended. */
async function hangOn({ port }: Service): Promise<() => void> {
  const sockets = await Promise.all([connected(port), connected(port)]);
  for (const socket of sockets) socket.on("error", () => undefined);
  sockets[1]?.write("GET /api HTTP/1.1\r\nHo");
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
