import { connected } from "./support/raw.ts";
import type { Service } from "./support/service.ts";
import { startLoad } from "./support/steady-load.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/world.ts";

const PER_SECOND = 500;
/** How often a balancer looks whether an instance is ready. */
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

const rounds: [title: string, variables: Record<string, string>, restarts: number][] = [
  ["twenty restarts in a row", {}, 20],
  ["three restarts of two processes", { WEB_CONCURRENCY: "2" }, 3],
];

// One after the other: each keeps the machine busy.
test.describe.configure({ mode: "default" });

for (const [title, variables, restarts] of rounds) {
  test(`fails no request of a busy client during ${title}`, () =>
    withWorld(variables, async ({ service, restart }) => {
      test.setTimeout(180_000);
      const load = startLoad(service.url, PATHS, PER_SECOND);
      const stops: Promise<void>[] = [];
      let current = service;
      for (let times = 0; times < restarts; times += 1) {
        const next = await restart();
        const hangingOn = await hangOn(current);
        stops.push(current.stop().finally(hangingOn));
        await untilNoticed(current);
        load.aimAt(next.url);
        current = next;
      }
      await Promise.all(stops);
      const { answered, failures } = await load.stop();
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(restarts * PER_SECOND);
      await current.stop();
    }));
}

/** As balancers do: an instance has to be found not ready twice in a row. Until then it is asked. */
async function untilNoticed({ url }: Service): Promise<void> {
  for (let failures = 0; failures < 2;) {
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_MS);
    });
    const { status } = await fetch(`${url}/api/ready`);
    failures = status === 503 ? failures + 1 : 0;
  }
}

/** Opens a connection that says nothing and one that says half of something; gives their end. */
async function hangOn({ port }: Service): Promise<() => void> {
  const sockets = await Promise.all([connected(port), connected(port)]);
  for (const socket of sockets) socket.on("error", () => undefined);
  sockets[1]?.write("GET /api HTTP/1.1\r\nHo");
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
