import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { openFor, scratch, serviceOn } from "./data.fixture.ts";
import { main } from "./main.ts";
import { openRedis, openUpstashBridge } from "../../testing/use-redis.ts";

/** What the command prints, and its exit code. */
async function run(args: string[], env: Record<string, string>) {
  const printed = { stdout: "", stderr: "" };
  const output = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
  };
  return { code: await main(args, env, output), ...printed };
}

async function filled(players: number) {
  const env = { DATA_DIR: await scratch() };
  const service = serviceOn(await openFor(env));
  await Promise.all(Array.from({ length: players }, (_, index) => service.look(index)));
  await service.flush();
  return env;
}

/** A file of variables. */
async function written(text: string): Promise<string> {
  const file = path.join(await scratch(), "target.env");
  await writeFile(file, text, { mode: 0o600 });
  return file;
}

const redisUrl = async (options?: string[]) => (await openRedis(options)).url;

it("exports, imports and copies, and says what is there", async () => {
  const env = await filled(3);
  const folder = await scratch();
  const file = path.join(folder, "backup.ndjson.gz");
  const exported = await run(["export", file], env);
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  expect(exported.stdout).toContain("3 players");
  expect(await readdir(folder)).toEqual(["backup.ndjson.gz"]);

  const url = await redisUrl();
  const imported = await run(["import", file, "--to", url], {});
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).toContain("all are there");

  const copied = await run(["copy", "--to", await scratch(), "--from", url], {});
  expect(copied).toMatchObject({ code: 0, stderr: "" });
  expect(copied.stdout).toMatch(/3 players.*Everything written until 2\S+Z is there/s);
});

it("takes a store with its secrets from a file of variables", async () => {
  const bridge = await openUpstashBridge(await redisUrl());
  const to = await written(
    `# the new one\nUPSTASH_REDIS_REST_URL=${bridge.url}\nUPSTASH_REDIS_REST_TOKEN="${bridge.token}"\n`,
  );
  const copied = await run(["copy", "--to", to], await filled(3));
  expect(copied).toMatchObject({ code: 0, stderr: "" });
  const target = await scratch();
  const back = await run(["copy", "--from", to, "--to", target], {});
  expect(back).toMatchObject({ code: 0, stderr: "" });
  expect(`${copied.stdout}${back.stdout}`).not.toContain(bridge.token);
});

it.each([
  ["copy", "--to", "https://s3cret@localhost:1"],
  ["copy", "--to", "https://%zz-s3cret@localhost:1"],
  ["copy", "--to", "https://s3cret@local host"],
  ["copy", "--to", "https://user:s3cret@localhost:1"],
  ["copy", "--to", "HTTPS://s3cret@localhost:1"],
  ["copy", "--to", "upstash://s3cret@localhost:1"],
  ["copy", "--to", "https:/s3cret@localhost:1"],
  ["copy", "--to", "redis:/:s3cret@127.0.0.1:1"],
  ["copy", "--to", "redis://:s3cret@127.0.0.1:1"],
  ["copy", "--to", "redis://user:%zz-s3cret@127.0.0.1:1"],
  ["copy", "--to", "rediss://user:s3cret@127.0.0.1:1"],
  ["copy", "--to", "redis+cluster://user:s3cret@127.0.0.1:1,127.0.0.1:2"],
  ["copy", "--to", "redis+sentinel://main@127.0.0.1:1?password=s3cret"],
  ["copy", "--to", "redis+sentinel://main@127.0.0.1:1?sentinel-user=a&sentinel-password=s3cret"],
  ["export", "file.gz", "--from", "https://s3cret@localhost:1"],
  ["copy", "--to", "https://s3cret@localhost:1", "--from", "/absent"],
  ["import", "file.gz", "--to", "https://s3cret@localhost:1"],
  ["export", "https://s3cret@localhost:1"],
])("repeats no secret and says where to put it: %s %s %s", async (...args) => {
  const { code, stdout, stderr } = await run(args, await filled(1));
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/into a file that only you may read.*--to target\.env\.\n$/);
  expect(stderr).not.toContain("s3cret");
});

it("describes itself", async () => {
  expect(await run(["--help"], {})).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("copy --to"),
  });
});

it.each([
  [],
  ["export"],
  ["import", "a", "b"],
  ["copy"],
  ["copy", "a", "--to", "b"],
  ["export", "a", "--to", "b"],
  ["import", "a", "--from", "b"],
  ["move", "a"],
  ["--x"],
])("refuses a command line that it does not understand: %s", async (...args) => {
  const { code, stderr } = await run(args, {});
  expect([code, stderr]).toEqual([
    1,
    "Say export, import or copy, and where: npm run data -- --help.\n",
  ]);
});

it("says in one sentence why it cannot go on", async () => {
  const env = await filled(1);
  const folder = await scratch();
  const full = await redisUrl(["--maxmemory", "1mb", "--maxmemory-policy", "noeviction"]);
  const occupied = path.join(folder, "folder");
  await mkdir(occupied);
  const cases: [args: string[], why: RegExp][] = [
    [["export", path.join(folder, "absent", "file.gz")], /cannot be written: ENOENT/],
    [["export", occupied], /cannot be written: EISDIR/],
    [["import", path.join(folder, "absent.gz")], /^There is no file/],
    [["import", occupied], /cannot be read: EISDIR/],
    [["copy", "--to", env.DATA_DIR], /^Both stores are the same/],
    [["export", path.join(folder, "file.gz"), "--from", folder], /^There is no data in /],
    [["copy", "--to", "redis://127.0.0.1:1"], /which does not respond: check the address/],
    [["copy", "--to", "redis://"], /^REDIS_URL /],
    [["copy", "--to", path.join(folder, "absent.env")], /cannot be read: ENOENT/],
    [["copy", "--to", await written("PORT=1")], /must have a line for one of DATA_DIR, REDIS_URL/],
    [
      ["copy", "--to", await written("UPSTASH_REDIS_REST_URL=https://localhost:1")],
      /^UPSTASH_REDIS_REST_TOKEN must be set/,
    ],
    [["copy", "--to", full], /used memory|does not respond|full/],
  ];
  for (const [args, why] of cases) {
    const { code, stderr } = await run(args, env);
    expect([args, code]).toEqual([args, 1]);
    expect(stderr).toMatch(why);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
});

it("says how many players a target has no room for", async () => {
  const file = path.join(await scratch(), "backup.ndjson.gz");
  await run(["export", file], await filled(10_000));
  const small = await redisUrl(["--maxmemory", "4mb", "--maxmemory-policy", "volatile-lru"]);
  const { code, stdout, stderr } = await run(["import", file], { REDIS_URL: small });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Read: 10,000 players/);
  expect(stderr).toMatch(/^\d,\d{3} of 10,00\d that were compared are not there/m);
});
