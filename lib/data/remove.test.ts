import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { openRedisCluster } from "../../testing/use-redis.ts";
import {
  createTestWorld,
  LOU,
  LOU_XUID,
  profileOf,
  requestTo,
  type TestWorld,
} from "../../testing/world.ts";
import { untilTestEnds } from "../../testing/opened.ts";
import { dashed } from "../contract/identifiers.ts";
import type { Services } from "../services.ts";
import { run, scratch } from "./data.fixture.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const TESS_DASHED = "a9a041d7-7042-4d1b-be1e-5c603300460c";

type Environment = Record<string, string>;

const STORES: Record<string, () => Promise<Environment>> = {
  SQLite: async () => ({ DATA_DIR: await scratch() }),
  "a cluster": async () => ({ REDIS_URL: (await openRedisCluster()).url }),
};

/** Two processes on a store, which know Lou, and Tess under two names. */
async function openWorld(env: Environment) {
  const world = untilTestEnds(await createTestWorld(() => env));
  const other = world.another();
  untilTestEnds({ close: () => other.close() });
  const both = [world.services, other];
  for (const [index, name] of ["Tinker_Tess", "Tess_Renamed"].entries()) {
    world.sandbox.control.change(TESS, { name });
    const client = `203.0.113.${index + 7}`;
    await requestTo(world.services, `/api?uuid=${TESS}&update=true`, { client });
  }
  await profileOf(world, "username=Lantern_Lou");
  for (const services of both) {
    for (const target of TARGETS) await requestTo(services, target);
    await requestTo(services, "/api?recent=1");
  }
  return { world, both, env };
}

const TARGETS = [
  `/api?uuid=${TESS}`,
  `/api/history?uuid=${TESS}`,
  "/api?username=Tess_Renamed",
  "/api?username=Tinker_Tess",
  `/head?uuid=${TESS}&size=32`,
  `/body?uuid=${TESS}`,
  "/api?username=Lantern_Lou",
  "/api?username=.Lantern_Lou",
];

/** Everything that a process has in memory or store of somebody, as far as it shows that without a load. */
async function shownBy(services: Services, id: string) {
  const { recent } = (await requestTo(services, "/api?recent=1")).json() as {
    recent: { id: string }[];
  };
  const cached = await requestTo(services, `/api?uuid=${id}`, { onlyIfCached: true });
  return {
    recent: recent.some((one) => one.id === id),
    cached: cached.status,
  };
}

/** All that is in the stores, as one text. */
async function contentOf({ stores }: Services): Promise<string> {
  const scan = (
    stores as unknown as { scan(name: string): { read(prefix: string): AsyncIterable<object[]> } }
  ).scan;
  let text = "";
  for (const name of ["values", "coordination", "durable"])
    for await (const batch of scan(name).read("")) text += JSON.stringify(batch);
  return text;
}

it.each(Object.entries(STORES))("removes a player from %s and two processes", async (_, open) => {
  const { world, both, env } = await openWorld(await open());
  for (const one of both) expect(await shownBy(one, TESS)).toEqual({ recent: true, cached: 200 });
  const before = await contentOf(world.services);
  expect(before).toContain(TESS);
  expect(before).toContain("Tinker_Tess");

  const removed = await run(["remove", "Tess_Renamed"], env);
  expect(removed).toMatchObject({ code: 0, stderr: "" });
  expect(removed.stdout).toMatch(
    /^Removed Tess_Renamed \(Java, a9a041d7-7042-4d1b-be1e-5c603300460c\): histories 1, textures \d, former names 1, recent lookups 1, cached entries \d+\.\n$/,
  );
  const after = await contentOf(world.services);
  expect(after).not.toContain(TESS);
  expect(after).not.toMatch(/Tess/i);
  expect(after).toContain(LOU);

  for (const one of both) {
    expect(await shownBy(one, TESS)).toEqual({ recent: false, cached: 204 });
    expect((await shownBy(one, LOU)).recent).toBe(true);
    const former = (await requestTo(one, "/api?username=Tinker_Tess")).json();
    expect(former).toMatchObject({ code: "NOT_FOUND" });
    expect(former).not.toHaveProperty("former");
  }
  // A player who is looked up again begins anew.
  const { java } = (await requestTo(world.services, `/api/history?uuid=${TESS}`)).json() as {
    java: { names: unknown };
  };
  expect(java.names).toEqual([{ name: "Tess_Renamed", changed_at: null }]);
  expect((await run(["remove", TESS], env)).code).toBe(0);
  expect(await run(["remove", TESS_DASHED], env)).toEqual({
    code: 2,
    stdout: "",
    stderr: `Nothing is stored of ${TESS_DASHED} (Java).\n`,
  });
});

