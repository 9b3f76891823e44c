import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startLoad } from "./support/load.ts";
import { connected } from "./support/raw.ts";
import { type Service, withWorld } from "./support/service.ts";

const RESTARTS_MS = 180_000;
const PER_SECOND = 300;
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

for (const processes of ["1", "2"]) {
  test(
    `fails no request of a busy client during a restart: processes ${processes}`,
    () =>
      withWorld({ WEB_CONCURRENCY: processes }, async ({ service, start }) => {
        const load = startLoad(service.url, { pathOf, perSecond: PER_SECOND });
        const next = await start();
        const hangingOn = await hangOn(service);
        const stopped = service.stop().finally(hangingOn);
        await untilNoticed(service);
        load.aimAt(next.url);
        await stopped;
        const { responses, failures } = await load.stop();
        expect(failures).toEqual([]);
        expect(responses).toBeGreaterThan(PER_SECOND);
        await next.stop();
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
