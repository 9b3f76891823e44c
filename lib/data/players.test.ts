import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../cache/stores/memory.ts";
import { systemClock } from "../clock.ts";
import { parseIdentifier, type JavaUuid, type PlayerIdentifier } from "../contract/identifiers.ts";
import { createFormerNames } from "../players/former-names.ts";
import { createHistory } from "../players/history.ts";
import { readRecord, recordKey, type HistoryRecord } from "../players/history-record.ts";
import { playersIn } from "./players.ts";

const DAY = 86_400_000;
const uuid = "0123456789abcdef0123456789abcdef" as JavaUuid;
const other = "fedcba9876543210fedcba9876543210" as JavaUuid;

/** Nothing is read here. */
const scan = { async *read() {}, count: async () => 0 };

/** The histories of one store. */
function createWorld({ keptBytes }: { keptBytes?: number } = {}) {
  let time = 100 * DAY;
  const clock = { ...systemClock, now: () => time };
  const store = createMemoryStore({ maxBytes: 1_000_000, clock });
  const formerNames = createFormerNames(store, undefined, { clock });
  const options = { store, formerNames, clock, ...(keptBytes !== undefined && { keptBytes }) };
  const text = (id: string) => store.get(recordKey(id));
  const players = playersIn({ ...options, scan });
  return {
    history: createHistory(options),
    merge: async (id: JavaUuid, record: HistoryRecord, expires: number | null) =>
      players.merge({ kind: "player", id, record, expires }),
    store,
    at: (ms: number) => void (time = ms),
    recordOf: async (id: string) => ({ ...readRecord(await text(id)), kept: 0 }),
    isThere: async (id: string) => (await text(id)) !== undefined,
    keptTotal: async () => Number((await store.get("kept")) ?? 0),
    former: async (name: string) =>
      formerNames.of(parseIdentifier(name) as PlayerIdentifier, "java"),
  };
}

/** A player who had another name, as another store recorded it. */
async function renamed(id = uuid) {
  const there = createWorld();
  await there.history.observe(id, { name: "Old_Name" });
  there.at(101 * DAY);
  await there.history.observe(id, { name: "New_Name" });
  return there;
}

describe("merging a history", () => {
  it("keeps a record for good that was kept, counts its bytes once, and notes the former name", async () => {
    const [there, here] = [await renamed(), createWorld()];
    const theirs = await there.recordOf(uuid);
    await here.merge(uuid, theirs, null);
    await here.merge(uuid, theirs, null);
    expect(await here.keptTotal()).toBe(await there.keptTotal());
    expect(await here.former("Old_Name")).toEqual(await there.former("Old_Name"));
    here.at(1_000 * DAY);
    expect(await here.recordOf(uuid)).toEqual(theirs);
    expect(await here.former("Old_Name")).toHaveLength(1);
  });

  it("notes the former name again after it was killed before that", async () => {
    const [there, here] = [await renamed(), createWorld()];
    const theirs = await there.recordOf(uuid);
    await here.merge(uuid, theirs, null);
    await here.store.delete("former:v1:old name");
    await here.merge(uuid, theirs, null);
    expect(await here.former("Old_Name")).toHaveLength(1);
  });

  it("finds a former name that only both together know of", async () => {
    const [there, here] = [createWorld(), createWorld()];
    await here.history.observe(uuid, { name: "Old_Name" });
    there.at(101 * DAY);
    await there.history.observe(uuid, { name: "New_Name" });
    await here.merge(uuid, await there.recordOf(uuid), 191 * DAY);
    expect(await here.former("Old_Name")).toMatchObject([{ username: "New_Name" }]);
    here.at(1_000 * DAY);
    expect(await here.isThere(uuid)).toBe(true);
  });

  it("lets a record expire when it would have there, or later if it was looked up here", async () => {
    const [there, here] = [createWorld(), createWorld()];
    for (const id of [uuid, other]) await there.history.observe(id, { name: "Lou" });
    here.at(120 * DAY);
    await here.history.observe(other, { name: "Lou" });
    for (const id of [uuid, other]) await here.merge(id, await there.recordOf(id), 190 * DAY);
    here.at(190 * DAY - 1);
    expect(await here.isThere(uuid)).toBe(true);
    here.at(190 * DAY);
    expect([await here.isThere(uuid), await here.isThere(other)]).toEqual([false, true]);
    here.at(210 * DAY);
    expect(await here.isThere(other)).toBe(false);
  });

  it("writes nothing of a record that expired on the way", async () => {
    const [there, here] = [createWorld(), createWorld()];
    await there.history.observe(uuid, { name: "Lou" });
    const theirs = await there.recordOf(uuid);
    here.at(191 * DAY);
    await here.merge(uuid, theirs, 190 * DAY);
    expect(await here.isThere(uuid)).toBe(false);
  });

  it("lets a kept record expire where there is no room to keep it", async () => {
    const [there, here] = [await renamed(), createWorld({ keptBytes: 10 })];
    await here.merge(uuid, await there.recordOf(uuid), null);
    expect(await here.keptTotal()).toBe(0);
    here.at(190 * DAY - 1);
    expect(await here.isThere(uuid)).toBe(true);
    here.at(191 * DAY);
    expect(await here.isThere(uuid)).toBe(false);
  });

  it("loses nothing that the service observes at the same time", async () => {
    const [there, here] = [await renamed(), createWorld()];
    here.at(102 * DAY);
    const theirs = await there.recordOf(uuid);
    await Promise.all([
      here.history.observe(uuid, { name: "Newest" }),
      here.merge(uuid, theirs, null),
      here.history.observe(uuid, { name: "Newest" }),
    ]);
    const { observed } = await here.recordOf(uuid);
    expect(observed.map(({ name }) => name)).toEqual(["Old_Name", "New_Name", "Newest"]);
  });
});
