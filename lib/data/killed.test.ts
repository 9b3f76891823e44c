import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { OpenedStores } from "../cache/open-stores.ts";
import { endWithTests } from "../../testing/child.ts";
import { compiledProgram } from "../../testing/compile-program.ts";
import { openRedis, openRedisCluster } from "../../testing/use-redis.ts";
import { openFor, scratch, serviceOn, uuidOf } from "./data.fixture.ts";

type Environment = Record<string, string>;

const onSqlite = async () => ({ DATA_DIR: await scratch() });
const onRedis = async () => ({ REDIS_URL: (await openRedis()).url });
const onCluster = async () => ({ REDIS_URL: (await openRedisCluster()).url });

/** The first is made by `npm test`, all of them by `npm run check:long`. */
const MOVES: [string, () => Promise<Environment>, () => Promise<Environment>][] = [
  ["SQLite to Redis", onSqlite, onRedis],
  ["Redis to a cluster", onRedis, onCluster],
  ["a cluster to SQLite", onCluster, onSqlite],
];
const isLong = process.env["NAMETAG_LONG"] === "1";

/** The players before the move, and how many times each command is killed. */
const PLAYERS = isLong ? 1_500 : 500;
const KILLS = isLong ? 4 : 2;
const LONGEST_LIFE_MS = 1_500;

/** Looks players up, old and new ones, and notes under which names they were when the store had them. */
function startTraffic(stores: OpenedStores, firstNew: number) {
  const service = serviceOn(stores);
  const acknowledged: { index: number; name: string; at: number }[] = [];
  let isOver = false;
  const run = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const looks = Array.from({ length: 10 }, (_, offset) => {
        const isNew = offset % 2 === 0;
        const index = isNew ? firstNew + turn * 10 + offset : Math.floor(Math.random() * PLAYERS);
        return { index, name: `N${index}_${turn % 20}` };
      });
      await Promise.all(looks.map(({ index, name }) => service.look(index, name)));
      await service.flush();
      const at = Date.now();
      acknowledged.push(...looks.map((look) => ({ ...look, at })));
      await sleep(20);
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

/** Runs a command, to its end or until it is killed. */
async function run(args: readonly string[], env: Environment, killAfterMs?: number) {
  const child = endWithTests(
    spawn(process.execPath, [compiledProgram("server/data.ts"), ...args], {
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

/** Runs a command that is killed several times before it gets to its end. */
async function runKilled(args: readonly string[], env: Environment) {
  for (let kill = 0; kill < KILLS; kill += 1) await run(args, env, Math.random() * LONGEST_LIFE_MS);
  const { errors, code } = await run(args, env);
  expect([errors, code]).toEqual(["", 0]);
}

it.each(isLong ? MOVES : MOVES.slice(0, 1))(
  "loses nothing from %s when both commands are killed under traffic and run again",
  async (_, source, target) => {
    const [env, to] = [await source(), await target()];
    const [stores, there] = [await openFor(env), await openFor(to)];
    const service = serviceOn(stores);
    for (let index = 0; index < PLAYERS; index += 1) await service.look(index);
    await service.flush();
    const traffic = [startTraffic(stores, PLAYERS), startTraffic(there, 100 * PLAYERS)];
    const folder = await scratch();
    const file = path.join(folder, "data.jsonl.gz");
    await runKilled(["export", file], env);
    const exportedBefore = Date.now() - 5_000;
    await runKilled(["import", file], to);
    await Promise.all(traffic.map((one) => one.end()));

    const [sent, own] = traffic.map(({ acknowledged }) => acknowledged);
    const exported = sent?.filter(({ at }) => at < exportedBefore) ?? [];
    const expected = [
      ...Array.from({ length: PLAYERS }, (__, index) => ({ index, name: `Player_${index}` })),
      ...exported,
      ...(own ?? []),
    ];
    const { history, activity } = serviceOn(there);
    const lost = [];
    for (const { index, name } of expected) {
      const { names } = await history.of(uuidOf(index));
      if (!names.some((known) => known.name === name)) lost.push({ index, name });
    }
    expect(lost).toEqual([]);
    const { stats } = await activity.recent();
    expect(stats.lookups_total).toBeGreaterThanOrEqual(PLAYERS);
    // No killed command left an unfinished file under the name of a whole one.
    expect(await readdir(folder)).toContain("data.jsonl.gz");
  },
);
