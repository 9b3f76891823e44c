import { expect, test } from "vitest";
import { startRedis } from "../testing/redis.ts";
import { requestAtOnce } from "./support/at-once.ts";
import { type Service, withSandbox } from "./support/service.ts";

/** Uncached players, each with a different delay of the upstreams. */
const PLAYERS = [
  { name: "Lantern_Lou", uuid: "dfb83a479bf3469583e7bdc34c28fa4e", latencyMs: 0 },
  { name: "Tinker_Tess", uuid: "a9a041d770424d1bbe1e5c603300460c", latencyMs: 120 },
];

/** One player in all spellings; the head needs a texture as well. */
function spellingsOf({ name, uuid }: { name: string; uuid: string }): string[] {
  return [
    `/api?username=${name}`,
    `/api?username=${name.toUpperCase()}`,
    `/api?uuid=${uuid}`,
    `/head?username=${name.toLowerCase()}&size=64`,
    `/head?uuid=${uuid}`,
  ];
}

/** The variables of each service. */
const SETTINGS: Record<string, (redisUrl: string) => Record<string, string>[]> = {
  "two processes on one port": () => [{ WEB_CONCURRENCY: "2" }],
  "two services on one directory": () => [{}, {}],
  "two services on one Redis": (REDIS_URL) => [{ REDIS_URL }, { REDIS_URL }],
};

for (const [name, variablesOf] of Object.entries(SETTINGS)) {
  test(`a thousand simultaneous requests for one player cost one load: ${name}`, async () => {
    const redis = await startRedis();
    try {
      await withSandbox(async ({ sandbox: { control }, start }) => {
        const running: Service[] = [];
        for (const variables of variablesOf(redis.url)) {
          running.push(await start(variables, { pages: false }));
        }
        /**
         * One load in all. On a busy machine, Redis may take longer than 150 ms: a service then logs that, works
         * without it, and loads for itself, and once more what its small share of a budget left out.
         */
        const most = () => (running.some(hasLostItsStore) ? 2 * running.length : 1);
        const expectLoads = async (routes: string[], least: number) => {
          const count = () => routes.reduce((sum, route) => sum + control.count(route), 0);
          expect(count(), routes.join()).toBeGreaterThanOrEqual(least);
          await expect
            .poll(() => count() - most(), { message: routes.join() })
            .toBeLessThanOrEqual(0);
        };
        const urls = running.map(({ url }) => url);
        for (const player of PLAYERS) {
          control.reset();
          control.fault({ route: "*", fault: { kind: "delay", ms: player.latencyMs } });
          const statuses = await requestAtOnce(urls, spellingsOf(player));
          expect(statuses.filter((status) => status !== 200)).toEqual([]);
          await expectLoads(["mojang-api.name", "mojang-api.bulk"], 1);
          await expectLoads(["mojang-session.*"], 1);
          await expectLoads(["mojang-textures.*"], 1);
          for (const route of ["geyser.xuid", "geyser.gamertag", "geyser.skin"]) {
            await expectLoads([route], 0);
          }
        }
      });
    } finally {
      await redis.close();
    }
  });
}

function hasLostItsStore({ errors }: Service): boolean {
  return errors.some((line) => line.includes("The store fails"));
}
