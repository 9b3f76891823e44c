import { describe, expect, it, vi } from "vitest";
import { historyBody } from "../contract/profile.ts";
import { useRedis } from "../../testing/use-redis.ts";
import {
  LOU,
  LOU_XUID,
  profileOf,
  withStoppedClock,
  withWorld,
  type TestWorld,
  openWorld,
  useWorld,
} from "../../testing/world.ts";

const TESS = "Tinker_Tess";
const LATER_MS = 1_300_000;

async function historyOf(world: TestWorld, query: string) {
  const reply = await world.request(`/api/history?${query}`);
  expect([reply.status, query]).toEqual([200, query]);
  return historyBody.parse(reply.json());
}

function idOf(world: TestWorld, name: string): string {
  const player = world.sandbox.control.players().find(({ java }) => java?.name === name);
  return player?.java?.uuid ?? expect.fail(`no player is called ${name}`);
}

/** A profile changes, and is fetched again when it is no longer fresh. */
async function changeLater(world: TestWorld, change: object): Promise<string> {
  world.sandbox.control.change(idOf(world, TESS), change);
  vi.setSystemTime(Date.now() + LATER_MS);
  await profileOf(world, `username=${TESS}&type=java`);
  return new Date(Date.now()).toISOString();
}

describe("what a player was seen with", () => {
  it("has each skin and cape with its times, the latest first", () =>
    withStoppedClock(async (ownWorld) => {
      const { java } = await profileOf(ownWorld, `username=${TESS}&type=java`);
      const start = new Date(Date.now()).toISOString();
      const changed = await changeLater(ownWorld, { skin: LOU, cape: LOU });
      const profile = (await profileOf(ownWorld, `username=${TESS}&type=java`)).java;
      const bare = await changeLater(ownWorld, { cape: null });
      expect((await historyOf(ownWorld, `username=${TESS}&type=java`)).java).toEqual({
        username: TESS,
        uuid: java?.uuid,
        observed: true,
        names: java?.name_history,
        skins: [
          {
            hash: profile?.skin_texture,
            model: profile?.model,
            first_seen: changed,
            last_seen: bare,
          },
          { hash: java?.skin_texture, model: java?.model, first_seen: start, last_seen: start },
        ],
        capes: [{ hash: profile?.cape_texture, first_seen: changed, last_seen: changed }],
      });
    }));

  it("survives a restart", () =>
    withWorld(async (ownWorld) => {
      const before = await historyOf(ownWorld, "username=Lantern_Lou");
      await ownWorld.restart();
      expect(await historyOf(ownWorld, "username=Lantern_Lou")).toEqual({
        ...before,
        cached: true,
      });
    }));

  it("says so when the store fails, and is not kept", () =>
    withWorld(async (ownWorld) => {
      await profileOf(ownWorld, `username=${TESS}&type=java`);
      vi.spyOn(ownWorld.services.stores.durable, "get").mockRejectedValue(new Error("full"));
      const reply = await ownWorld.request(`/api/history?username=${TESS}&type=java`);
      expect(reply.json()).toMatchObject({
        java: { names: [{ name: TESS, changed_at: null }], skins: [], capes: [] },
        warnings: [{ edition: "java", code: "BAD_GATEWAY" }],
      });
      expect(reply.headers["cache-control"]).toMatch(/^public, max-age=[0-5],/);
    }));
});

