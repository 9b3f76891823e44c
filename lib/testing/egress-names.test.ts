import { describe, expect, it, onTestFinished, vi } from "vitest";
import { KEY_PREFIX } from "../cache/stores/redis.ts";
import { serve } from "./served.ts";
import { useRedis } from "./use-redis.ts";
import { createTestWorld } from "./world.ts";

const { connectOther, redis } = useRedis("test");

const SESSIONS = "mojang-session";
/** What the budget of each egress holds; nothing comes in while the test runs. */
const TOKENS = 10;
const uuidOf = (player: number) => `e0000000000040008000${player.toString(16).padStart(12, "0")}`;

/** Two instances on one Redis and one sandbox, which call from these egresses. */
async function openPair(names: readonly [string, string]) {
  const other = await connectOther();
  const at = Date.now();
  const state = { tokens: TOKENS, at, changedAt: at, pausedUntil: 0, rate: 0.001 };
  const bucket = JSON.stringify({ ...state, tooMuch: 0, refusals: 0 });
  for (const name of names) {
    await other.set(`${KEY_PREFIX}:budget:v3:${name}/${SESSIONS}`, bucket);
  }
  const env = {
    REDIS_URL: redis().url,
    UPSTREAM_RATE_FACTOR: "1",
    UPSTREAM_RATES: `${SESSIONS}=0.001-0.001`,
  };
  const [first, second] = names;
  const world = await createTestWorld(() => ({ ...env, EGRESS_NAME: first }));
  onTestFinished(() => world.close());
  const services = world.another({ EGRESS_NAME: second });
  onTestFinished(() => services.close());
  const fronts = [await serve(world), await serve({ ...world, services })];
  for (const front of fronts) onTestFinished(() => front.close());
  for (const { stores } of [world.services, services]) {
    // A first look that came too soon, or took too long on a busy machine, is repeated after 5 s.
    await vi.waitFor(() => stores.coordination.get("connected"), { timeout: 10_000 });
  }
  const request = async (instance: number, player: number) => {
    const url = `${fronts[instance]?.url}/api?uuid=${uuidOf(player)}&type=java`;
    return (await fetch(url)).status;
  };
  const loaded = () =>
    world.sandbox.control.calls().last.filter(({ route }) => route === `${SESSIONS}.profile`)
      .length;
  return { request, loaded };
}

describe("two instances on one Redis", () => {
  it.each([
    ["with one egress name spend one budget", ["office", "office"], TOKENS],
    ["with two egress names spend twice as much", ["office", "attic"], 2 * TOKENS],
  ] as const)("%s", async (_, names, carried) => {
    const { request, loaded } = await openPair(names);
    const burst = Array.from({ length: 3 * TOKENS }, (__, player) =>
      request(player % 2, player + 1),
    );
    const statuses = await Promise.all(burst);
    expect(statuses.filter((status) => status === 200)).toHaveLength(carried);
    expect(statuses.filter((status) => status === 502)).toHaveLength(3 * TOKENS - carried);
    expect(loaded()).toBe(carried);
  });

  it("with two egress names load a player once", async () => {
    const { request, loaded } = await openPair(["office", "attic"]);
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => request(at % 2, 1)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(loaded()).toBe(1);
  });
});
