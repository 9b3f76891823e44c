import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseIdentifier, type PlayerIdentifier } from "../contract/identifiers.ts";
import { endWithTests } from "../../testing/child.ts";
import { compileProgram } from "../../testing/compile-program.ts";
import { openFor, scratch, serviceOn, uuidOf } from "./data.fixture.ts";
import type { DataStore } from "./stores.ts";
import { openRedis, openRedisCluster } from "../../testing/use-redis.ts";

let program: ReturnType<typeof compileProgram>;
beforeAll(() => {
  program = compileProgram(path.join(import.meta.dirname, "program.fixture.ts"));
});
afterAll(() => program.remove());

const redisUrl = async () => (await openRedis()).url;
const clusterUrl = async () => (await openRedisCluster()).url;

/** The first is made by `npm test`, all of them by `npm run check:long`. */
const MOVES: [string, () => Promise<Record<string, string>>, () => Promise<string>][] = [
  ["SQLite to Redis", async () => ({ DATA_DIR: await scratch() }), redisUrl],
  ["Redis to a cluster", async () => ({ REDIS_URL: await redisUrl() }), clusterUrl],
  ["a cluster to SQLite", async () => ({ REDIS_URL: await clusterUrl() }), scratch],
];
const isLong = process.env["NAMETAG_LONG"] === "1";

/** Who was there before, and how many times a copy is killed. */
const PLAYERS = 1_500;
const KILLS = 5;
const LONGEST_LIFE_MS = 2_500;

/** Looks players up, old and new ones, and notes under which names they were when the store had them. */
function startTraffic(store: DataStore) {
  const service = serviceOn(store);
  const acknowledged: { index: number; name: string; at: number }[] = [];
  let isOver = false;
  const run = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const looks = Array.from({ length: 10 }, (_, offset) => {
        const isNew = offset % 2 === 0;
        const index = isNew ? PLAYERS + turn * 10 + offset : Math.floor(Math.random() * PLAYERS);
        return { index, name: `N${index}_${turn % 20}` };
      });
      await Promise.all(looks.map(({ index, name }) => service.look(index, name)));
      await service.flush();
      const at = Date.now();
      acknowledged.push(...looks.map((look) => ({ ...look, at })));
      await sleep(5);
    }
  };
  const running = run();
  return {
    acknowledged,
    async end() {
      isOver = true;
      await running;
    },
  };
}

/** Runs the command, to its end or until it is killed. */
async function copy(env: Record<string, string>, to: string, killAfterMs?: number) {
  const child = endWithTests(
    spawn(process.execPath, [program.script, "copy", "--to", to], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const killing =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined,
  ]);
  clearTimeout(killing);
  return { output, errors, code: child.exitCode };
}

it.each(isLong ? MOVES : MOVES.slice(0, 1))(
  "loses nothing from %s when it is killed under traffic and run again",
  async (_, from, target) => {
    const [env, to] = [await from(), await target()];
    const store = await openFor(env);
    const service = serviceOn(store);
    for (let index = 0; index < PLAYERS; index += 1) await service.look(index);
    await service.flush();
    const traffic = startTraffic(store);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await copy(env, to, Math.random() * LONGEST_LIFE_MS);
    }
    const { output, errors, code } = await copy(env, to);
    await traffic.end();
    expect(code, errors).toBe(0);
    const [, until = ""] = /written until (\S+) is there/.exec(output) ?? [];
    const copied = traffic.acknowledged.filter(({ at }) => at <= Date.parse(until));
    expect(copied.length).toBeGreaterThan(0);

    const there = serviceOn(
      await openFor(to.startsWith("redis") ? { REDIS_URL: to } : { DATA_DIR: to }),
    );
    const lost = [];
    for (const { index, name } of copied) {
      const { names } = await there.history.of(uuidOf(index));
      if (!names.some((known) => known.name === name)) lost.push({ index, name });
    }
    expect(lost).toEqual([]);

    // What came after that, with the next run.
    expect(await copy(env, to)).toMatchObject({ code: 0 });
    const [here, moved] = await Promise.all([service.activity.recent(), there.activity.recent()]);
    expect(moved.stats).toEqual(here.stats);
  },
);

it("goes on to its end where many players had one name", async () => {
  const [env, to] = [{ DATA_DIR: await scratch() }, await scratch()];
  const store = await openFor(env);
  const [earlier, now] = [serviceOn(store, { agoMs: 1_000 }), serviceOn(store)];
  for (let index = 0; index < 20; index += 1) {
    await earlier.look(index, "Before");
    await now.look(index, `After_${index}`);
  }
  await now.flush();
  expect(await copy(env, to)).toMatchObject({ errors: "", code: 0 });
  const there = serviceOn(await openFor({ DATA_DIR: to }));
  const before = parseIdentifier("Before") as PlayerIdentifier;
  expect(await there.formerNames.of(before, "java")).toHaveLength(8);
});