describe("GET /api/history", () => {
  const world = useWorld();

  it("has both editions of linked accounts, by any identifier", async () => {
    for (const query of ["username=lantern_lou", `uuid=${LOU}`, `username=${LOU_XUID}`]) {
      const { java, bedrock } = await historyOf(world, query);
      expect([java?.uuid, bedrock?.xuid_decimal]).toEqual([LOU, LOU_XUID]);
      expect([java?.skins.length, java?.capes.length, bedrock?.skins.length]).toEqual([1, 1, 1]);
    }
    const { java, bedrock } = await historyOf(world, "username=Lantern_Lou&type=bedrock");
    expect([java, bedrock?.names]).toEqual([
      undefined,
      [{ name: "Lantern Lou", changed_at: null }],
    ]);
  });

  it("is cached like a profile, and counts as no lookup", async () => {
    const target = "/api/history?username=Captain_Cobble&type=java";
    const [first, second] = [await world.request(target), await world.request(target)];
    const third = await world.request(target);
    const states = [first, second, third].map(({ headers }) => headers["x-cache"]);
    expect(states).toEqual(["MISS", "HIT", "HIT"]);
    const { etag = "", "cache-control": kept } = third.headers;
    expect(kept).toMatch(/^public, max-age=\d{3,4}, stale-while-revalidate=60/);
    expect((await world.request(target, { ifNoneMatch: etag })).status).toBe(304);
    expect((await world.request(target, { onlyIfCached: true })).status).toBe(200);
    const recent = (await world.request("/api?recent=1")).json()["recent"] as {
      username: string;
    }[];
    expect(recent.map(({ username }) => username)).not.toContain("Captain_Cobble");
  });

  it("answers HEAD, OPTIONS and other sites", async () => {
    const target = "/api/history?username=Captain_Cobble";
    const head = await world.request(target, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["access-control-allow-origin"]).toBe("*");
    expect((await world.request(target, { method: "OPTIONS" })).status).toBe(204);
    expect((await world.request(target, { method: "POST" })).status).toBe(405);
  });

  it.each([
    ["", 400, "MISSING_PARAMETER"],
    ["username=%F0%9F%8D%84", 400, "INVALID_PARAMETER"],
    ["username=Lantern_Lou&type=both", 400, "INVALID_PARAMETER"],
    ["username=Nobody_Here", 404, "NOT_FOUND"],
  ])("answers %j with %i %s", async (query, status, code) => {
    const reply = await world.request(`/api/history?${query}`);
    expect([reply.status, reply.json()["code"]]).toEqual([status, code]);
  });

  it("answers 502 when a provider fails and nothing is known", () =>
    withWorld(async (ownWorld) => {
      ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
      expect((await ownWorld.request("/api/history?username=QuietQuill")).status).toBe(502);
    }));
});

const { redis } = useRedis("file");

describe.each([
  ["SQLite", () => ({})],
  ["a Redis", () => ({ REDIS_URL: redis().url })],
])("a name that a player gave up, on %s", (_, env: () => Record<string, string>) => {
  it("leads to the player in a 404, and in the history of who takes it", async () => {
    const ownWorld = await openWorld(env);
    await vi.waitFor(() => ownWorld.services.stores.coordination.get("connected"), {
      timeout: 10_000,
    });
    const { java } = await profileOf(ownWorld, `username=${TESS}&type=java`);
    ownWorld.sandbox.control.change(java?.uuid ?? "", { name: "Tess_Renamed" });
    await profileOf(ownWorld, "username=Tess_Renamed");
    const former = [
      { username: "Tess_Renamed", uuid: java?.uuid, last_seen: expect.any(String) as string },
    ];
    for (const path of ["/api", "/api/history"]) {
      const reply = await ownWorld.request(`${path}?username=tinker_tess`);
      expect([reply.status, reply.json()["former"]]).toEqual([404, former]);
    }
    expect((await ownWorld.request("/api?username=Nobody_Here")).json()).not.toHaveProperty(
      "former",
    );

    ownWorld.sandbox.control.change(LOU, { name: TESS });
    const taken = await ownWorld.request(`/api?username=${TESS}&type=java&update=true`);
    expect([taken.status, taken.json()]).toMatchObject([200, { java: { uuid: LOU } }]);
    expect(taken.json()).not.toHaveProperty("java.former");
    const history = await ownWorld.request(`/api/history?username=${TESS}&type=java`);
    expect(history.json()).toMatchObject({ java: { uuid: LOU, former } });
    const other = await ownWorld.request(`/api/history?uuid=${java?.uuid}&type=java`);
    expect(other.json()).not.toHaveProperty("java.former");
  });
});
