import type { Browser } from "playwright/test";
import { freePort } from "../lib/testing/local-server.ts";
import { startLoad } from "./support/load.ts";
import { type Edge, withNginx } from "./support/nginx.ts";
import { connected } from "./support/raw.ts";
import { type Service, withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

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
  ["three restarts in a row", {}, 3],
  ["a restart of two processes", { WEB_CONCURRENCY: "2" }, 1],
];

// One after the other, since each keeps the machine busy.
test.describe.configure({ mode: "default" });

for (const [title, variables, restarts] of rounds) {
  test(`fails no request of a busy client during ${title}`, () =>
    withWorld(variables, async ({ service, start }) => {
      test.setTimeout(180_000);
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
    }));
}

test("fails no request of browsers behind nginx while two instances are restarted in turn", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const ports = [await freePort(), await freePort()];
  const variables = { TRUSTED_PROXY_HOPS: "1", PORT: String(ports[0]) };
  await withWorld(variables, async ({ service, start }) => {
    const instances = [service, await start({ PORT: String(ports[1]) })];
    await withNginx(ports, async (edge) => {
      const readers = await Promise.all(PAGES.map((paths) => startReader(browser, edge, paths)));
      for (const [at, instance] of instances.entries()) {
        await instance.stop();
        const { url } = await start({ PORT: String(ports[at]) });
        expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      }
      for (const reader of readers) {
        expect(await reader.stop()).toEqual([]);
      }
    });
  });
});

/** The pages that each browser loads again and again. */
const PAGES = [
  ["/en", "/en/player/Lantern_Lou", "/en/docs"],
  ["/de/player/Tinker_Tess", "/de/docs/head", "/en/player/nobody_at_all"],
];

/** Loads pages one after the other, each completely and at least once. */
async function startReader(browser: Browser, { url }: Edge, paths: readonly string[]) {
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    // The browser itself gives up what it fetches ahead, when it goes to the next page.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") failures.push(`${reason} ${request.url()}`);
  });
  let stopping = false;
  const reading = (async () => {
    while (!stopping) {
      for (const path of paths) await page.goto(url + path, { waitUntil: "networkidle" });
    }
  })().catch((error: unknown) => void failures.push(String(error)));
  return {
    /** Resolves with what failed. */
    async stop(): Promise<string[]> {
      stopping = true;
      await reading;
      await page.close();
      return failures;
    },
  };
}

/** Waits as a load balancer does, until an instance is not ready twice in a row; it gets requests until then. */
async function untilNoticed({ url }: Service): Promise<void> {
  for (let failures = 0; failures < 2;) {
    await new Promise((resolve) => {
      setTimeout(resolve, CHECK_MS);
    });
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
