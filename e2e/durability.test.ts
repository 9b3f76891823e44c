import { expect, test } from "vitest";
import type { SandboxPlayer } from "../sandbox/player.ts";
import { withWorld } from "./support/service.ts";
import { until } from "./support/until.ts";

const PLAYERS = 40;
/** How many requests are still pending when the service is killed. */
const PENDING = 5;

/** These tests need no pages. */
const OPTIONS = { pages: false };

for (const enough of [1, 30]) {
  test(`keeps what it served when it is killed after ${enough} of ${PLAYERS} responses`, () =>
    withWorld(
      {},
      async ({ service, sandbox, start }) => {
        const ids = sandbox.players.slice(0, PLAYERS).map(idOf);
        const slow = ids.slice(-PENDING);
        for (const match of slow) {
          sandbox.control.fault({ route: "*", match, fault: { kind: "hang" } });
        }
        const completed = new Map<string, { status: number; profile: object }>();
        const lookUp = async (id: string) => {
          const response = await fetch(`${service.url}/api?username=${id}`);
          const { warnings: _, ...profile } = (await response.json()) as { warnings?: unknown };
          completed.set(id, { status: response.status, profile });
          if (completed.size === enough) await service.kill();
        };
        // Pending requests fail, since the service is gone.
        await Promise.allSettled(ids.map(lookUp));
        expect(completed.size).toBeGreaterThanOrEqual(enough);
        expect(completed.size).toBeLessThanOrEqual(PLAYERS - PENDING);

        sandbox.control.clearFaults();
        sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
        const { url } = await start();
        for (const [id, { status, profile }] of completed) {
          expect(status).toBe(200);
          const response = await fetch(`${url}/api?username=${id}`);
          expect(response.status).toBe(200);
          expect(response.headers.get("x-cache")).toBe("HIT");
          // On a busy machine, half a profile may have come too late: it fails in another way now.
          const { warnings: _, ...kept } = (await response.json()) as { warnings?: unknown };
          expect(kept).toEqual({ ...profile, cached: true });
        }
        const statusOf = async (id: string) => (await fetch(`${url}/api?username=${id}`)).status;
        expect(await Promise.all(slow.map(statusOf))).toEqual([502, 502, 502, 502, 502]);
      },
      OPTIONS,
    ));
}

test("completes pending requests before it ends, and accepts no new ones", () =>
  withWorld(
    {},
    async ({ service, sandbox }) => {
      sandbox.control.fault({ route: "*", fault: { kind: "delay", ms: 300 } });
      const requested = fetch(`${service.url}/api?username=Lantern_Lou`);
      await until("the provider is called", () => sandbox.control.count() > 0);
      await service.stop();
      expect((await requested).status).toBe(200);
      await expect(fetch(`${service.url}/api/health`)).rejects.toThrow("fetch failed");
    },
    OPTIONS,
  ));

function idOf({ java, bedrock }: SandboxPlayer): string {
  return java?.uuid ?? bedrock?.xuid ?? "";
}
