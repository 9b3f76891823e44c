import { describe, expect, it } from "vitest";
import { crowd } from "./crowd.ts";
import type { BedrockAccount } from "./player.ts";
import { players } from "./players.ts";
import { createWorld } from "./world.ts";

const world = createWorld(players);
const java = players.flatMap((player) => player.java ?? []);
const bedrock = players.flatMap((player) => player.bedrock ?? []);

describe("the players", () => {
  it("has more than a hundred accounts", () => {
    expect(players.length).toBeGreaterThanOrEqual(90);
    expect(java.length + bedrock.length).toBeGreaterThanOrEqual(100);
  });

  it("has no duplicate accounts", () => {
    expect(new Set(java.map(({ uuid }) => uuid)).size).toBe(java.length);
    expect(new Set(java.map(({ name }) => name.toLowerCase())).size).toBe(java.length);
    expect(new Set(bedrock.map(({ xuid }) => xuid)).size).toBe(bedrock.length);
    expect(new Set(bedrock.map(({ gamertag }) => gamertag.toLowerCase())).size).toBe(
      bedrock.length,
    );
  });

  it("has stories of one sentence", () => {
    expect(players.filter(({ story }) => !/^\S.*\.$/.test(story))).toEqual([]);
  });

  it("has version 4 UUIDs and valid names in Java Edition", () => {
    const uuid = /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/;
    const wrong = java.filter((one) => !uuid.test(one.uuid) || !/^[\w.-]{1,25}$/.test(one.name));
    expect(wrong).toEqual([]);
  });

  it("has XUIDs of the retail range and valid gamertags in Bedrock Edition", () => {
    const isRetail = (xuid: string) =>
      /^\d{16}$/.test(xuid) &&
      BigInt(xuid) >= 2_533_274_790_395_904n &&
      BigInt(xuid) <= 2_814_749_767_106_559n;
    const isValid = ({ gamertag, modern }: BedrockAccount) =>
      gamertag.length <= 15 && (!modern || `${modern.tag}${modern.suffix}` === gamertag);
    expect(bedrock.filter((one) => !isRetail(one.xuid) || !isValid(one))).toEqual([]);
  });

  it("has links to existing accounts only", () => {
    const linked = bedrock.flatMap(({ linkedTo }) => linkedTo ?? []);
    expect(linked).not.toEqual([]);
    expect(java.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(linked));
  });

  it("ends every name history with the current name", () => {
    const histories = java.flatMap(({ name, history }) => (history ? [[history.names, name]] : []));
    expect(
      histories.map(([names]) => names?.at(-1)).map((last) => (last as { name: string }).name),
    ).toEqual(histories.map(([, name]) => name));
  });
});

it("says in the story of each player without a skin which default is theirs", () => {
  const without = players.filter(({ group }) => group === "No skin of their own");
  expect(without).not.toEqual([]);
  const wrong = without.filter((one) => !one.story.includes(defaultSkinOf(one.java?.uuid ?? "")));
  expect(wrong).toEqual([]);
});

describe("a served texture", () => {
  const worn = [...java, ...bedrock].flatMap(({ skin }) => skin?.hash ?? []);
  const lost = "deadbeef0badcafe00000000000000000000000000000000000000000000f00d";

  it("is missing for the player whose story says so", () => {
    expect(worn).toContain(lost);
    expect(world.texture(lost)).toBeUndefined();
  });

  it("is shared by two players with the same skin", () => {
    const [a, b] = ["Pea_In_Pod_A", "Pea_In_Pod_B"].map((name) => world.javaByName(name));
    if (!a || !b) throw new Error("both exist");
    expect(a.skin?.hash).toBe(b.skin?.hash);
  });
});

/** The game's own choice, since 1.19.3: Java's `UUID.hashCode()` modulo 18. */
function defaultSkinOf(uuid: string): string {
  const words = [0, 8, 16, 24].map((at) => Number.parseInt(uuid.slice(at, at + 8), 16));
  const hash = words.reduce((mixed, word) => mixed ^ word, 0);
  const index = ((hash % 18) + 18) % 18;
  const names = ["Alex", "Ari", "Efe", "Kai", "Makena", "Noor", "Steve", "Sunny", "Zuri"];
  return `${index < 9 ? "slim" : "classic"} ${names[index % 9]}`;
}

it.each([1, 17, 999_999_999])("makes the same two accounts from a number: %d", (number) => {
  const java = crowd.javaByName(`EXTRA_${number}`);
  expect(java?.name).toBe(`Extra_${number}`);
  expect(java?.uuid).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}8[0-9a-f]{15}$/);
  expect(crowd.javaByUuid(java?.uuid ?? "")).toEqual(java);
  const bedrock = crowd.bedrockByGamertag(`extra ${number}`);
  expect(bedrock?.gamertag).toBe(`Extra ${number}`);
  expect(crowd.bedrockByXuid(bedrock?.xuid ?? "")).toEqual(bedrock);
});

it("makes none from another name", () => {
  const others = ["Extra_0", "Extra_01", "Extra_1000000000", "Extra_", "Extra", "Extras_1"];
  expect(others.filter((name) => crowd.javaByName(name) !== undefined)).toEqual([]);
});

it("shares 32 skins", () => {
  const accounts = Array.from({ length: 200 }, (_, at) => crowd.javaByName(`Extra_${at + 1}`));
  expect(new Set(accounts.map((account) => account?.skin?.hash)).size).toBe(32);
});
