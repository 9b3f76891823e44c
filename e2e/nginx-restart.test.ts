import { expect, test } from "vitest";
import { freePort } from "../testing/local-server.ts";
import { attributesIn, readPage } from "./support/html.ts";
import { startLoad } from "./support/load.ts";
import { withNginx } from "./support/nginx.ts";
import { withWorld } from "./support/service.ts";

const RESTARTS_MS = 180_000;
const PER_SECOND = 50;
const PAGES = [
  "/en",
  "/en/player/Lantern_Lou",
  "/en/docs",
  "/de/player/Tinker_Tess",
  "/de/docs/head",
  "/api?username=Lantern_Lou",
  "/head?username=Tinker_Tess&size=64",
];

test(
  "fails no request behind nginx while two instances are restarted in turn",
  async () => {
    const ports = [await freePort(), await freePort()];
    const variables = { TRUSTED_PROXY_HOPS: "1", PORT: String(ports[0]) };
    await withWorld(variables, async ({ service, start }) => {
      const instances = [service, await start({ PORT: String(ports[1]) })];
      await withNginx(ports, async (edge) => {
        const { root } = await readPage(edge.url, "/en");
        const files = attributesIn(root, "script[src]:not([nomodule])", "src").map(String);
        expect(files).not.toEqual([]);
        const paths = [...PAGES, ...files];
        const load = startLoad(edge.url, {
          pathOf: (at) => unseen(paths[at % paths.length] ?? "/", at),
          perSecond: PER_SECOND,
        });
        for (const [at, instance] of instances.entries()) {
          await instance.stop();
          const { url } = await start({ PORT: String(ports[at]) });
          expect((await fetch(`${url}/api/ready`)).status).toBe(200);
        }
        const { responses, failures } = await load.stop();
        expect(failures).toEqual([]);
        expect(responses).toBeGreaterThan(PER_SECOND);
      });
    });
  },
  RESTARTS_MS,
);

/** One request in two has a URL that nginx has not cached. */
function unseen(path: string, turn: number): string {
  if (turn % 2 === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}turn=${turn}`;
}
