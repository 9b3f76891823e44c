import type { SandboxPlayer } from "../sandbox/player.ts";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

const PLAYERS = 40;
/** So many of them are still being asked for when the service is killed. */
const UNANSWERED = 5;

/** Nothing here asks for a page. */
const OPTIONS = { pages: false };

for (const enough of [1, 30]) {
  test(`keeps what it answered when it is killed after ${enough} of ${PLAYERS} answers`, () =>
    withWorld(
      {},
      async ({ service, sandbox, restart }) => {
        const ids = sandbox.players.slice(0, PLAYERS).map(idOf);
        const slow = ids.slice(-UNANSWERED);
        for (const match of slow) {
          sandbox.control.fault({ route: "*", match, fault: { kind: "hang" } });
        }
        const answered = new Map<string, { status: number; profile: object }>();
        const lookUp = async (id: string) => {
          const response = await fetch(`${service.url}/api?username=${id}`);
          const profile = (await response.json()) as object;
          answered.set(id, { status: response.status, profile });
          if (answered.size === enough) await service.kill();
        };
        // Those that were not answered fail: the service is gone.
        await Promise.allSettled(ids.map(lookUp));
        expect(answered.size).toBeGreaterThanOrEqual(enough);
        expect(answered.size).toBeLessThanOrEqual(PLAYERS - UNANSWERED);

        sandbox.control.clearFaults();
        sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
        const { url } = await restart();
        for (const [id, { status, profile }] of answered) {
          expect(status).toBe(200);
          const response = await fetch(`${url}/api?username=${id}`);
          expect(response.status).toBe(200);
          expect(response.headers.get("x-cache")).toBe("HIT");
          expect(await response.json()).toEqual({ ...profile, cached: true });
        }
        const statusOf = async (id: string) => (await fetch(`${url}/api?username=${id}`)).status;
        expect(await Promise.all(slow.map(statusOf))).toEqual([502, 502, 502, 502, 502]);
      },
      OPTIONS,
    ));
}

test("answers what was asked before it ends, and takes nothing more", () =>
  withWorld(
    {},
    async ({ service, sandbox }) => {
      sandbox.control.latency(300);
      const asked = fetch(`${service.url}/api?username=Lantern_Lou`);
      await expect.poll(() => sandbox.control.count()).toBeGreaterThan(0);
      await service.stop();
      expect((await asked).status).toBe(200);
      await expect(fetch(`${service.url}/api/health`)).rejects.toThrow("fetch failed");
    },
    OPTIONS,
  ));

function idOf({ java, bedrock }: SandboxPlayer): string {
  return java?.uuid ?? bedrock?.xuid ?? "";
}
