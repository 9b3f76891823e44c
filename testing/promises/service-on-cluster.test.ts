import { expect, it } from "vitest";
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

it("services on a Redis Cluster share lookups, refresh grants, changes and statistics", async () => {
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