async function onSqlite(extra: Environment = {}): Promise<{ world: TestWorld; env: Environment }> {
  const env = { DATA_DIR: await scratch(), ...extra };
  return { world: untilTestEnds(await createTestWorld(() => env)), env };
}

it("leaves the linked account, and says so, unless that is wanted, too", async () => {
  const { world, env } = await onSqlite();
  await profileOf(world, `username=${LOU}`);
  const one = await run(["remove", LOU], env);
  expect(one.stdout).toMatch(
    new RegExp(
      `^Removed Lantern_Lou \\(Java, dfb8.*\\nThe linked account Lantern Lou \\(Bedrock, ${LOU_XUID}\\) is still there: --linked removes it, too\\.\\n$`,
    ),
  );
  expect(await shownBy(world.services, LOU_XUID)).toMatchObject({ cached: 204 });
  await profileOf(world, `username=${LOU}`);
  const both = await run(["remove", LOU_XUID, "--linked"], env);
  expect(both).toMatchObject({ code: 0, stderr: "" });
  expect(both.stdout).toMatch(
    /^Removed Lantern_Lou \(Java, dfb8[^)]*\) and Lantern Lou \(Bedrock, \d{16}\): histories 2, /,
  );
  const content = await contentOf(world.services);
  for (const id of [LOU, LOU_XUID]) expect(content).not.toContain(id);
});

it("takes a name for the Java player, and removes nobody when it is removed twice", async () => {
  const { world, env } = await onSqlite();
  await profileOf(world, "username=Lantern_Lou");
  expect(await run(["remove", "lantern_lou"], env)).toMatchObject({ code: 0 });
  expect(await run(["remove", "lantern_lou"], env)).toEqual({
    code: 2,
    stdout: "",
    stderr: `lantern_lou may be Lantern Lou (Bedrock, ${LOU_XUID}): name that player by UUID or XUID; nothing was removed.\n`,
  });
  expect(await contentOf(world.services)).toContain(LOU_XUID);
  await profileOf(world, `username=${LOU}`);
  const tag = await run(["remove", "lantern lou"], env);
  expect(tag.stdout).toContain(`Removed Lantern Lou (Bedrock, ${LOU_XUID}): histories 1`);
  expect(tag.stdout).toContain("The linked account Lantern_Lou (Java, ");
});

