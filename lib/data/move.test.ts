import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { OpenedStores } from "../cache/open-stores.ts";
import { systemClock } from "../time/clock.ts";
import { parseIdentifier, type PlayerIdentifier } from "../contract/identifiers.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";
import { askRedis } from "../../testing/redis.ts";
import { openRedis, openUpstashBridge, useRedisCluster } from "../../testing/use-redis.ts";
import { openFor, scratch, serviceOn, uuidOf } from "./data.fixture.ts";
import { exportTo, importFrom } from "./move.ts";

const cluster = useRedisCluster();

const PLAYERS = 60;
const DAY_MS = 86_400_000;
const EXCLUDED = { uuid: uuidOf(1), xuid: "2535400000000001" };
const FORMER = parseIdentifier("Player_0") as PlayerIdentifier;

const redisUrl = async () => (await openRedis()).url;

/** Empty stores of each kind. */
const KINDS = {
  SQLite: async () => ({ DATA_DIR: await scratch() }),
  Redis: async () => ({ REDIS_URL: await redisUrl() }),
  "Redis Cluster": async () => {
    for (const node of cluster.nodes) await node.ask("FLUSHALL");
    return { REDIS_URL: cluster.url };
  },
  Upstash: async () => {
    const bridge = await openUpstashBridge(await redisUrl());
    return { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
  },
};
type StoreKind = keyof typeof KINDS;

const emptyStore = async (kind: StoreKind) => openFor(await KINDS[kind]());

/** Looks players up, every tenth under two names, and everything else that must last. */
async function fill(stores: OpenedStores): Promise<void> {
  const service = serviceOn(stores);
  for (let index = 0; index < PLAYERS; index += 1) {
    await service.look(index);
    if (index % 10 === 0) await service.look(index, `Renamed_${index}`);
  }
  await stores.durable.set(`excluded-link:v1:${EXCLUDED.uuid}`, EXCLUDED.xuid);
  await service.flush();
}

/** The parts of what was moved that a service shows. */
async function shownBy(stores: OpenedStores) {
  const service = serviceOn(stores);
  const { lookups_total, players_total } = (await service.activity.recent()).stats;
  return {
    first: await service.history.of(uuidOf(0)),
    last: await service.history.of(uuidOf(PLAYERS - 1)),
    former: await service.formerNames.of(FORMER, "java"),
    link: await stores.durable.get(`excluded-link:v1:${EXCLUDED.uuid}`),
    stats: { lookups_total, players_total },
  };
}

async function move(from: OpenedStores, to: OpenedStores) {
  const file = path.join(await scratch(), "data.jsonl.gz");
  await exportTo(file, from);
  return importFrom(file, to);
}

// Each kind is read from, and written to.
it.each<[StoreKind, StoreKind]>([
  ["SQLite", "Redis"],
  ["Redis", "Redis Cluster"],
  ["Redis Cluster", "Upstash"],
  ["Upstash", "SQLite"],
])("from %s to %s comes everything that must last", async (source, target) => {
  const [from, to] = [await emptyStore(source), await emptyStore(target)];
  await fill(from);
  expect(await move(from, to)).toEqual({ players: PLAYERS, missing: 0 });
  const shown = await shownBy(to);
  expect(shown).toEqual(await shownBy(from));
  expect(shown).toMatchObject({
    first: { names: [{ name: "Player_0" }, { name: "Renamed_0" }] },
    former: [{ username: "Renamed_0" }],
    link: EXCLUDED.xuid,
    stats: { lookups_total: PLAYERS + PLAYERS / 10, players_total: PLAYERS },
  });
});

it("changes nothing the second time", async () => {
  const [from, to] = [await emptyStore("SQLite"), await emptyStore("SQLite")];
  await fill(from);
  const contentOf = async () => {
    await move(from, to);
    const file = path.join(await scratch(), "data.jsonl");
    await exportTo(file, to);
    return (await readFile(file, "utf8")).split("\n").slice(1, -2);
  };
  expect(await contentOf()).toEqual(await contentOf());
});

it("merges two histories and loses none, in either order", async () => {
  const [one, other] = [await emptyStore("SQLite"), await emptyStore("SQLite")];
  const [first, second] = [serviceOn(one, { agoMs: 1_000 }), serviceOn(other)];
  await first.look(1, "Old_Name", 1);
  await second.look(1, "New_Name", 2);
  await second.look(2);
  await first.flush();
  await second.flush();
  const results = [];
  for (const sources of [
    [one, other],
    [other, one],
  ] as const) {
    const to = await emptyStore("SQLite");
    for (const from of sources) await move(from, to);
    const service = serviceOn(to);
    const history = await service.history.of(uuidOf(1));
    results.push({ history, stats: (await service.activity.recent()).stats });
  }
  expect(results[0]).toEqual(results[1]);
  expect(results[0]).toMatchObject({
    history: { names: [{ name: "Old_Name" }, { name: "New_Name" }], skins: [{}, {}] },
    // The greater number of the two.
    stats: { lookups_total: 2 },
  });
});

it("goes on to its end where many players had one name", async () => {
  const [from, to] = [await emptyStore("SQLite"), await emptyStore("SQLite")];
  const [earlier, now] = [serviceOn(from, { agoMs: 1_000 }), serviceOn(from)];
  for (let index = 0; index < 20; index += 1) {
    await earlier.look(index, "Before");
    await now.look(index, `After_${index}`);
  }
  await now.flush();
  expect(await move(from, to)).toEqual({ players: 20, missing: 0 });
  const before = parseIdentifier("Before") as PlayerIdentifier;
  expect(await serviceOn(to).formerNames.of(before, "java")).toHaveLength(8);
});

it("lets a record expire when it would have, and keeps for good what was kept", async () => {
  const from = await emptyStore("SQLite");
  const earlier = serviceOn(from, { agoMs: 80 * DAY_MS });
  await earlier.look(1);
  await earlier.look(2);
  await earlier.look(2, "Renamed");
  const [redis, clock] = [
    await redisUrl(),
    { ...systemClock, now: () => Date.now() - 95 * DAY_MS },
  ];
  // Its store would have dropped this one by now.
  const formerNames = createFormerNames(from.durable);
  await createHistory({ store: from.durable, formerNames, clock }).observe(uuidOf(3), {
    name: "A",
  });
  const text = await from.durable.get(`names:v1:${uuidOf(3)}`);
  await from.durable.set(`names:v1:${uuidOf(3)}`, text ?? "");
  expect(await move(from, await openFor({ REDIS_URL: redis }))).toEqual({ players: 3, missing: 0 });
  const left = [1, 2, 3].map((index) =>
    askRedis(redis, ["PTTL", `nametag:1:durable:names:v1:${uuidOf(index)}`]),
  );
  const [expiring, kept, expired] = (await Promise.all(left)).map(Number);
  expect(Math.round((expiring ?? 0) / DAY_MS)).toBe(10);
  expect([kept, expired]).toEqual([-1, -2]);
});
