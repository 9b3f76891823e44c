import { expect, it } from "vitest";
import { decodeList, MAX_BYTES } from "./decode-list.ts";
import { isRenamed, MAX_ENTRIES, readList } from "./read-list.ts";

const RULES = { anyName: false, bedrockPrefix: "BE_" };
const LOU = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const TESS = "a9a041d7-7042-4d1b-be1e-5c603300460c";
const LOU_FLOODGATE = "00000000-0000-0000-0009-cfc2799b6682";
const OFFLINE = "0ffbc1be-2ddd-3a1f-8a3c-1e3a2f9e7b10";
const XUID = "2761708961228418";

/** What is looked up, and under which name it was listed if that differs. */
function read(text: string, rules = RULES) {
  const { entries, wrong, ...counts } = readList(text, rules);
  return {
    ids: entries.map(({ id, listed }) => (id === listed ? id : `${id} ${listed}`)),
    wrong: wrong.map(({ at, text: part, reason }) => `${at} ${reason} ${part}`),
    ...counts,
  };
}

const whole = (...ids: string[]) => ({ ids, wrong: [], repeated: 0, left: 0 });

it.each<[form: string, text: string, ids: string[]]>([
  [
    "whitelist.json",
    `[\n  {\n    "uuid": "${LOU}",\n    "name": "LouAndTheLamp"\n  },\n  {"uuid": "${LOU_FLOODGATE}", "name": ".Lantern_Lou"}\n]\n`,
    [`${LOU} LouAndTheLamp`, `${XUID} .Lantern_Lou`],
  ],
  ["a line of JSON", `[{"uuid":"${LOU}","name":"Lantern_Lou"}]`, [`${LOU} Lantern_Lou`]],
  [
    "usercache.json",
    `[{"name":"Lantern_Lou","uuid":"${LOU}","expiresOn":"2026-12-24 10:00:00 +0000"}]`,
    [`${LOU} Lantern_Lou`],
  ],
  [
    "ops.json",
    `[{"uuid":"${LOU}","name":"Lantern_Lou","level":4,"bypassesPlayerLimit":false}]`,
    [`${LOU} Lantern_Lou`],
  ],
  [
    "banned-players.json",
    `[{"uuid":"${LOU}","name":"Lantern_Lou","created":"2026-01-01 10:00:00 +0000","source":"Server","expires":"forever","reason":"Banned"}]`,
    [`${LOU} Lantern_Lou`],
  ],
  ["usernamecache.json of Forge", `{"${LOU}": "Lantern_Lou"}`, [`${LOU} Lantern_Lou`]],
  [
    "allowlist.json of Bedrock",
    `[{"ignoresPlayerLimit":false,"name":"Lantern Lou","xuid":"${XUID}"},{"ignoresPlayerLimit":false,"name":"Jelly Jar"}]`,
    [`${XUID} Lantern Lou`, ".Jelly Jar Jelly Jar"],
  ],
  ["permissions.json of Bedrock", `[{"permission":"operator","xuid":"${XUID}"}]`, [XUID]],
  ["names in JSON", `["Lantern_Lou", "${TESS}"]`, ["Lantern_Lou", TESS]],
  [
    "a response of the API",
    `{"success":true,"results":[{"username":"Lantern_Lou","status":200},{"username":"Tinker_Tess"}]}`,
    ["Lantern_Lou", "Tinker_Tess"],
  ],
  [
    "JSON that is cut off",
    `[{"uuid":"${LOU}","name":"Lantern_Lou"},{"uuid":"${TESS}","na`,
    [`${LOU} Lantern_Lou`],
  ],
  [
    "names, one in each line",
    "Lantern_Lou\r\n\r\n  Tinker_Tess \nJelly Jar",
    ["Lantern_Lou", "Tinker_Tess", "Jelly Jar"],
  ],
  [
    "names in a line",
    "Lantern_Lou, Tinker_Tess; Jelly Jar",
    ["Lantern_Lou", "Tinker_Tess", "Jelly Jar"],
  ],
  [
    "bullets",
    "- Lantern_Lou\n2. Tinker_Tess\n* `Bea`\n# a comment",
    ["Lantern_Lou", "Tinker_Tess", "Bea"],
  ],
  [
    "IDs",
    `${LOU.replaceAll("-", "")}\n${XUID}\n[I;-1449115177,1883393307,-1105306528,855655948]`,
    [
      `${LOU} ${LOU.replaceAll("-", "")}`,
      XUID,
      `${TESS} [I;-1449115177,1883393307,-1105306528,855655948]`,
    ],
  ],
  [
    "CSV with a header",
    `Joined,"Player name",UUID\n2024-01-02,Lantern_Lou,${LOU}\n2024-01-03,"Tinker_Tess",${TESS}`,
    [`${LOU} Lantern_Lou`, `${TESS} Tinker_Tess`],
  ],
  [
    "CSV without a header",
    `Lantern_Lou,${LOU}\nTinker_Tess,${TESS}`,
    [`${LOU} Lantern_Lou`, `${TESS} Tinker_Tess`],
  ],
  [
    "TSV of both editions",
    `Java\tGamertag\nLantern_Lou\tJelly Jar\n\tSnugSlug`,
    ["Lantern_Lou", ".Jelly Jar Jelly Jar", ".SnugSlug SnugSlug"],
  ],
  [
    "a spreadsheet in Japanese",
    "番号\tプレイヤー名\n1\tLantern_Lou\n2\tTinker_Tess",
    ["Lantern_Lou", "Tinker_Tess"],
  ],
  ["a column with a title", "Spieler\nLantern_Lou\nTinker_Tess", ["Lantern_Lou", "Tinker_Tess"]],
  ["a column of XUIDs", `XUID\n${XUID}`, [XUID]],
  [
    "banned-players.txt",
    `Lantern_Lou|2012-01-01 10:00:00 +0000|(Unknown)|Forever|Banned\nTinker_Tess|2012-01-02 10:00:00 +0000|(Unknown)|Forever|Banned`,
    ["Lantern_Lou", "Tinker_Tess"],
  ],
  [
    "chat",
    "<Lantern_Lou> hello there\n<[Admin] Tinker_Tess> hi\nBea joined the game\n[VIP] QuietQuill: what a day\n<Lantern_Lou> bye",
    ["Lantern_Lou", "Tinker_Tess", "Bea", "QuietQuill"],
  ],
  [
    "the log of a server",
    [
      "[10:00:00] [Server thread/INFO]: Starting minecraft server version 1.21",
      "[10:00:01] [Server thread/INFO]: Environment: Environment[sessionHost=https://example.org]",
      `[10:00:02] [User Authenticator #1/INFO]: UUID of player Lantern_Lou is ${LOU}`,
      "[10:00:03] [Server thread/INFO]: Lantern_Lou[/192.0.2.1:50000] logged in with entity id 1",
      "[10:00:04] [Server thread/INFO]: Lantern_Lou joined the game",
      "[10:00:05] [Async Chat Thread - #0/INFO]: <Tinker_Tess> hello",
      "[10:00:06] [Server thread/INFO]: QuietQuill was slain by Zombie",
    ].join("\n"),
    [`${LOU} Lantern_Lou`, "Tinker_Tess", "QuietQuill"],
  ],
  [
    "the log of Paper with Geyser, in colours",
    [
      "[10:00:00 INFO]: \u001B[32m[Geyser-Spigot] Player connected with username Jelly Jar\u001B[m",
      `[10:00:01 INFO]: [floodgate] Floodgate player logged in as .Lantern_Lou joined (UUID: ${LOU_FLOODGATE})`,
      "[10:00:02 INFO]: Done preparing level",
    ].join("\n"),
    [".Jelly Jar Jelly Jar", `${XUID} .Lantern_Lou`],
  ],
  [
    "the list of players",
    "There are 2 of a max of 20 players online: Lantern_Lou, [AFK] Tinker_Tess",
    ["Lantern_Lou", "Tinker_Tess"],
  ],
  [
    "commands",
    '/whitelist add Lantern_Lou\nwhitelist add Tinker_Tess\n/fwhitelist add "Jelly Jar"',
    ["Lantern_Lou", "Tinker_Tess", ".Jelly Jar Jelly Jar"],
  ],
])("reads %s", (_, text, ids) => {
  expect(read(text)).toEqual(whole(...ids));
});

