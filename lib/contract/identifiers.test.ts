import { describe, expect, it } from "vitest";
import { floodgateOf, keyOf } from "./identifiers.fixture.ts";
import {
  dashed,
  editionMeant,
  parseGamertag,
  parseIdentifier,
  parseJavaUuid,
} from "./identifiers.ts";

const javaOnly = (name: string) => ({
  kind: "name",
  javaName: name,
  gamertag: null,
  prefixed: false,
});
const both = (name: string, gamertag = name) => ({ ...javaOnly(name), gamertag });
const bedrockOnly = (gamertag: string) => ({ ...javaOnly(""), javaName: null, gamertag });
const nameOrXuid = (name: string) => ({ ...javaOnly(name), xuid: "2535432196048835" });
const xuid = (digits: string) => ({ kind: "xuid", xuid: digits });
const javaUuid = (uuid: string) => ({ kind: "java-uuid", uuid });
const plainUuid = "5d1f7c3a9b2e4f60a8d4c7e2b1903f56";
const impossible = (id: string) => ({ kind: "impossible", id });

describe("parseIdentifier reads UUIDs and XUIDs", () => {
  const plain = plainUuid;

  it.each([
    [plain, javaUuid(plain)],
    ["5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56", javaUuid(plain)],
    [` ${plain.toUpperCase()}  `, javaUuid(plain)],
    [`{${dashed(plain)}}`, javaUuid(plain)],
    [`URN:UUID:${dashed(plain)}`, javaUuid(plain)],
    ["\u{FEFF}urn:uuid:00000000-0000-0000-0009-01f64f65c7c3\n", xuid("2535432196048835")],
    // As the game prints them, with and without spaces.
    ["[I;1562344506,-1691463840,-1462450206,-1315946666]", javaUuid(plain)],
    ["[I; 1562344506, -1691463840, -1462450206, -1315946666]", javaUuid(plain)],
    ["[I;0,0,590326,1332070339]", xuid("2535432196048835")],
    ["[I;-2147483648,0,0,2147483647]", javaUuid("8000000000000000000000007fffffff")],
    ["[I;0,0,0,0]", impossible("0".repeat(32))],
    // NPC plugins give version 2; only version 3 is known to be impossible.
    ["5d1f7c3a9b2e2f60a8d4c7e2b1903f56", javaUuid("5d1f7c3a9b2e2f60a8d4c7e2b1903f56")],
    [" 2535432196048835 ", xuid("2535432196048835")],
    ["00000000-0000-0000-0009-01f64f65c7c3", xuid("2535432196048835")],
    ["0x000901f64f65c7c3", xuid("2535432196048835")],
    [" 0X000901F64F65C7C3 ", xuid("2535432196048835")],
    ["0x0000000000000000000901f64f65c7c3", xuid("2535432196048835")],
    ["0x0901f64f65c7c3", nameOrXuid("0x0901f64f65c7c3")],
    ["000901f64f65c7c3", nameOrXuid("000901f64f65c7c3")],
    ["0009000000000000", { ...javaOnly("0009000000000000"), xuid: "2533274790395904" }],
    ["0009ffffffffffff", { ...javaOnly("0009ffffffffffff"), xuid: "2814749767106559" }],
  ])("%j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    ["2533274790395903", javaOnly("2533274790395903")],
    ["2533274790395904", xuid("2533274790395904")],
    ["2814749767106559", xuid("2814749767106559")],
    ["2814749767106560", javaOnly("2814749767106560")],
    ["02535432196048835", javaOnly("02535432196048835")],
    ["00000000000000000008ffffffffffff", impossible("00000000000000000008ffffffffffff")],
    ["00000000-0000-0000-0009-000000000000", xuid("2533274790395904")],
    ["00000000-0000-0000-0009-FFFFFFFFFFFF", xuid("2814749767106559")],
    ["0000000000000000000a000000000000", impossible("0000000000000000000a000000000000")],
    ["000a000000000000", both("000a000000000000")],
    ["0008ffffffffffff", both("0008ffffffffffff")],
    ["901f64f65c7c3", both("901f64f65c7c3")],
    ["0x000a000000000000", javaOnly("0x000a000000000000")],
    ["0000000000000000ffffffffffffffff", impossible("0000000000000000ffffffffffffffff")],
  ])("at the edge of the range: %j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    ["00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000"],
    ["b50ad385-829d-3141-a216-7e7d7539ba7f", "b50ad385829d3141a2167e7d7539ba7f"],
    ["A762F560-4FCE-3236-812A-B80EFFF0B62B", "a762f5604fce3236812ab80efff0b62b"],
  ])("%s is impossible", (text, id) => {
    expect(parseIdentifier(text)).toEqual(impossible(id));
  });

  it.each([
    plain.slice(1),
    `${plain}0`,
    `${plain.slice(1)}g`,
    "5d1f7c3a9b2e-4f60-a8d4-c7e2b1903f56",
    `{${dashed(plain)}`,
    `urn:uuid:{${dashed(plain)}}`,
    `uuid:${dashed(plain)}`,
    "[I;1,2,3]",
    "[B;1,2,3,4]",
    "[I;1,2,3,2147483648]",
    "[I;-2147483649,2,3,4]",
    "[I;1.5,2,3,4]",
    `.${plain}`,
    dashed(plain).replaceAll("-", "\u2010"),
    "２５３５４３２１９６０４８８３５",
  ])("%j is refused", (text) => {
    expect(parseIdentifier(text)).toBeNull();
  });
});

