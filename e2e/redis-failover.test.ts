import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { expect, test, vi } from "vitest";
import { slotOf } from "../lib/cache/stores/redis/connect.ts";
import { askRedis } from "../testing/redis.ts";
import { startRedisCluster, type ClusterNode } from "../testing/redis-cluster.ts";
import { startRedisSentinel } from "../testing/redis-sentinel.ts";
import { requestAtOnce } from "./support/at-once.ts";
import { type Service, withSandbox } from "./support/service.ts";

/** `npm run check:long` runs it for a minute. */
const SECONDS = Number(process.env["NAMETAG_FAILOVER_SECONDS"] ?? "12");
const PER_SECOND = 500;
const BATCH_MS = 20;
/** Requests for players who were requested before; the others are for new ones. */
const KNOWN_SHARE = 0.98;
const KNOWN = 100;
const MOVED_SLOTS = 40;

/** One machine's egress, and rates that no provider needs here. */
const VARIABLES = { EGRESS_NAME: "one", UPSTREAM_RATE_FACTOR: "1000" };

const uuidOf = (player: number) => `e0000000000040008000${player.toString(16).padStart(12, "0")}`;

vi.setConfig({ testTimeout: (SECONDS + 120) * 1_000 });

test("a Redis Cluster of which a node dies, slots move and a part is cut off costs no request", async () => {
  const cluster = await startRedisCluster({ masters: 3, replicas: 1 });
  const [first, second, third] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode];
  try {
    await withSandbox(async ({ sandbox: { control }, start }) => {
      const services: Service[] = [];
      for (let index = 0; index < 4; index += 1) {
        services.push(
          await start(
            { ...VARIABLES, REDIS_URL: cluster.url, LOG_LEVEL: "info" },
            { pages: false },
          ),
        );
      }
      await warmUp(services);
      const load = startLoad(services);
      const until = (share: number) => sleep(share * SECONDS * 1_000 - load.elapsedMs());

      await until(0.05);
      await first.kill();
      await until(0.35);
      await first.restart();
      await until(0.4);
      await cluster.isWhole();
      const keys = (await third.ask("KEYS", "nametag:1:*")) as string[];
      for (const slot of [...new Set(keys.map(slotOf))].slice(0, MOVED_SLOTS)) {
        await cluster.moveSlot(slot, third, second, () => sleep(BATCH_MS));
      }
      await until(0.55);
      cluster.split(1);
      // Its replica, on the larger side, takes its place.
      await cluster.isWhole(cluster.nodes.toSpliced(1, 1));
      await until(0.85);
      cluster.heal();
      await until(1);
      await expectNothingWrong(load);

      await cluster.isWhole();
      await expect.poll(() => Promise.all(services.map(storeOf))).toEqual(Array(4).fill("ok"));

      // One budget: each bucket is on one node.
      const buckets = await Promise.all(
        cluster.nodes.map(async (node) => {
          const isMaster = String(await node.ask("ROLE")).startsWith("master");
          return isMaster ? ((await node.ask("KEYS", "nametag:1:budget:*")) as string[]) : [];
        }),
      );
      expect(buckets.flat()).toContain("nametag:1:budget:v3:one/mojang-session");
      expect(new Set(buckets.flat()).size).toBe(buckets.flat().length);

      // One load for a thousand requests. A process that lost a node on a busy machine loads for itself.
      control.clearCalls();
      const lost = services.map(outagesOf);
      const player = 999_999_999;
      const spellings = [
        `/api?username=Extra_${player}&type=java`,
        `/api?uuid=${uuidOf(player)}`,
        `/head?username=EXTRA_${player}&size=64`,
      ];
      const statuses = await requestAtOnce(
        services.map(({ url }) => url),
        spellings,
      );
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      const most =
        1 + services.filter((service, at) => outagesOf(service) > (lost[at] ?? 0)).length;
      for (const route of ["mojang-session.*", "mojang-textures.*"]) {
        const count = control.count(route);
        expect([route, count >= 1 && count <= most], `${count} loads`).toEqual([route, true]);
      }
    });
  } finally {
    await cluster.close();
  }
});