it("looks up the name of players whose UUID belongs to no account", () => {
  const text = `[{"uuid":"${OFFLINE}","name":"Lantern_Lou"},{"id":5,"name":"Tinker_Tess"}]`;
  expect(readList(text, RULES).entries).toMatchObject([
    { id: "Lantern_Lou", listed: "Lantern_Lou", hasName: false, isByName: true },
    { id: "Tinker_Tess", listed: "Tinker_Tess", hasName: false, isByName: false },
  ]);
});

it.each<[string, string[]]>([
  ["\na/b<script>\n\nBea", ["2 unreadable a/b<script>"]],
  [`${OFFLINE}\nBea`, [`1 no-account ${OFFLINE}`]],
  [
    `[{"ip":"192.0.2.1"},{"name":""},7,null,"Bea"]`,
    [
      '1 unreadable {"ip":"192.0.2.1"}',
      '2 unreadable {"name":""}',
      "3 unreadable 7",
      "4 unreadable null",
    ],
  ],
  [`name,uuid\nBea,\n,\n,nonsense nonsense`, [`4 unreadable ,nonsense nonsense`]],
])("lists what names no player: %j", (text, wrong) => {
  const { ids, wrong: listed } = read(text);
  expect(ids).toEqual(["Bea"]);
  expect(listed).toEqual(wrong);
});

