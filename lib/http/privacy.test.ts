import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { historyBody } from "../contract/profile.ts";
import type { RecentBody } from "../contract/status.ts";
import {
  createTestWorld,
  LOU,
  LOU_XUID,
  profileOf,
  withWorld,
  type TestWorld,
} from "../testing/world.ts";

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

/** What the durable store has of a player's past. */
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

  it.each([LOU, LOU_XUID])("hides a person of linked accounts by either id: %s", (id) =>
    withWorld(
      async (own) => {
        await profileOf(own, "username=Lantern_Lou");
        await profileOf(own, `username=${LOU_XUID}`);
        expect(await recent(own)).toEqual([]);
        const { java, bedrock } = await pastOf(own, "Lantern_Lou");
        expect([java?.observed, bedrock?.observed]).toEqual([id !== LOU, id !== LOU_XUID]);
      },
      () => ({ EXCLUDED_PLAYERS: id }),
    ),
  );
});