for (const [how, act] of [
  ["is killed", (redis: Sentinel) => redis.nodes[0].kill()],
  ["is replaced on demand", (redis: Sentinel) => redis.failOver()],
] as const) {
  test(`a master that ${how}, and that sentinels replace, costs no request`, async () => {
    const redis = await startRedisSentinel({ downMs: 500 });
    try {
      await withSandbox(async ({ start }) => {
        const variables = { ...VARIABLES, REDIS_URL: redis.url };
        const services = [
          await start(variables, { pages: false }),
          await start(variables, { pages: false }),
        ];
        await warmUp(services);
        const load = startLoad(services);
        await sleep(1_000);
        await act(redis);
        await redis.promoted();
        await expect.poll(() => Promise.all(services.map(storeOf))).toEqual(["ok", "ok"]);
        await expectNothingWrong(load);
        // They write to the new master. A record of a moment without one is lost, so each try is another player's.
        const written: number[] = [];
        const arrived = async (player: number) => {
          const name = `nametag:1:durable:names:v1:${uuidOf(player)}`;
          const record = String(await askRedis(redis.nodes[1].url, ["GET", name]));
          return record.includes(`Extra_${player}`);
        };
        await expect
          .poll(
            async () => {
              written.push(77_777 + written.length);
              await fetch(`${services[0]?.url}/api?username=Extra_${written.at(-1)}`);
              return (await Promise.all(written.map(arrived))).includes(true);
            },
            { timeout: 30_000 },
          )
          .toBe(true);
      });
    } finally {
      await redis.close();
    }
  });
}

type Sentinel = Awaited<ReturnType<typeof startRedisSentinel>>;
type Load = ReturnType<typeof startLoad>;

const targetOf = (player: number) => `/api?username=Extra_${player}&type=java`;

/** The providers here run in this process, which is busy enough with the load. */
async function warmUp(services: readonly Service[]): Promise<void> {
  for (let player = 1; player <= KNOWN; player += 1) {
    for (const { url } of services) {
      const response = await fetch(url + targetOf(player));
      expect(response.status, await response.text()).toBe(200);
    }
  }
}

/** Sends requests at a steady rate, and checks each response. */
function startLoad(services: readonly Service[]) {
  const started = performance.now();
  const pools = services.map(({ url }) => new Pool(url, { connections: 64, pipelining: 1 }));
  const wrong: string[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  let newest = KNOWN;

  const request = async (index: number) => {
    const isKnown = (index * 7_919) % 100 < KNOWN_SHARE * 100;
    const player = isKnown ? 1 + ((index * 31) % KNOWN) : (newest += 1);
    const target = targetOf(player);
    const response = await pools[index % pools.length]?.request({ method: "GET", path: target });
    const body = (await response?.body.json()) as { java?: { uuid?: string } };
    if (response?.statusCode !== 200 || body.java?.uuid !== uuidOf(player)) {
      wrong.push(`${target}: ${response?.statusCode} ${JSON.stringify(body).slice(0, 200)}`);
    }
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - started) * PER_SECOND) / 1_000;
    for (; sent < due; sent += 1) {
      const one = request(sent).catch((error: unknown) => void wrong.push(String(error)));
      pending.add(one);
      void one.finally(() => pending.delete(one));
    }
  }, BATCH_MS);

  return {
    elapsedMs: () => performance.now() - started,
    /** Resolves when all requests were answered. */
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
      await Promise.all(pools.map((pool) => pool.close()));
      return { sent, wrong };
    },
  };
}

async function expectNothingWrong(load: Load): Promise<void> {
  const { sent, wrong } = await load.end();
  expect(wrong.slice(0, 5), `${wrong.length} of ${sent} are wrong`).toEqual([]);
  expect(sent).toBeGreaterThan(PER_SECOND);
}

async function storeOf({ url }: Service): Promise<unknown> {
  const response = await fetch(`${url}/api/ready`);
  return ((await response.json()) as { store: unknown }).store;
}

function outagesOf({ errors }: Service): number {
  return errors.filter((line) => line.includes("The store fails")).length;
}
