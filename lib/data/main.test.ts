import { chown, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { openRedis } from "../../testing/use-redis.ts";
import { openFor, run, scratch, serviceOn } from "./data.fixture.ts";

async function filled(players: number) {
  const env = { DATA_DIR: await scratch() };
  const service = serviceOn(await openFor(env));
  await Promise.all(Array.from({ length: players }, (_, index) => service.look(index)));
  await service.flush();
  return env;
}

const redisUrl = async (options?: string[]) => (await openRedis(options)).url;

it("exports and imports, and says what is there", async () => {
  const folder = await scratch();
  const file = path.join(folder, "backup.jsonl.gz");
  expect(await run(["export", file], await filled(3))).toEqual({
    code: 0,
    stdout: `${file}: 3 players, and statistics.\n`,
    stderr: "",
  });
  expect(await readdir(folder)).toEqual(["backup.jsonl.gz"]);
  const imported = await run(["import", file], { REDIS_URL: await redisUrl() });
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toMatch(/^3 players, and statistics, are in Redis at /);
});

it("describes itself", async () => {
  expect(await run(["--help"], {})).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/export <file>.*import <file>.*remove <name/s),
  });
});

it.each([
  [],
  ["export"],
  ["import", "a", "b"],
  ["copy", "a"],
  ["remove"],
  ["remove", "Lantern", "Lou"],
  ["export", "a", "--linked"],
  ["import", "a", "--to=b"],
  ["--x"],
])("refuses a command line that it does not understand: %s", async (...args) => {
  const { code, stdout, stderr } = await run(args, {});
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^(Say export or import|Unknown option|export takes no --linked).*\n$/);
});

it("says in one sentence why it cannot go on", async () => {
  const env = await filled(1);
  const folder = await scratch();
  const file = path.join(folder, "file.jsonl");
  await run(["export", file], env);
  const full = await redisUrl(["--maxmemory", "1mb", "--maxmemory-policy", "noeviction"]);
  const occupied = path.join(folder, "folder");
  await mkdir(occupied);
  const cases: [args: string[], own: Record<string, string>, why: RegExp][] = [
    [["export", path.join(folder, "absent", "file.gz")], env, /cannot be written: ENOENT/],
    [["export", occupied], env, /is a folder/],
    [["import", path.join(folder, "absent.gz")], env, /^There is no file/],
    [["import", occupied], env, /cannot be read: EISDIR/],
    [["export", path.join(folder, "other.gz")], { DATA_DIR: folder }, /^There is no data in /],
    [["remove", "Lantern_Lou"], { DATA_DIR: folder }, /^There is no data in /],
    [["import", file], { REDIS_URL: "redis://127.0.0.1:1" }, /does not respond: check the address/],
    [["import", file], { REDIS_URL: "redis://" }, /^REDIS_URL /],
    [["import", file], { REDIS_URL: full }, /used memory|does not respond|full/],
  ];
  for (const [args, own, why] of cases) {
    const { code, stderr } = await run(args, own);
    expect([args, code]).toEqual([args, 1]);
    expect(stderr).toMatch(why);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  expect((await readdir(folder)).toSorted()).toEqual(["file.jsonl", "folder"]);
});

it("ends when it gets a signal, without a half-written file", async () => {
  const [env, folder] = [await filled(1), await scratch()];
  const file = path.join(folder, "file.jsonl");
  for (const args of [
    ["export", file],
    ["remove", "Player_0"],
  ]) {
    const ended = await run(args, env, AbortSignal.abort());
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr: "Ended before it was done: run it again.\n",
    });
  }
  expect(await readdir(folder)).toEqual([]);
});

it("says how many players a store has no room for", async () => {
  const file = path.join(await scratch(), "backup.jsonl.gz");
  await run(["export", file], await filled(3_000));
  const small = await redisUrl(["--maxmemory", "1800kb", "--maxmemory-policy", "volatile-lru"]);
  const { code, stdout, stderr } = await run(["import", file], { REDIS_URL: small });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^(?:\d,)?\d{3} of 3,000 players are not in Redis at /m);
});

/** Whoever owns the folder runs the service. */
const OWNER = 65_534;

it.runIf(process.getuid?.() === 0)("restores as root for the owner of the folder", async () => {
  const file = path.join(await scratch(), "backup.jsonl");
  await run(["export", file], await filled(1));
  const folder = await scratch();
  await chown(folder, OWNER, OWNER);
  for (const DATA_DIR of [folder, path.join(folder, "new", "data")]) {
    expect(await run(["import", file], { DATA_DIR })).toMatchObject({ code: 0 });
    const service = serviceOn(await openFor({ DATA_DIR }));
    await service.look(2);
    await service.flush();
    const names = (await readdir(DATA_DIR)).filter((name) => name !== "new");
    expect(names).toContain("durable.sqlite-wal");
    for (const name of [".", ...names]) {
      const { uid, gid } = await stat(path.join(DATA_DIR, name));
      expect([name, uid, gid]).toEqual([name, OWNER, OWNER]);
    }
  }
});