it("removes nobody when a name may be of two players, or is nobody's", async () => {
  const { world, env } = await onSqlite();
  await profileOf(world, "username=MapleMax");
  const before = await contentOf(world.services);
  const two = await run(["remove", "maplemax"], env);
  expect([two.code, two.stdout]).toEqual([1, ""]);
  expect(two.stderr).toMatch(
    /^maplemax may be MapleMax \(Java, [0-9a-f-]{36}\) or MapleMax \(Bedrock, \d{16}\): name one of them by UUID or XUID; nothing was removed\.\n$/,
  );
  expect(await run(["remove", "maplemax", "--linked"], env)).toEqual(two);
  expect(await run(["remove", "Nobody"], env)).toEqual({
    code: 2,
    stdout: "",
    stderr: "Nothing is stored of Nobody.\n",
  });
  expect(await run(["remove", "a/b"], env)).toEqual({
    code: 1,
    stdout: "",
    stderr: "a/b is no name, UUID or XUID: nothing was removed.\n",
  });
  for (const key of before.matchAll(/"key":"[^"]+"/g))
    expect(await contentOf(world.services)).toContain(key[0]);
});

it.each(["Lantern_Lou", "CopperKettle"])(
  "takes the name of two linked accounts for Java's, unless both are wanted: %s",
  async (name) => {
    const { world, env } = await onSqlite();
    const { java, bedrock } = await profileOf(world, `username=${name}`);
    const one = await run(["remove", name], env);
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toContain(
      `Removed ${name} (Java, ${dashed(java?.uuid ?? "")}): histories 1, `,
    );
    expect(one.stdout).toContain(`(Bedrock, ${bedrock?.xuid_decimal}) is still there: --linked`);
    // The link is removed, too: without it, nobody knows whose the other account is.
    const again = await run(["remove", name], env);
    expect([again.code, again.stdout]).toEqual([2, ""]);
    expect(again.stderr).toMatch(
      new RegExp(
        `^${name} may be .* \\(Bedrock, ${bedrock?.xuid_decimal}\\): name that player by `,
      ),
    );
    await profileOf(world, `username=${name}`);
    const both = await run(["remove", name, "--linked"], env);
    expect(both.stdout).toMatch(
      new RegExp(`^Removed ${name} \\(.* and .*: histories 2, [^\n]*\n$`),
    );
  },
);

it("only names a Bedrock player for a name that a Java player could have", async () => {
  const { world, env } = await onSqlite();
  const { bedrock } = await profileOf(world, "username=SnugSlug");
  const { code, stderr } = await run(["remove", "SnugSlug"], env);
  expect(code).toBe(2);
  expect(stderr).toContain(`SnugSlug may be SnugSlug (Bedrock, ${bedrock?.xuid_decimal}): name `);
});

it("takes a gamertag with its prefix for Bedrock alone, and a hexadecimal XUID for what it is", async () => {
  const { world, env } = await onSqlite();
  await profileOf(world, "username=MapleMax");
  const { bedrock, java } = await profileOf(world, "username=MapleMax");
  const first = await run(["remove", ".MapleMax"], env);
  expect(first.stdout).toContain(`MapleMax (Bedrock, ${bedrock?.xuid_decimal}): histories 1`);
  await profileOf(world, `username=${bedrock?.xuid_decimal}`);
  const second = await run(
    [
      "remove",
      BigInt(bedrock?.xuid_decimal ?? 0)
        .toString(16)
        .padStart(16, "0"),
    ],
    env,
  );
  expect(second.stdout).toContain(`MapleMax (Bedrock, ${bedrock?.xuid_decimal}): histories 1`);
  expect(await contentOf(world.services)).toContain(java?.uuid.replaceAll("-", ""));
});

it("keeps the link by which EXCLUDED_PLAYERS keeps the linked account out", async () => {
  const { world, env } = await onSqlite({ EXCLUDED_PLAYERS: LOU });
  await profileOf(world, `username=${LOU}`);
  expect(await run(["remove", LOU_XUID], env)).toMatchObject({ code: 0 });
  const link = () => world.services.stores.durable.get(`excluded-link:v1:${LOU_XUID}`);
  expect(await link()).toBe(LOU);
  await profileOf(world, `username=${LOU}`);
  const removed = await run(["remove", LOU], { ...env, EXCLUDED_PLAYERS: "" });
  expect(removed.stdout).toContain("account links 1");
  expect(await link()).toBeUndefined();
});

it("leaves nothing of a player in an export that is made later", async () => {
  const { world, env } = await onSqlite();
  await profileOf(world, `username=${LOU}`);
  const file = `${await scratch()}/backup.jsonl`;
  await run(["remove", LOU, "--linked"], env);
  await run(["export", file], env);
  const text = await readFile(file, "utf8");
  expect(text).toContain('"kind":"lookups"');
  expect(text).not.toMatch(new RegExp(`Lantern|${LOU}|${LOU_XUID}`));
});
