import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRedisStore, openRedisClient } from "../../lib/cache/stores/redis.ts";
import { createBudget } from "../../lib/upstream-budget/budget.ts";
import { createStoreTokens } from "../../lib/upstream-budget/token-bucket.ts";
import { LOU, openWorld } from "../world.ts";
import { useRedisCluster } from "../use-redis.ts";

const cluster = useRedisCluster();

async function openConnected() {
  const world = await openWorld(() => ({ REDIS_URL: cluster.url }));
  // A first check that took too long on a busy machine is repeated.
  await expect
    .poll(() => world.services.stores.coordination.get("connected").catch(String))
    .toBeUndefined();
  return world;
}

describe("services on a Redis Cluster", () => {
  it("share lookups, refresh grants, changes and statistics", async () => {
    const one = await openConnected();
    const other = await openConnected();
    const ofLou = `/api?uuid=${LOU}`;
    const nameIn = async ({ request }: typeof one) =>
      ((await request(ofLou)).json() as { java: { username: string } }).java.username;
    expect((await one.request(ofLou)).json()).toMatchObject({ cached: false });
    expect((await other.request(ofLou)).json()).toMatchObject({ cached: true });
    await expect.poll(() => other.services.stores.channel?.isListening()).toBe(true);

    one.sandbox.control.change(LOU, { name: "Lantern_Two" });
    expect((await one.request(`${ofLou}&update=true`)).status).toBe(200);
    expect([await nameIn(one), await nameIn(other)]).toEqual(["Lantern_Two", "Lantern_Two"]);
    expect((await other.request(`${ofLou}&update=true`)).status).toBe(429);

    const history = (await other.request(`/api/history?uuid=${LOU}`)).json();
    expect(history).toMatchObject({
      java: { names: [{ name: "Lantern_Lou" }, { name: "Lantern_Two" }] },
    });
    await Promise.all([one, other].map((world) => world.request("/api?recent=1")));
    const { stats } = (await other.request("/api?recent=1")).json() as {
      stats: Record<string, number>;
    };
    expect(stats["players_total"]).toBeGreaterThanOrEqual(1);
    expect(stats["lookups_total"]).toBeGreaterThanOrEqual(5);
  });

  it("take from one budget, wherever its bucket is", async () => {
    const allowances = { provider: { rate: 40, burst: 10 } };
    const clients = [cluster.url, ...cluster.nodes.map(({ url }) => url)].map((url) => {
      const client = openRedisClient({ url }, { limitMs: 5_000 });
      onTestFinished(() => client.close());
      return client;
    });
    // A busy machine takes a while to connect, in which nothing could be taken.
    await Promise.all(clients.map(({ inspected }) => inspected));
    const budgets = clients.map((client) =>
      createBudget({
        tokens: createStoreTokens(createRedisStore(client, "")),
        allowances,
        factor: 1,
      }),
    );
    const started = performance.now();
    const endsAt = started + 2_000;
    let taken = 0;
    await Promise.all(
      budgets.flatMap((budget) =>
        Array.from({ length: 5 }, async () => {
          while (performance.now() < endsAt) {
            await budget.take("provider", { priority: "foreground", waitMs: 500 }).then(
              () => (taken += 1),
              () => sleep(5),
            );
          }
        }),
      ),
    );
    const seconds = (performance.now() - started) / 1_000;
    expect(taken).toBeLessThanOrEqual(40 * seconds + 10);
    // The bucket began full.
    expect(taken).toBeGreaterThan(30);
  });
});
