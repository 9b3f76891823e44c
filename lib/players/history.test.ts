import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { systemClock } from "../time/clock.ts";
import {
  parseIdentifier,
  type JavaUuid,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { NameHistoryEntry } from "../contract/profile.ts";
import { startDeadline } from "../providers/deadline.ts";
import { createFormerNames } from "./former-names.ts";
import { createHistory, type HistoryOptions } from "./history.ts";
import { namesOf, readRecord } from "./history-record.ts";

const uuid = "0123456789abcdef0123456789abcdef" as JavaUuid;

const DAY = 86_400_000;

function createWorld(
  names?: () => Promise<NameHistoryEntry[] | null>,
  options: Pick<HistoryOptions, "keptBytes"> = {},
) {
  let time = 1_000;
  const clock = { ...systemClock, now: () => time };
  const store = createMemoryStore({ maxBytes: 1_000_000, clock });
  const laby = names === undefined ? undefined : { namesOf: names };
  const formerNames = createFormerNames(store);
  /** The history of another process on the same store. */
  const another = () => createHistory({ store, laby, formerNames, clock, ...options });
  return { history: another(), another, formerNames, store, at: (ms: number) => void (time = ms) };
}

function playerOf(index: number): JavaUuid {
  return `5e7e5000000040008000${index.toString(16).padStart(12, "0")}` as JavaUuid;
}

/** The result of a search for a name that nobody has. */
async function formerPlayers({ formerNames }: ReturnType<typeof createWorld>, name: string) {
  return formerNames.of(parseIdentifier(name) as PlayerIdentifier, "all");
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

describe("an observed history", () => {
  it("begins with a name of unknown age and records each change", async () => {
    const { history, at } = createWorld();
    await history.observe(uuid, { name: "First" });
    at(2_000);
    await history.observe(uuid, { name: "First" });
    at(3_000);
    expect(await history.observe(uuid, { name: "Second" })).toEqual([
      { name: "First", changed_at: null },
      { name: "Second", changed_at: 3_000 },
    ]);
  });

  it("records a change of case, and a return to an old name", async () => {
    const { history, at } = createWorld();
    for (const [ms, name] of [
      [1, "a"],
      [2, "A"],
      [3, "a"],
    ] as const) {
      at(ms);
      await history.observe(uuid, { name });
    }
    expect(await history.observe(uuid, { name: "a" })).toEqual([
      { name: "a", changed_at: null },
      { name: "A", changed_at: 2 },
      { name: "a", changed_at: 3 },
    ]);
  });

  it("counts each player once", async () => {
    const { history, another } = createWorld();
    const other = another();
    await history.observe(uuid, { name: "First" });
    await other.observe(uuid, { name: "Second" });
    await history.observe("fedcba9876543210fedcba9876543210" as JavaUuid, { name: "Other" });
    expect([history, other].map((one) => one.takeNewPlayers())).toEqual([2, 0]);
    expect(history.takeNewPlayers()).toBe(0);
  });

  it("loses no change when two processes observe at the same time", async () => {
    const { history } = createWorld();
    await history.observe(uuid, { name: "First" });
    await Promise.all(Array.from({ length: 20 }, () => history.observe(uuid, { name: "Second" })));
    expect(await history.observe(uuid, { name: "Second" })).toHaveLength(2);
  });

  it("starts again when its entry is unreadable", async () => {
    const { history, store } = createWorld();
    await store.set(`names:v1:${uuid}`, "{broken");
    expect(await history.observe(uuid, { name: "First" })).toEqual([
      { name: "First", changed_at: null },
    ]);
  });
});

describe("textures", () => {
  const [skin, other] = ["aa", "bb"].map((hash) => ({
    hash: hash as TextureHash,
    model: "classic" as const,
  }));

  it("are recorded with the times they were seen first and last, the latest first", async () => {
    const { history, at } = createWorld();
    for (const [ms, worn] of [
      [1_000, skin],
      [2_000, other],
      [3_000, skin],
    ] as const) {
      at(ms);
      await history.observe(uuid, {
        name: "Name",
        skin: worn,
        cape: { hash: "cc" as TextureHash },
      });
    }
    expect(await history.of(uuid)).toEqual({
      observed: true,
      names: [{ name: "Name", changed_at: null }],
      skins: [
        { ...skin, first_seen: iso(1_000), last_seen: iso(3_000) },
        { ...other, first_seen: iso(2_000), last_seen: iso(2_000) },
      ],
      capes: [{ hash: "cc", first_seen: iso(1_000), last_seen: iso(3_000) }],
    });
  });

  it("are as they were when there are none, or when they are not known", async () => {
    const { history, at } = createWorld();
    await history.observe(uuid, { name: "Name", skin });
    at(2_000);
    await history.observe(uuid, { name: "Name", skin: null, cape: null });
    await history.observe(uuid, { name: "Name" });
    const { skins } = await history.of(uuid);
    expect(skins).toEqual([{ ...skin, first_seen: iso(1_000), last_seen: iso(1_000) }]);
  });

  it("are forgotten when more than a hundred others were seen since", async () => {
    const { history } = createWorld();
    for (let index = 0; index <= 100; index += 1) {
      const hash = index.toString(16).padStart(2, "0") as TextureHash;
      await history.observe(uuid, { name: "Name", skin: { hash, model: "slim" } });
    }
    const { skins } = await history.of(uuid);
    expect([skins.length, skins[0]?.hash, skins.at(-1)?.hash]).toEqual([100, "64", "01"]);
  });

  it("take one command of the store each time", async () => {
    const { history, store, at } = createWorld();
    await history.observe(uuid, { name: "Name", skin });
    at(2_000);
    const calls = [vi.spyOn(store, "get"), vi.spyOn(store, "transact")];
    await history.observe(uuid, { name: "Name", skin });
    expect(calls.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });
});

describe("the record of a player", () => {
  const skin = (hash: string) => ({ hash: hash as TextureHash, model: "slim" as const });

  it("is gone 90 days after the last lookup if nothing has changed", async () => {
    const { history, at } = createWorld();
    await history.observe(uuid, { name: "Same", skin: skin("aa"), cape: null });
    at(60 * DAY);
    await history.observe(uuid, { name: "Same", skin: skin("aa"), cape: skin("cc") });
    at(149 * DAY);
    expect(await history.of(uuid)).toMatchObject({ names: [{ name: "Same" }] });
    at(151 * DAY);
    expect(await history.of(uuid)).toMatchObject({ names: [], skins: [], capes: [] });
  });

  it.each([
    ["name", { name: "Other", skin: skin("aa"), cape: skin("cc") }, [{ username: "Other", uuid }]],
    ["skin", { name: "First", skin: skin("bb"), cape: skin("cc") }, []],
    ["cape", { name: "First", skin: skin("aa"), cape: skin("dd") }, []],
  ])("is kept from the first change of a %s on", async (_, changed, former) => {
    const world = createWorld();
    const { history, at } = world;
    await history.observe(uuid, { name: "First", skin: skin("aa"), cape: skin("cc") });
    await history.observe(uuid, changed);
    at(5_000 * DAY);
    const known = await history.of(uuid);
    const count = known.names.length + known.skins.length + known.capes.length;
    expect(count).toBe(4);
    expect(await formerPlayers(world, "First")).toMatchObject(former);
  });

  it("expires if only laby.net knows other names, of which it holds a hundred", async () => {
    const reported = Array.from({ length: 150 }, (_, index) => ({
      name: `Name_${index}`,
      changed_at: index === 0 ? null : index,
    }));
    const world = createWorld(() => Promise.resolve(reported));
    await world.history.reported(uuid, startDeadline(1_000));
    await world.history.observe(uuid, { name: "Name_149" });
    expect((await world.history.of(uuid)).names).toEqual(reported.slice(50));
    expect(await formerPlayers(world, "Name_148")).toHaveLength(1);
    world.at(91 * DAY);
    expect((await world.history.of(uuid)).names).toEqual([]);
    world.at(366 * DAY);
    expect(await formerPlayers(world, "Name_148")).toEqual([]);
  });

  it("is kept while there is room for it, and expires like others beyond that", async () => {
    const world = createWorld(undefined, { keptBytes: 20_000 });
    const all = Array.from({ length: 100 }, (_, index) => index);
    const processes = [world.history, world.another()];
    for (const index of all) {
      for (const name of [`Old_${index}`, `New_${index}`]) {
        await processes[index % 2]?.observe(playerOf(index), { name, skin: skin("aa") });
      }
    }
    const known = async () => {
      const names = all.map(
        async (index) => (await world.history.of(playerOf(index))).names.length,
      );
      const former = all.map(async (index) => (await formerPlayers(world, `Old_${index}`)).length);
      return [await Promise.all(names), await Promise.all(former)];
    };
    expect(await known()).toEqual([all.map(() => 2), all.map(() => 1)]);
    world.at(5_000 * DAY);
    const [names = [], former = []] = await known();
    const kept = names.filter((count) => count === 2).length;
    expect(kept).toBeGreaterThan(20);
    expect(kept).toBeLessThan(50);
    // The oldest changes are kept, each with its former name.
    expect(names).toEqual(all.map((index) => (index < kept ? 2 : 0)));
    expect(former).toEqual(all.map((index) => (index < kept ? 1 : 0)));
  });

  it("may grow when it is kept, within a bound", async () => {
    const { history, store, at } = createWorld(undefined, { keptBytes: 3_000 });
    for (let index = 0; index < 60; index += 1) {
      await history.observe(uuid, {
        name: "Name",
        skin: skin(index.toString(16).padStart(3, "0")),
      });
      const { kept } = JSON.parse((await store.get(`names:v1:${uuid}`)) ?? "") as {
        kept?: number;
      };
      expect(await store.get("kept")).toBe(index === 0 ? undefined : `${kept ?? 0}`);
      expect(kept ?? 0).toBeLessThanOrEqual(4_000);
    }
    expect((await history.of(uuid)).skins).toHaveLength(60);
    // It has become too large to keep.
    at(91 * DAY);
    expect((await history.of(uuid)).skins).toEqual([]);
  });
});

describe("a clock that is wrong", () => {
  const [worn, other] = ["aa", "bb"].map((hash) => ({
    hash: hash as TextureHash,
    model: "slim" as const,
  }));

  async function seenUntil(noon: number) {
    const world = createWorld();
    for (const [at, name, skin] of [
      [noon - 3 * DAY, "First", worn],
      [noon - 1_000, "First", other],
      [noon, "Second", other],
    ] as const) {
      world.at(at);
      await world.history.observe(uuid, { name, skin, cape: { hash: "cc" as TextureHash } });
    }
    return world;
  }

  it("and a day behind rewrites nothing, and what it adds comes last", async () => {
    const noon = 1_000 * DAY;
    const world = await seenUntil(noon);
    const shown = await world.history.of(uuid);
    const stored = await world.store.get(`names:v1:${uuid}`);
    world.at(noon - DAY);
    const behind = world.another();
    await behind.observe(uuid, {
      name: "Second",
      skin: other,
      cape: { hash: "cc" as TextureHash },
    });
    expect(await world.store.get(`names:v1:${uuid}`)).toBe(stored);
    await behind.observe(uuid, { name: "Third", skin: worn });
    const former = await formerPlayers(world, "First");
    world.at(noon);
    const { names, skins, capes } = await world.history.of(uuid);
    expect(names).toEqual([...shown.names, { name: "Third", changed_at: noon }]);
    expect(skins).toEqual([{ ...shown.skins[1], last_seen: iso(noon) }, shown.skins[0]]);
    expect(capes).toEqual(shown.capes);
    expect(former).toMatchObject([{ username: "Third", last_seen: iso(noon - 1_000) }]);
  });

  it("and years ahead is corrected by the next that is right", async () => {
    const [noon, ahead] = [1_000 * DAY, 3_000 * DAY];
    const world = await seenUntil(ahead);
    world.at(noon);
    await world.history.observe(uuid, { name: "Second", skin: other });
    const { observed } = readRecord(await world.store.get(`names:v1:${uuid}`));
    expect(Math.max(...observed.map(({ last_seen }) => last_seen))).toBeLessThan(noon + 8 * DAY);
    expect((await world.history.of(uuid)).skins[0]?.last_seen).toBe(iso(noon));
  });
});

describe("a reported history", () => {
  it("comes before the observed names, and stays when the source fails later", async () => {
    let silent = false;
    const { history, at } = createWorld(() =>
      silent
        ? Promise.reject(new Error("down"))
        : Promise.resolve([
            { name: "Old", changed_at: null },
            { name: "Now", changed_at: 500 },
          ]),
    );
    await history.reported(uuid, startDeadline(1_000));
    await history.observe(uuid, { name: "Now" });
    silent = true;
    at(9_000);
    await history.reported(uuid, startDeadline(1_000));
    expect(await history.observe(uuid, { name: "Next" })).toEqual([
      { name: "Old", changed_at: null },
      { name: "Now", changed_at: 500 },
      { name: "Next", changed_at: 9_000 },
    ]);
  });

  it("delays a response by at most 300 ms", async () => {
    const { history } = createWorld(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const over = vi.fn<() => void>();
    const reported = history.reported(uuid, startDeadline(60_000)).then(over);
    await vi.advanceTimersByTimeAsync(299);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
    await reported;
  });
});

describe("namesOf", () => {
  it("keeps a return to a reported name", () => {
    const reported = [
      { name: "A", changed_at: null },
      { name: "B", changed_at: 5 },
    ];
    const observed = [
      { name: "B", changed_at: null, last_seen: 8 },
      { name: "A", changed_at: 9, last_seen: 9 },
    ];
    expect(namesOf({ reported, observed })).toEqual([...reported, observed[1]]);
  });
});
