import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseIdentifier, type PlayerIdentifier } from "../contract/identifiers.ts";
import { askRedis } from "../../testing/redis.ts";
import { openFor, scratch, serviceOn, uuidOf } from "./data.fixture.ts";
import { DataFileError } from "./file.ts";
import { copyTo, exportTo, importFrom } from "./move.ts";
import type { DataStore } from "./stores.ts";
import {
  openRedis,
  openRedisSentinel,
  openUpstashBridge,
  useRedisCluster,
} from "../../testing/use-redis.ts";

const cluster = useRedisCluster();

const quietly = () => undefined;
const PLAYERS = 60;
const FORMER = parseIdentifier("Player_0") as PlayerIdentifier;
const CLIENT = "profile:java:client";

const redisUrl = async () => (await openRedis()).url;

/** Empty stores of each kind. */
const KINDS = {
  SQLite: async () => ({ DATA_DIR: await scratch() }),
  Redis: async () => ({ REDIS_URL: await redisUrl() }),
  "Redis Cluster": async () => {
    for (const node of cluster.nodes) await node.ask("FLUSHALL");
    return { REDIS_URL: cluster.url };
  },
  Sentinel: async () => {
    const sentinel = await openRedisSentinel();
    return { REDIS_URL: sentinel.url };
  },
  Upstash: async () => {
    const bridge = await openUpstashBridge(await redisUrl());
    return { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
  },
};
type StoreKind = keyof typeof KINDS;

const emptyStore = async (kind: StoreKind) => openFor(await KINDS[kind]());

/** Looks players up, every tenth under two names, and everything else that must last. */
async function fill(store: DataStore): Promise<void> {
  const service = serviceOn(store);
  for (let index = 0; index < PLAYERS; index += 1) {
    await service.look(index);
    if (index % 10 === 0) await service.look(index, `Renamed_${index}`);
  }
  service.requests.note("mojang", "answered", 12);
  await service.grants.take(CLIENT);
  await service.budget.slowDown("mojang", 1);
  await service.flush();
}

/** What a service shows of what was moved. */
async function shownBy(store: DataStore) {
  const service = serviceOn(store);
  const { stats, recent } = await service.activity.recent();
  const grant = await service.grants.take(CLIENT);
  const rates = [];
  for await (const batch of store.parts.learnedRate.read()) rates.push(...batch);
  return {
    first: await service.history.of(uuidOf(0)),
    last: await service.history.of(uuidOf(PLAYERS - 1)),
    former: await service.formerNames.of(FORMER, "java"),
    stats,
    recent,
    requests: [...(await service.requests.lastDay()).providers],
    isGranted: grant.granted,
    rates,
  };
}

describe("copying", () => {
  it.each<[StoreKind, StoreKind]>([
    ["SQLite", "Redis"],
    ["SQLite", "Redis Cluster"],
    ["SQLite", "SQLite"],
    ["Redis", "SQLite"],
    ["Redis", "Redis Cluster"],
    ["Redis Cluster", "Redis"],
    ["Redis Cluster", "SQLite"],
    ["Redis", "Upstash"],
    ["Upstash", "SQLite"],
    ["SQLite", "Sentinel"],
    ["Sentinel", "Redis"],
  ])("from %s to %s brings everything that must last", async (source, target) => {
    const [from, to] = [await emptyStore(source), await emptyStore(target)];
    await fill(from);
    const moved = await copyTo(to, from, quietly);
    expect(moved).toMatchObject({
      read: { player: PLAYERS },
      found: { player: PLAYERS },
      missing: 0,
    });
    const shown = await shownBy(to);
    expect(shown).toEqual(await shownBy(from));
    expect(shown).toMatchObject({
      first: { names: [{ name: "Player_0" }, { name: "Renamed_0" }] },
      former: [{ username: "Renamed_0" }],
      stats: { lookups_total: PLAYERS + PLAYERS / 10, players_total: PLAYERS },
      isGranted: false,
      rates: [{ egress: 0, bucket: "mojang", rate: 5, tooMuch: 10 }],
    });
  });
});

describe("a file", () => {
  it.each<[StoreKind, StoreKind]>([
    ["SQLite", "Redis Cluster"],
    ["Redis Cluster", "SQLite"],
  ])("from %s is imported into %s, and changes nothing the second time", async (source, target) => {
    const [from, to] = [await emptyStore(source), await emptyStore(target)];
    await fill(from);
    const file = path.join(await scratch(), "data.ndjson.gz");
    expect(await exportTo(file, from, quietly)).toMatchObject({ player: PLAYERS, formerName: 6 });
    expect(await importFrom(file, to, quietly)).toMatchObject({ missing: 0 });
    const again = path.join(await scratch(), "again.ndjson.gz");
    await exportTo(again, to, quietly);
    await importFrom(file, to, quietly);
    const third = path.join(await scratch(), "third.ndjson.gz");
    await exportTo(third, to, quietly);
    expect(await itemsIn(third)).toEqual(await itemsIn(again));
    expect(await shownBy(to)).toEqual(await shownBy(from));
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
      for (const from of sources) await copyTo(to, from, quietly);
      const service = serviceOn(to);
      const [history, { stats }] = [
        await service.history.of(uuidOf(1)),
        await service.activity.recent(),
      ];
      results.push({ history, stats });
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject({
      history: { names: [{ name: "Old_Name" }, { name: "New_Name" }], skins: [{}, {}] },
      // The greater number of the two.
      stats: { lookups_total: 2 },
    });
  });

  it("keeps the time at which a record expires", async () => {
    const url = await redisUrl();
    const from = await openFor({ REDIS_URL: url });
    await serviceOn(from).look(1);
    const key = `nametag:1:durable:names:v1:${uuidOf(1)}`;
    await askRedis(url, ["PEXPIRE", key, "5000000"]);
    const target = await redisUrl();
    await copyTo(await openFor({ REDIS_URL: target }), from, quietly);
    const left = await Promise.all([url, target].map((one) => askRedis(one, ["PTTL", key])));
    expect(Math.abs(Number(left[0]) - Number(left[1]))).toBeLessThan(1_000);
  });
});

async function itemsIn(file: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split("\n");
  // Times to live in Redis are read to the millisecond, and relative to now.
  return lines
    .slice(1, -2)
    .map((line) => line.replace(/"(expires|until)":\d+/, '"$1":0'))
    .toSorted();
}

describe("a file that is not whole", () => {
  async function exported() {
    const from = await emptyStore("SQLite");
    await fill(from);
    const directory = await scratch();
    const file = path.join(directory, "data.ndjson.gz");
    await exportTo(file, from, quietly);
    return { file, bad: path.join(directory, "bad.ndjson.gz"), bytes: await readFile(file) };
  }

  async function expectRefusal(file: string, why: RegExp) {
    const to = await emptyStore("SQLite");
    const refusal = await importFrom(file, to, quietly).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataFileError);
    expect((refusal as Error).message).toMatch(why);
    for (const store of ["durable", "coordination"] as const) {
      const found: string[] = [];
      for await (const batch of to.stores.scan(store).read(""))
        found.push(...batch.map(({ key }) => key));
      expect(found).toEqual([]);
    }
  }

  it("is refused wherever its bytes are cut", async () => {
    const { bad, bytes } = await exported();
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      await writeFile(bad, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expectRefusal(bad, /was cut off|is no export/);
    }
    await writeFile(bad, "");
    await expectRefusal(bad, /was cut off|is no export/);
  });

  it("is refused wherever its lines are cut, or changed", async () => {
    const { bad, bytes } = await exported();
    const text = gunzipSync(bytes).toString();
    const lines = text.split("\n");
    for (const kept of [1, 2, 30, lines.length - 2]) {
      await writeFile(bad, gzipSync(`${lines.slice(0, kept).join("\n")}\n`));
      await expectRefusal(bad, /was cut off/);
    }
    await writeFile(bad, gzipSync(text.replace("Player_7", "Player_8")));
    await expectRefusal(bad, /is damaged/);
    await writeFile(bad, gzipSync([...lines.slice(0, 5), ...lines.slice(6)].join("\n")));
    await expectRefusal(bad, /is damaged/);
  });

  it("is refused when it is of a newer version, or of another program", async () => {
    const { bad, bytes } = await exported();
    const text = gunzipSync(bytes).toString();
    await writeFile(bad, gzipSync(text.replace('"version":1', '"version":2')));
    await expectRefusal(bad, /newer version of Nametag/);
    for (const other of [text, gzipSync("{}\n"), gzipSync("hello"), "hello"]) {
      await writeFile(bad, other);
      await expectRefusal(bad, /is no export of Nametag/);
    }
    await expectRefusal(path.join(path.dirname(bad), "absent"), /There is no file/);
  });
});
