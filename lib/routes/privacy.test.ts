import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { historyBody } from "../contract/profile.ts";
import type { RecentBody } from "../contract/status.ts";
import {
  createTestWorld,
  LOU,
  LOU_XUID,
  profileOf,
  requestTo,
  withWorld,
  type TestWorld,
} from "../../testing/world.ts";

const TESS = "Tinker_Tess";

let world: TestWorld;
let tess: string;
let settings: Record<string, string>;
let clients = 10;

/** Tess, who was called so until now, and Lou, both looked up before the settings change. */
beforeEach(async () => {
  settings = {};
  world = await createTestWorld(() => settings);
  tess = (await profileOf(world, `username=${TESS}`)).java?.uuid ?? "";
  await profileOf(world, "username=Lantern_Lou");
  world.sandbox.control.change(tess, { name: "Tess_Renamed" });
  await profileOf(world, "username=Tess_Renamed");
});
afterEach(() => world.close());

async function restartWith(changed: Record<string, string>): Promise<void> {
  settings = changed;
  await world.restart();
}

async function pastOf(from: TestWorld, username: string) {
  const reply = await from.request(`/api/history?username=${username}`);
  const { java, bedrock } = historyBody.parse(reply.json());
  return { java, bedrock };
}

async function recent(from: TestWorld): Promise<string[]> {
  const body = (await from.request("/api?recent=1")).json() as unknown as RecentBody;
  return body.recent.map(({ username }) => username);
}

async function former(): Promise<unknown> {
  return (await world.request(`/api?username=${TESS}`)).json()["former"];
}

/** Fetches a player again, as a client of its own. */
function refresh(uuid: string) {
  return world.request(`/api?uuid=${uuid}&type=java&update=true`, {
    client: `203.0.113.${(clients += 1)}`,
  });
}

/** The past of a player in the durable store. */
const stored = (id: string) => world.services.stores.durable.get(`names:v1:${id}`);

const nothing = { observed: false, names: [], skins: [], capes: [] };

describe("without settings", () => {
  it("the past of players is recorded and shown", async () => {
    expect(await former()).toMatchObject([{ username: "Tess_Renamed", uuid: tess }]);
    const { java } = await pastOf(world, "Tess_Renamed");
    expect(java).toMatchObject({ observed: true, names: [{ name: TESS }, {}] });
    expect((await recent(world)).toSorted()).toEqual(["Lantern_Lou", "Tess_Renamed"]);
  });
});

describe("OBSERVED_HISTORY=off", () => {
  beforeEach(() => restartWith({ OBSERVED_HISTORY: "off" }));

  it("shows nothing that was recorded before", async () => {
    const { java, bedrock } = await pastOf(world, "Lantern_Lou");
    expect([java, bedrock]).toMatchObject([nothing, nothing]);
    expect((await pastOf(world, tess)).java).toMatchObject(nothing);
    const profile = await profileOf(world, `uuid=${tess}`);
    expect(profile.cached).toBe(true);
    expect(profile.java?.name_history).toEqual([{ name: "Tess_Renamed", changed_at: null }]);
    expect(await former()).toBeUndefined();
  });

  it("writes nothing, and lists recent lookups as ever", async () => {
    const before = [await stored(tess), await stored(LOU)];
    world.sandbox.control.change(LOU, { cape: null });
    expect((await refresh(LOU)).json()).toMatchObject({
      java: { cape_texture: null, name_history: [{ name: "Lantern_Lou", changed_at: null }] },
    });
    await profileOf(world, "username=Captain_Cobble");
    const { uuid = "" } = (await profileOf(world, "username=Captain_Cobble")).java ?? {};
    expect([await stored(tess), await stored(LOU)]).toEqual(before);
    expect(await stored(uuid)).toBeUndefined();
    expect(await recent(world)).toContain("Captain_Cobble");
  });

  it("goes on where it was when it is turned on again", async () => {
    await restartWith({});
    expect((await pastOf(world, "Tess_Renamed")).java?.names.map(({ name }) => name)).toEqual([
      TESS,
      "Tess_Renamed",
    ]);
  });
});