it.each(["", " \n\t", "[]", "{}", "[", "{"])("finds nobody in %j", (text) => {
  expect(read(text).ids).toEqual([]);
});

it("counts a player once, in every spelling, and a name without an ID together with its ID", () => {
  const text = `lantern_lou\nLantern_Lou\n.Jelly_Jar\n.jelly_jar\n${XUID}\n${LOU_FLOODGATE}`;
  expect(read(text)).toEqual({
    ids: ["lantern_lou", ".Jelly_Jar", XUID],
    wrong: [],
    repeated: 3,
    left: 0,
  });
  const table = `name,uuid\nLantern_Lou,\nLantern_Lou,${LOU}`;
  expect(read(table)).toMatchObject({ ids: [`${LOU} Lantern_Lou`], repeated: 1 });
});

it("says how many are more than can be looked up", () => {
  const names = Array.from({ length: MAX_ENTRIES + 1 }, (_, index) => `Extra_${index}`);
  const { entries, left } = readList([...names, ...names].join("\n"), RULES);
  expect([entries.length, left]).toEqual([MAX_ENTRIES, 1]);
  expect(readList(names.slice(1).join("\n"), RULES).left).toBe(0);
});

it("reads names of skin services where these are queried", () => {
  expect(read("a@b\nBea, Lantern_Lou", { ...RULES, anyName: true }).ids).toEqual([
    "a@b",
    "Bea",
    "Lantern_Lou",
  ]);
});

it.each([
  ["Lantern_Lou", "lantern_lou", false],
  ["LouAndTheLamp", "Lantern_Lou", true],
  [".Lantern_Lou", "Lantern Lou", false],
  ["BE_Lantern_Lou", "Lantern Lou", false],
  [".Fifteen_Letter", "Fifteen Letters", true],
  [".Sixteen_Letters", "Sixteen Letterss", false],
  [".Old_Lou", "Lantern Lou", true],
])("the listed name %j of %j: renamed is %j", (listed, current, is) => {
  expect(isRenamed(listed, current, RULES)).toBe(is);
});

const TEXT = `[{"name":"Мшистый Пень"}]`;
const utf16 = (text: string) => Buffer.from(text, "utf16le");
it.each<[string, Buffer]>([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-16 LE with a mark", utf16(`\uFEFF${TEXT}`)],
  ["UTF-16 BE with a mark", utf16(`\uFEFF${TEXT}`).swap16()],
])("decodes a file in %s", (_, bytes) => {
  expect(decodeList(bytes)).toEqual({ text: TEXT, isCut: false });
});

it("decodes Latin letters of old editors", () => {
  expect(decodeList(Buffer.from("José\n", "latin1")).text).toBe("José\n");
});

it("takes no spreadsheet for a text, and cuts a file off that is too large", () => {
  expect(decodeList(Buffer.from("PK\u0003\u0004\0\0\0é\0", "latin1")).text).toBeNull();
  const text = "Lantern_Lou é\n".repeat(MAX_BYTES / 10);
  const { text: start, isCut } = decodeList(Buffer.from(text));
  expect([isCut, text.startsWith(start ?? "-"), Buffer.byteLength(start ?? "")]).toEqual([
    true,
    true,
    MAX_BYTES,
  ]);
});
