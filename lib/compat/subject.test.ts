import { describe, expect, it } from "vitest";
import { subjectOf } from "./subject.ts";

const UUID = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const PLAIN = UUID.replaceAll("-", "");
const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";
const NO_PLAYER = "00000000-0000-0000-0000-000000000000";

describe("the player a URL identifies", () => {
  it.each([
    [PLAIN, PLAIN],
    ["00000000-0000-0000-0009-01f64f65c7c3", "00000000-0000-0000-0009-01f64f65c7c3"],
    ["2535432196048835", "2535432196048835"],
    [".Steve", ".Steve"],
    ["*Lantern Lou", "*Lantern Lou"],
    ["+Lou.png", "+Lou"],
    ["Notch.png", "Notch"],
    ["Notch.svg", "Notch"],
    ["Notch.bmp", "Notch"],
    [`${UUID}.jxl`, UUID],
    [`${PLAIN.slice(0, 3)}-${PLAIN.slice(3, 20)}-${PLAIN.slice(20)}`, PLAIN],
    [".Lou", ".Lou"],
    [" Lou ", "Lou"],
    ["\u{FEFF}\u200BLou.png\r\n", "Lou"],
    [`{${UUID}}`, PLAIN],
    [`urn:uuid:${UUID}.png`, PLAIN],
    ["[I;-541574585,-1678555499,-2081964605,1277753934]", PLAIN],
  ])("%j is a player", (text, username) => {
    expect(subjectOf(text)).toEqual({ username });
  });

  it.each([
    "",
    "{texture}",
    "${uuid}",
    "%uuid%",
    "undefined",
    "null",
    "1a2b3c4d5e6f7a8b",
    "f78a4d8d-d51b-4b39-98a3-230f2de0c670",
    "5d1f7c3a-9b2e-2f60-a8d4-c7e2b1903f56",
    "a name that is much too long for anybody at all",
    "\u0000",
    NO_PLAYER,
  ])("%j is no player", (text) => {
    expect(subjectOf(text)).toEqual({ username: NO_PLAYER, fallback: "steve" });
  });

  it.each([
    ["Console", "steve"],
    ["MHF_steve", "steve"],
    ["char", "steve"],
    ["Steve", "steve"],
    ["MHF_Alex", "alex"],
  ])("%s is no player, who looks like %s", (text, fallback) => {
    expect(subjectOf(text)).toEqual({ username: NO_PLAYER, fallback });
  });

  it.each(["constructor", "__proto__"])("%s is a player's name", (text) => {
    expect(subjectOf(text)).toEqual({ username: text });
  });

  it("is a texture from 33 digits on, without leading zeros", () => {
    expect(subjectOf(HASH.toUpperCase())).toEqual({ texture: HASH });
    expect(subjectOf(`000${HASH.slice(3)}`)).toEqual({ texture: HASH.slice(3) });
    expect(subjectOf("a".repeat(33))).toEqual({ texture: "a".repeat(33) });
    expect(subjectOf(`${"0".repeat(200)}${HASH}`)).toEqual({ texture: HASH });
    expect(subjectOf("a".repeat(65))).toMatchObject({ username: NO_PLAYER });
  });
});