describe("parseIdentifier reads names", () => {
  it.each([
    ["a", both("a")],
    ["_", javaOnly("_")],
    ["Lantern_Lou", both("Lantern_Lou", "Lantern Lou")],
    ["\r\n\tLantern_Lou\u00A0\u3000", both("Lantern_Lou", "Lantern Lou")],
    ["\u200B\u{FEFF} Lantern_Lou\u2060\u200C\u200D\u2028", both("Lantern_Lou", "Lantern Lou")],
    ["SixteenLettersXY", both("SixteenLettersXY")],
    ["glenn-stroek", javaOnly("glenn-stroek")],
    ["1234", javaOnly("1234")],
    ["TwentyFiveLettersExactlyX", javaOnly("TwentyFiveLettersExactlyX")],
    [".Flow", { ...both(".Flow", "Flow"), prefixed: true }],
    ["+Lantern_Lou", { ...bedrockOnly("Lantern Lou"), prefixed: true }],
    ["#Name#1234", { ...bedrockOnly("Name1234"), prefixed: true }],
    ["§7Lou", { ...bedrockOnly("7Lou"), prefixed: true }],
    ["★灯籠", { ...bedrockOnly("灯籠"), prefixed: true }],
    ["😀Lou", { ...bedrockOnly("Lou"), prefixed: true }],
    ["-Flow", javaOnly("-Flow")],
    ["_Flow", both("_Flow", "Flow")],
    [".Lantern_Lou", { ...both(".Lantern_Lou", "Lantern Lou"), prefixed: true }],
    ["..Flow", javaOnly("..Flow")],
    [".1234", javaOnly(".1234")],
    ["Lantern Lou", bedrockOnly("Lantern Lou")],
    [".Lantern Lou", { ...bedrockOnly("Lantern Lou"), prefixed: true }],
    ["Name#1234", bedrockOnly("Name1234")],
    ["灯籠 ルー", bedrockOnly("灯籠 ルー")],
    ["١٢٣", bedrockOnly("١٢٣")],
    ["𠀀".repeat(16), bedrockOnly("𠀀".repeat(16))],
  ])("%j", (text, identifier) => {
    expect(parseIdentifier(text)).toEqual(identifier);
  });

  it.each([
    "",
    ".",
    "-",
    ". .",
    "../a",
    "a/b",
    "a'b",
    "<b>",
    "someone@example.com",
    "#1234",
    "Name#12345",
    "Name#12#34",
    "**Flow",
    "*1234",
    "=\u0338Lou",
    "\u2800Lou",
    "TwentySixLettersAreTooMany",
    "𠀀".repeat(17),
    "😀",
    "x²",
    "a".repeat(65),
    `${" ".repeat(64)}a`,
  ])("%j is refused", (text) => {
    expect(parseIdentifier(text)).toBeNull();
  });

  it.each([
    ["hasOwnProperty", "name:hasownproperty/hasownproperty"],
    ["__proto__", "name:__proto__/proto"],
    ["undefined", "name:undefined/undefined"],
    ["1E2", "name:1e2/1e2"],
  ])("%s is a name like any other", (name, key) => {
    expect(parseIdentifier(name)).toMatchObject({ kind: "name", javaName: name });
    expect(keyOf(name)).toBe(key);
  });
});