describe("EXCLUDED_PLAYERS", () => {
  it("are found as ever, but have no past, and are not listed", async () => {
    await restartWith({ EXCLUDED_PLAYERS: tess });
    expect(await recent(world)).toEqual(["Lantern_Lou"]);
    const profile = await profileOf(world, "username=Tess_Renamed");
    expect(profile.java?.name_history).toEqual([{ name: "Tess_Renamed", changed_at: null }]);
    await world.request(`/api/batch?usernames=Tess_Renamed,${tess}`);
    expect(await recent(world)).toEqual(["Lantern_Lou"]);
    expect(await former()).toBeUndefined();
    expect((await pastOf(world, "Tess_Renamed")).java).toMatchObject(nothing);
    expect((await pastOf(world, "Lantern_Lou")).java).toMatchObject({ observed: true });
  });

  it("write nothing", async () => {
    const cobble = (await profileOf(world, "username=Captain_Cobble&type=java")).java?.uuid ?? "";
    const before = await stored(cobble);
    expect(before).toBeDefined();
    await restartWith({ EXCLUDED_PLAYERS: cobble });
    expect((await refresh(cobble)).status).toBe(200);
    expect(await stored(cobble)).toBe(before);
  });

  describe.each([
    ["Java", LOU],
    ["Bedrock", LOU_XUID],
  ])("hides a person of linked accounts by the %s ID alone", (_, id) => {
    const excluded = () => ({ EXCLUDED_PLAYERS: id });

    async function expectHidden(from: TestWorld): Promise<void> {
      for (const type of ["all", "java", "bedrock"]) {
        const reply = await from.request(`/api/history?username=${LOU_XUID}&type=${type}`);
        const { java, bedrock } = historyBody.parse(reply.json());
        for (const past of [java, bedrock]) expect(past ?? nothing).toMatchObject(nothing);
        const profile = await profileOf(from, `username=${LOU_XUID}&type=${type}`);
        expect(profile.java?.name_history.length ?? 1).toBe(1);
      }
      const { java } = await profileOf(from, `uuid=${LOU}&type=java`);
      expect(java?.name_history).toHaveLength(1);
      expect((await pastOf(from, `${LOU}&type=java`)).java).toMatchObject(nothing);
      expect(await recent(from)).not.toContain("Lantern_Lou");
      expect(await recent(from)).not.toContain(java?.username);
      const formerly = await from.request("/api?username=Lantern_Lou&type=java");
      expect(formerly.json()["former"]).toBeUndefined();
    }

    it.each([
      "username=Lantern_Lou",
      `uuid=${LOU}`,
      `username=${LOU_XUID}`,
      `username=${LOU_XUID}&type=bedrock`,
    ])("from the first lookup on: %s", (query) =>
      withWorld(async (ownWorld) => {
        const { java } = await profileOf(ownWorld, query);
        expect(java?.name_history.length ?? 1).toBe(1);
        expect(await recent(ownWorld)).toEqual([]);
        await expectHidden(ownWorld);
        expect(await recent(ownWorld)).toEqual([]);
      }, excluded),
    );

    it("with what was stored before, without another lookup", async () => {
      world.sandbox.control.change(LOU, { name: "Lou_Renamed" });
      await refresh(LOU);
      await profileOf(world, `username=${LOU_XUID}&type=bedrock`);
      expect((await pastOf(world, `${LOU}&type=java`)).java?.names).toHaveLength(2);
      await restartWith(excluded());
      expect(await recent(world)).toEqual(["Tess_Renamed"]);
      const formerly = await world.request("/api?username=Lantern_Lou&type=java");
      expect(formerly.json()["former"]).toBeUndefined();
      expect((await pastOf(world, `${LOU}&type=java`)).java).toMatchObject(nothing);
      await expectHidden(world);
    });

    it("once their link is known, also where it was not when they were looked up", () =>
      withWorld(async (ownWorld) => {
        const lookups = [`username=${LOU}&type=java`, `username=${LOU_XUID}&type=bedrock`];
        await profileOf(ownWorld, lookups[0] ?? "");
        await ownWorld.request(`/api/history?${lookups[0]}`);
        await profileOf(ownWorld, lookups[1] ?? "");
        await expectHidden(ownWorld);
        const other = ownWorld.another(excluded());
        await expectHidden({ ...ownWorld, request: (...given) => requestTo(other, ...given) });
        await other.close();
      }, excluded));

    it("also when no cache knows of their link any more", async () => {
      await restartWith(excluded());
      await profileOf(world, "username=Lantern_Lou");
      const { stores } = world.services;
      for (const key of [`bedrock:v1:${LOU_XUID}`, `link:v1:${LOU}`])
        await stores.values.delete(key);
      await world.restart();
      expect(await recent(world)).toEqual(["Tess_Renamed"]);
      expect((await pastOf(world, `${LOU}&type=java`)).java).toMatchObject(nothing);
    });

    it("and shows others of the same name as ever", async () => {
      await restartWith(excluded());
      expect((await pastOf(world, "Tess_Renamed")).java).toMatchObject({ observed: true });
      expect(await recent(world)).toEqual(["Tess_Renamed"]);
    });
  });
});
