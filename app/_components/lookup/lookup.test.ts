import { expect, it } from "vitest";
import { capturedOf } from "../../../lib/contract/captured.ts";
import { DEBOUNCE_MS, debounceFor, readPreview, spelling, tidy } from "./preview.ts";

it.each([
  ["Lantern_Lou", true, 0],
  ["Lantern_Lou", false, DEBOUNCE_MS],
  ["*Lantern_Lou", false, DEBOUNCE_MS],
  ["La", false, null],
  ["La", true, 0],
  ["2761708961228418", false, 0],
  ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", false, 0],
  ["00000000000000000000000000000000", false, null],
  ["not/a/name", false, null],
  ["李雷", false, null],
  ["", false, null],
])("waits before calling providers for %j, known: %j", (text, isKnown, debounceMs) => {
  expect(debounceFor(text, isKnown, { anyName: false })).toBe(debounceMs);
});

it.each([
  ["not/a/name", DEBOUNCE_MS],
  ["李雷", DEBOUNCE_MS],
  ["a,", DEBOUNCE_MS],
  ["La", null],
  ["", null],
  ["\u0000", null],
])("looks up %j where players may have any name, after %j", (text, debounceMs) => {
  expect(debounceFor(text, false, { anyName: true })).toBe(debounceMs);
});

it.each([".Lantern Lou", "*Lantern_Lou", "lantern_lou", " LANTERN  LOU "])(
  "normalizes %j to the same name",
  (name) => {
    expect(spelling(name)).toBe("lantern lou");
  },
);

it("removes pasted white space", () => {
  expect(tidy("\n Lantern\tLou\u00a0")).toBe("Lantern Lou");
});

const java = { username: "Bea", head_url: "/head?username=Bea&type=java" };
const bedrock = { gamertag: "Bea", head_url: null, linked: false };
const found = (body: object) => readPreview(200, JSON.stringify({ success: true, ...body }));

it.each(["both", "java", "partial"])("reads the example %s of the documentation", (name) => {
  const { status = 0, body } = capturedOf("getProfile")[name] ?? {};
  expect(readPreview(status, JSON.stringify(body)).kind).toBe("found");
});

it.each([
  [404, "unknown"],
  [400, "malformed"],
  [414, "malformed"],
  [502, "unavailable"],
  [503, "unavailable"],
  [500, "unavailable"],
])("reads an error with status %i as %s", (status, kind) => {
  expect(readPreview(status, '{"success":false}')).toMatchObject({ kind });
});

it("links a player of the game by the UUID where the name leads to nobody", () => {
  const uuid = "dfb83a479bf3469583e7bdc34c28fa4e";
  const idOf = (username: string, skin_source: string) => {
    const result = found({ java: { ...java, username, uuid, skin_source } });
    return result.players.map(({ id = null }) => id);
  };
  expect(idOf("a@b", "mojang")).toEqual([uuid]);
  expect(idOf("Bea", "mojang")).toEqual([null]);
  expect(idOf("a@b", "skins.example")).toEqual([null]);
});

it("reads former owners of the name from a 404, and skips malformed ones", () => {
  const former = [
    { username: "Lou", uuid: "dfb83a479bf3469583e7bdc34c28fa4e", last_seen: null },
    { username: "" },
    null,
  ];
  expect(readPreview(404, JSON.stringify({ success: false, former }))).toEqual({
    kind: "unknown",
    players: [
      { username: "Lou", editions: [], headUrl: null, id: "dfb83a479bf3469583e7bdc34c28fa4e" },
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
  expect(readPreview(200, text)).toEqual({ kind: "unreadable", players: [] });
});

it("shows one row for linked accounts, and two for players who share a name", () => {
  const rowsOf = (linked: boolean | null) => {
    const { kind, players } = found({ java, bedrock: { ...bedrock, linked } });
    return kind === "found" ? players.map(({ editions }) => editions) : kind;
  };
  expect(rowsOf(true)).toEqual([["java", "bedrock"]]);
  expect(rowsOf(false)).toEqual([["java"], ["bedrock"]]);
  expect(rowsOf(null)).toEqual([["java"], ["bedrock"]]);
});