describe("parseIdentifier reads a server's own prefix", () => {
  it.each([
    ["BE_", "BE_Lou", { ...both("BE_Lou", "Lou"), prefixed: true }],
    ["BE_", "be_Lantern Lou", { ...bedrockOnly("Lantern Lou"), prefixed: true }],
    ["BE_", "BE Lou", bedrockOnly("BE Lou")],
    ["BE_", "*BE_Lou", { ...bedrockOnly("BE Lou"), prefixed: true }],
    ["BE_", ".Lou", { ...both(".Lou", "Lou"), prefixed: true }],
    ["BE_", "BE_", both("BE_", "BE")],
    ["BE_", "BE_1234", both("BE_1234", "BE 1234")],
    ["BE_", "BE_glenn-stroek", javaOnly("BE_glenn-stroek")],
    ["[BE]", "[be]Lou", { ...bedrockOnly("Lou"), prefixed: true }],
    ["-", "-Lou", { ...both("-Lou", "Lou"), prefixed: true }],
    ["2", "2535432196048835", xuid("2535432196048835")],
    ["5d", plainUuid, javaUuid(plainUuid)],
  ])("%j in %j", (bedrockPrefix, text, identifier) => {
    expect(parseIdentifier(text, { anyName: false, bedrockPrefix })).toEqual(identifier);
  });
});

describe("parseGamertag", () => {
  it.each([
    ["Lantern Lou", "Lantern Lou"],
    ["Lantern_Lou", "Lantern Lou"],
    ["_Lantern Lou_", "Lantern Lou"],
    ["Lantern__ _Lou", "Lantern Lou"],
    ["Lantern #7", "Lantern 7"],
    ["Lantern#7", "Lantern7"],
    ["E\u0301clair", "\u00C9clair"],
    ["12 34", "12 34"],
    ["FifteenLettersX#1", "FifteenLettersX1"],
  ])("%j is %j", (text, gamertag) => {
    expect(parseGamertag(text)).toBe(gamertag);
  });

  it.each(["", "_", "1234", "12#34", "a-b", "a.b", ".a", "a#", "\u0301", "SeventeenLettersX"])(
    "%j is none",
    (text) => {
      expect(parseGamertag(text)).toBeNull();
    },
  );
});

describe("floodgateUuid", () => {
  it.each([
    ["2535432196048835", "00000000-0000-0000-0009-01f64f65c7c3"],
    ["2533274790395904", "00000000-0000-0000-0009-000000000000"],
    ["2814749767106559", "00000000-0000-0000-0009-ffffffffffff"],
  ])("of %s is %s", (digits, uuid) => {
    expect(floodgateOf(digits)).toBe(uuid);
  });
});

describe("parseJavaUuid", () => {
  const uuid = "dfb83a479bf3469583e7bdc34c28fa4e";
  it.each([
    [uuid, uuid],
    [uuid.toUpperCase(), uuid],
    ["dfb83a47-9bf3-4695-83e7-bdc34c28fa4e", uuid],
    ["dfb83a47-9bf34695-83e7-bdc34c28fa4e", null],
    [`-${uuid}`, null],
    [` ${uuid}`, null],
    ["", null],
    ["0".repeat(32), null],
    ["00000000-0000-0000-0009-01f64f65c7c3", null],
    ["b50ad385-829d-3141-a216-7e7d7539ba7f", null],
  ])("reads %j as %s", (text, expected) => {
    expect(parseJavaUuid(text)).toBe(expected);
  });
});

it.each([plainUuid, dashed(plainUuid)])("writes %s as 8-4-4-4-12", (uuid) => {
  expect(dashed(uuid)).toBe("5d1f7c3a-9b2e-4f60-a8d4-c7e2b1903f56");
});

it.each([
  ["Lantern_Lou", undefined],
  [".Leaf", "bedrock"],
  ["Ленивый", "bedrock"],
  ["a_name_of_20_letters", "java"],
  ["dfb83a479bf3469583e7bdc34c28fa4e", "java"],
  ["2761708961228418", "bedrock"],
  ["0x0009cfc2799b6682", "bedrock"],
  ["0009cfc2799b6682", undefined],
  ["00000000-0000-0000-0009-cfc2799b6682", "bedrock"],
])("says which edition %j means: %s", (text, edition) => {
  const identifier = parseIdentifier(text);
  expect(identifier && editionMeant(identifier)).toBe(edition);
});
