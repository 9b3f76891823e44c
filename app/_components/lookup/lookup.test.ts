import { expect, it } from "vitest";
import { capturedOf } from "../../../lib/contract/captured.ts";
import { beginsWith, isSamePlayer, tidy, type KnownPlayer } from "./known-player.ts";
import { readPreview } from "./preview.ts";

const rules = { anyName: false, bedrockPrefix: "BE_" };
const lou = (username: string, ...editions: KnownPlayer["editions"]): KnownPlayer => ({
  username,
  editions,
  headUrl: null,
});

it.each([
  [".Lantern L", "Lantern Lou", "bedrock", true],
  ["lantern_l", "Lantern Lou", "bedrock", true],
  ["BE_Lantern", "Lantern Lou", "bedrock", true],
  ["be_l", "BE_Lou", "java", true],
  ["BE", "BE_Lou", "java", true],
  [".Lantern", "Lantern_Lou", "java", false],
  ["ern", "Lantern_Lou", "java", false],
  [".", "Lantern Lou", "bedrock", false],
] as const)("%j is the beginning of %j in %s Edition: %j", (text, name, edition, is) => {
  expect(beginsWith(lou(name, edition), text, rules)).toBe(is);
});

it("takes linked accounts for one player, and namesakes for two", () => {
  expect(isSamePlayer(lou("Lou", "java", "bedrock"), lou("lou", "java"))).toBe(true);
  expect(isSamePlayer(lou("Lou", "java"), lou("Lou", "bedrock"))).toBe(false);
});

it("removes pasted white space", () => {
  expect(tidy("\n Lantern\tLou\u00a0")).toBe("Lantern Lou");
});

const java = { username: "Bea", head_url: "/head?username=Bea&type=java" };
const bedrock = {
  gamertag: "Bea",
  head_url: null,
  linked: false,
  xuid_decimal: "2761708961228418",
};
const found = (body: object) => readPreview(200, JSON.stringify({ success: true, ...body }), rules);

it.each(["both", "java", "partial"])("reads the example %s of the documentation", (name) => {
  const { status = 0, body } = capturedOf("getProfile")[name] ?? {};
  expect(readPreview(status, JSON.stringify(body), rules).kind).toBe("found");
});

it.each([
  [404, "unknown"],
  [400, "malformed"],
  [414, "malformed"],
])("reads an error with status %i as %s", (status, kind) => {
  expect(readPreview(status, '{"success":false}', rules)).toMatchObject({ kind });
});

it("knows a name that no provider can search for, which a retry does not change", () => {
  const body = { success: false, code: "BAD_GATEWAY", reason: "unsearchable" };
  expect(readPreview(502, JSON.stringify(body), rules)).toMatchObject({ kind: "unsearchable" });
  const refused = { success: false, code: "INVALID_PARAMETER", reason: "not-offered" };
  expect(readPreview(400, JSON.stringify(refused), rules)).toMatchObject({ kind: "notOffered" });
});

it.each([502, 503, 500])("takes an error with status %i for one that a retry may end", (status) => {
  expect(() => readPreview(status, '{"success":false}', rules)).toThrow("unavailable");
});

it("links a player of the game by the UUID where the name leads to nobody, or to somebody else", () => {
  const uuid = "dfb83a479bf3469583e7bdc34c28fa4e";
  const idOf = (username: string, skin_source: string) => {
    const result = found({ java: { ...java, username, uuid, skin_source } });
    return result.players.map(({ id = null }) => id);
  };
  expect(idOf("a@b", "mojang")).toEqual([uuid]);
  expect(idOf("Bea", "mojang")).toEqual([null]);
  expect(idOf("a@b", "skins.example")).toEqual([null]);
  expect(idOf("BE_Lou", "mojang")).toEqual([uuid]);
  const namesakes = found({ java: { ...java, skin_source: "mojang" }, bedrock });
  expect(namesakes.players.map(({ id = null }) => id)).toEqual([null, "2761708961228418"]);
});

it("reads former owners of the name from a 404, with their heads, and skips malformed ones", () => {
  const id = "dfb83a479bf3469583e7bdc34c28fa4e";
  const former = [{ username: "Lou", uuid: id, last_seen: null }, { username: "" }, null];
  expect(readPreview(404, JSON.stringify({ success: false, former }), rules)).toEqual({
    kind: "unknown",
    players: [
      { username: "Lou", editions: ["java"], headUrl: `/head?username=${id}&type=java`, id },
    ],
  });
});

it.each([
  "",
  "null",
  "[]",
  "<h1>Sign in</h1>",
  '{"success":true}',
  '{"success":true,"java":{"username":7,"head_url":null}}',
  '{"success":true,"java":{"username":"Bea","head_url":"https://example.org/head?"}}',
  '{"success":true,"java":null}',
])("rejects the body %j", (text) => {
  expect(() => readPreview(200, text, rules)).toThrow("unreadable");
});

it("shows one row for linked accounts, and two for players who share a name", () => {
  const rowsOf = (linked: boolean | null) =>
    found({ java, bedrock: { ...bedrock, linked } }).players.map(({ editions }) => editions);
  expect(rowsOf(true)).toEqual([["java", "bedrock"]]);
  expect(rowsOf(false)).toEqual([["java"], ["bedrock"]]);
  expect(rowsOf(null)).toEqual([["java"], ["bedrock"]]);
});
