import { expect, it } from "vitest";
import { failingStore } from "../cache/cache.fixture.ts";
import { createMemoryStore } from "../cache/stores/memory.ts";
import {
  floodgateUuid,
  parseIdentifier,
  type JavaUuid,
  type PlayerIdentifier,
  type Xuid,
} from "../contract/identifiers.ts";
import type { LookupType } from "../contract/queries.ts";
import { createFormerNames } from "./former-names.ts";

const UUID = "0123456789abcdef0123456789abcdef" as JavaUuid;
const XUID = "2761708961228418" as Xuid;

function createWorld() {
  const store = createMemoryStore({ maxBytes: 1_000_000 });
  const { note, of } = createFormerNames(store);
  const request = (name: string, type: LookupType = "all") =>
    of(parseIdentifier(name) as PlayerIdentifier, type);
  return { note, request, store };
}

const seen = (name: string, last_seen: number) => ({ name, changed_at: null, last_seen });
const at = (ms: number) => new Date(ms).toISOString();

it("names a player under each former name, however it is spelled, and not under the current one", async () => {
  const { note, request } = createWorld();
  await note(UUID, [seen("Old_Name", 1_000), seen("Second", 2_000), seen("Now", 3_000)]);
  const player = { username: "Now", uuid: UUID };
  expect(await request("OLD_NAME")).toEqual([{ ...player, last_seen: at(1_000) }]);
  expect(await request("second")).toEqual([{ ...player, last_seen: at(2_000) }]);
  expect(await request("Now")).toEqual([]);
});

it("tells the editions apart", async () => {
  const { note, request } = createWorld();
  await note(UUID, [seen("Shared_Name", 1_000), seen("Java_Now", 2_000)]);
  await note(XUID, [seen("Shared Name", 5_000), seen("Bedrock Now", 6_000)]);
  const java = { username: "Java_Now", uuid: UUID, last_seen: at(1_000) };
  const bedrock = { username: "Bedrock Now", uuid: floodgateUuid(XUID), last_seen: at(5_000) };
  expect(await request("shared_name")).toEqual([bedrock, java]);
  expect(await request("shared_name", "java")).toEqual([java]);
  expect(await request("shared name")).toEqual([bedrock]);
});

it("forgets a former name that the player took again", async () => {
  const { note, request } = createWorld();
  await note(UUID, [seen("First", 1_000), seen("Second", 2_000)]);
  await note(UUID, [seen("First", 1_000), seen("Second", 2_000), seen("First", 3_000)]);
  expect(await request("First")).toEqual([]);
  expect(await request("Second")).toMatchObject([{ username: "First" }]);
});

it("keeps the eight players who had a name last", async () => {
  const { note, request } = createWorld();
  for (let index = 1; index <= 10; index += 1) {
    const id = index.toString(16).padStart(32, "0") as JavaUuid;
    await note(id, [seen("Popular", index * 1_000), seen(`Player_${index}`, 20_000)]);
  }
  const names = (await request("Popular")).map(({ username }) => username);
  expect(names).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((index) => `Player_${index}`));
});

it("names no player when its entry is unreadable or the store fails", async () => {
  const { request, store } = createWorld();
  await store.set("former:v1:broken", "{");
  expect(await request("broken")).toEqual([]);
  Object.assign(store, failingStore);
  expect(await request("broken")).toEqual([]);
});
