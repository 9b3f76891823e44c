import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { describeFault, type Fault } from "./faults/fault.ts";
import { players } from "./players.ts";
import { read, useSandbox, uuidOf, xuidOf } from "./sandbox.fixture.ts";
import { ROUTE_KEYS } from "./upstreams/all.ts";

const sandbox = useSandbox();
const UUID = "dfb83a479bf3469583e7bdc34c28fa4e";
const DASHED = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const XUID = xuidOf("Lantern Lou");
const STEVE = "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b";

type Row = readonly [key: string, path: string, body?: unknown];

/** One request with a good response for every route: key, path and body. */
const rows: readonly Row[] = [
  ["mojang-api.name", "/minecraft/profile/lookup/name/Lantern_Lou"],
  ["mojang-api.bulk", "/minecraft/profile/lookup/bulk/byname", ["Lantern_Lou"]],
  ["mojang-legacy.name", "/users/profiles/minecraft/Lantern_Lou"],
  ["mojang-legacy.bulk", "/profiles/minecraft", ["Lantern_Lou"]],
  ["mojang-session.profile", `/session/minecraft/profile/${UUID}`],
  ["mojang-textures.texture", `/texture/${STEVE}`],
  ["geyser.xuid", "/v2/xbox/xuid/Lantern%20Lou"],
  ["geyser.gamertag", `/v2/xbox/gamertag/${XUID}`],
  ["geyser.skin", `/v2/skin/${XUID}`],
  ["geyser.link-bedrock", `/v2/link/bedrock/${XUID}`],
  ["geyser.link-java", `/v2/link/java/${DASHED}`],
  ["playerdb.java", "/api/player/minecraft/Lantern_Lou"],
  ["playerdb.bedrock", `/api/player/xbox/${XUID}`],
  ["xbox.gamertag", "/users/gt(Lantern%20Lou)/profile/settings?settings=Gamertag"],
  ["xbox.xuid", `/users/xuid(${XUID})/profile/settings?settings=Gamertag`],
  ["xbox.batch", "/users/batch/profile/settings", { userIds: [XUID], settings: ["Gamertag"] }],
  ["openxbl.account", `/api/v2/account/${XUID}`],
  ["openxbl.search", "/api/v2/search/Lantern%20Lou"],
  ["laby.profile", `/api/v3/user/${UUID}/profile`],
  ["injector.names", "/api/profiles/minecraft", ["Willow_Wisp"]],
  ["injector.profile", "/sessionserver/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["injector.texture", `/textures/${STEVE}`],
  ["blessing.names", "/api/yggdrasil/api/profiles/minecraft", ["Willow_Wisp"]],
  [
    "blessing.profile",
    "/api/yggdrasil/sessionserver/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10",
  ],
  ["blessing.texture", `/textures/${STEVE}`],
  ["open-lookalike.name", "/users/profiles/minecraft/Willow_Wisp"],
  ["open-lookalike.profile", "/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["open-lookalike.texture", `/textures/${STEVE}`],
  ["lookalike.name", "/users/profiles/minecraft/Willow_Wisp"],
  ["lookalike.profile", "/session/minecraft/profile/c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10"],
  ["lookalike.texture", `/textures/${STEVE}`],
  ["optifine.cape", "/capes/Tinker_Tess.png"],
];

const SKIN_SERVICES = new Set(["injector", "blessing", "lookalike", "open-lookalike"]);

const upstreamOf = (key: string) => key.split(".")[0] ?? "";

const UNKNOWN_UUID = "0123456789ab4def8123456789abcdef";
const UNKNOWN_XUID = "2666666666666666";
const HERMIT = xuidOf("HermitHazel");
const NAME_PATHS: readonly [string, string][] = [
  ["mojang-api", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/minecraft/profile/lookup/name"],
  ["mojang-legacy", "/users/profiles/minecraft"],
];
const BULK_PATHS: readonly [string, string][] = [
  ["mojang-api", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/minecraft/profile/lookup/bulk/byname"],
  ["mojang-legacy", "/profiles/minecraft"],
];
const BAD_NAME = "getProfileName.name: Invalid profile name";
const BAD_SIZE = `${BAD_NAME}, getProfileName.name: size must be between 1 and 25`;
const violation = (path: string, errorMessage: string) => ({
  path,
  error: "CONSTRAINT_VIOLATION",
  errorMessage,
});
const NOT_IN_CACHE = {
  message: "Unable to find user in our cache. Please try specifying their Floodgate UUID instead",
};
const BAD_GAMERTAG = { message: "gamertag is empty or longer than 16 chars" };
const BAD_XUID = { message: "xuid should be an int" };
const unknownTo = (code: string, message: string) => ({
  code,
  message,
  data: {},
  success: false,
  error: false,
});
const NOT_IN_MINECRAFT = unknownTo(
  "minecraft.invalid_username",
  "No Minecraft user could be found.",
);
const NOT_IN_XBOX = unknownTo("xbox.not_found", "No Xbox Live account found.");
const XBOX_NO_DATA = {
  code: 28,
  source: "Profile",
  description: "The server found no data for the requested entity.",
  traceInformation: null,
};
const settings = "profile/settings?settings=Gamertag";

/** The words of providers for players whom they do not know, and for texts that can be no player. */
const REFUSALS: readonly [...Row, status: number, reply: unknown][] = [
  ...NAME_PATHS.flatMap(([upstream, path]): [...Row, number, unknown][] => [
    // A former name of somebody is unknown, too.
    ...["Unknown_Name", "Larva_Lena"].map((name): [...Row, number, unknown] => [
      upstream,
      `${path}/${name}`,
      undefined,
      404,
      { path: `${path}/${name}`, errorMessage: `Couldn't find any profile with name ${name}` },
    ]),
    ...[
      ["two%20words", BAD_NAME],
      ["abcdefghijklmnopqrstuvwxyz", BAD_SIZE],
      ["", BAD_SIZE],
    ].map(([name = "", sentence = ""]): [...Row, number, unknown] => [
      upstream,
      `${path}/${name}`,
      undefined,
      400,
      violation(`${path}/${name}`, sentence),
    ]),
  ]),
  ...BULK_PATHS.flatMap(([upstream, path]): [...Row, number, unknown][] => [
    [upstream, path, ["Unknown_Name"], 200, []],
    [upstream, path, [], 400, bulkViolation(path, ": must not be empty")],
    [
      upstream,
      path,
      Array.from({ length: 11 }, (_, at) => `Name_${at}`),
      400,
      bulkViolation(path, ": size must be between 0 and 10"),
    ],
    [
      upstream,
      path,
      ["Lantern_Lou", "not a name"],
      400,
      bulkViolation(path, "[1].<list element>: Invalid profile name"),
    ],
  ]),
  ["mojang-session", `/session/minecraft/profile/${UNKNOWN_UUID}`, undefined, 204, ""],
  [
    "mojang-session",
    "/session/minecraft/profile/Lantern_Lou",
    undefined,
    400,
    {
      path: "/session/minecraft/profile/Lantern_Lou",
      errorMessage: "Not a valid UUID: Lantern_Lou",
    },
  ],
  ["mojang-textures", "/texture/deadbeef", undefined, 404, expect.anything()],
  ["geyser", "/v2/xbox/xuid/Unknown%20Name", undefined, 200, {}],
  ["geyser", "/v2/xbox/xuid/HermitHazel", undefined, 503, NOT_IN_CACHE],
  ["geyser", "/v2/xbox/xuid/", undefined, 400, BAD_GAMERTAG],
  ["geyser", "/v2/xbox/xuid/Seventeen%20Letters", undefined, 400, BAD_GAMERTAG],
  ["geyser", `/v2/xbox/gamertag/${UNKNOWN_XUID}`, undefined, 200, {}],
  ["geyser", `/v2/xbox/gamertag/${HERMIT}`, undefined, 503, NOT_IN_CACHE],
  ["geyser", "/v2/xbox/gamertag/Mossy", undefined, 400, BAD_XUID],
  ["geyser", `/v2/skin/${UNKNOWN_XUID}`, undefined, 200, {}],
  ["geyser", "/v2/skin/Plum", undefined, 400, { message: "skin_id should be an int" }],
  ["geyser", `/v2/link/bedrock/${UNKNOWN_XUID}`, undefined, 200, {}],
  ["geyser", "/v2/link/bedrock/x", undefined, 400, BAD_XUID],
  [
    "geyser",
    `/v2/link/java/${UUID}`,
    undefined,
    400,
    { message: "uuid has to be a valid uuid (36 chars long)" },
  ],
  ["playerdb", "/api/player/minecraft/Unknown_Name", undefined, 400, NOT_IN_MINECRAFT],
  ["playerdb", `/api/player/minecraft/${UNKNOWN_UUID}`, undefined, 400, NOT_IN_MINECRAFT],
  ["playerdb", `/api/player/xbox/${UNKNOWN_XUID}`, undefined, 400, NOT_IN_XBOX],
  // It encodes a gamertag again, and so finds none with a space.
  ["playerdb", "/api/player/xbox/Mossy%20Minnow", undefined, 400, NOT_IN_XBOX],
  ["xbox", `/users/gt(Unknown%20Name)/${settings}`, undefined, 404, XBOX_NO_DATA],
  ["xbox", `/users/xuid(${UNKNOWN_XUID})/${settings}`, undefined, 400, codeOnly(59)],
  ["xbox", `/users/xuid(abc)/${settings}`, undefined, 400, codeOnly(2)],
  [
    "xbox",
    "/users/batch/profile/settings",
    { userIds: [XUID, "17"], settings: ["Gamertag"] },
    400,
    expect.objectContaining({ description: "The xuid 17 is not valid." }),
  ],
  // It has the status of Xbox Live inside.
  ["openxbl", `/api/v2/account/${UNKNOWN_XUID}`, undefined, 200, codeOnly(400, 59)],
  ["openxbl", "/api/v2/search/Unknown", undefined, 200, codeOnly(404, 28)],
  ["laby", `/api/v3/user/${uuidOf("Bea")}/profile`, undefined, 404, { error: "user_not_found" }],
  ["laby", "/api/v3/user/Bea/profile", undefined, 400, { error: "invalid_uuid" }],
];

function bulkViolation(path: string, rest: string) {
  return violation(path, `getProfileName.profileNames${rest}`);
}

/** A body with a code of Xbox Live, and what is in its content. */
function codeOnly(code: number, inside?: number): unknown {
  const content =
    inside === undefined ? {} : { content: expect.objectContaining({ code: inside }) };
  return expect.objectContaining({ code, ...content });
}

/** None of an image. */
const keysOf = (body: unknown) => (typeof body === "string" ? [] : Object.keys(body as object));

const XBOX_LIMIT = {
  version: 1,
  currentRequests: 11,
  maxRequests: 10,
  periodInSeconds: 15,
  limitType: "Rate",
};
const LIMITED = { error: "Too Many Requests" };
const PLAYERDB = { success: false, error: true, data: {}, message: expect.any(String) };

/** The response of an upstream that throttles. */
function throttled(key: string, path: string): [status: number, body: unknown] {
  const bodies: Record<string, unknown> = {
    "mojang-api": { path },
    "mojang-legacy": { path },
    "mojang-session": { path },
    "mojang-textures": "Too Many Requests",
    geyser: "error code: 1015",
    playerdb: { ...PLAYERDB, code: "minecraft.rate_limited" },
    "playerdb.bedrock": { ...PLAYERDB, code: "xbox.rate_limited" },
    xbox: XBOX_LIMIT,
    openxbl: { code: 429, content: XBOX_LIMIT },
    laby: { error: "rate_limited" },
    injector: LIMITED,
    blessing: LIMITED,
    lookalike: LIMITED,
    "open-lookalike": LIMITED,
    optifine: "",
  };
  const upstream = upstreamOf(key);
  return [upstream === "openxbl" ? 200 : 429, bodies[key] ?? bodies[upstream]];
}

/** The headers of some of these responses, besides `Retry-After`. */
const THROTTLED_HEADERS: Record<string, Record<string, string>> = {
  "mojang-api": { "x-minecraft-rate-limit-result": "OVER_LIMIT" },
  "mojang-legacy": { "x-minecraft-rate-limit-result": "OVER_LIMIT" },
  openxbl: { "x-ratelimit-limit": "150", "x-ratelimit-remaining": "0" },
};

const WITHOUT_PLAYERS = [
  "geyser.health",
  "injector.metadata",
  "blessing.metadata",
  "blessing.slash",
];

const request = ([key, path, body]: Row) =>
  fetch(`${sandbox.url}/${upstreamOf(key)}${path}`, {
    headers: {
      authorization: "XBL3.0 x=1;token",
      "x-xbl-contract-version": "2",
      "x-authorization": "key",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });

/** The responses of all routes, in the order of the rows. */
async function requestAll(fault?: Fault) {
  if (fault !== undefined) sandbox.control.fault({ route: "*", fault });
  return Promise.all(
    rows.map(async (row) => {
      const response = await request(row);
      const [status, body] = await read(Promise.resolve(response));
      return { key: row[0], status, headers: Object.fromEntries(response.headers), body };
    }),
  );
}

it("every route returns a good response, and is counted under its key", async () => {
  const found = await requestAll();
  expect(found.map(({ key, status }) => [key, status])).toEqual(rows.map(([key]) => [key, 200]));
  expect(sandbox.control.calls().counts).toEqual(Object.fromEntries(rows.map(([key]) => [key, 1])));
});

it.each([undefined, 30, "Fri, 20 Nov 2026 12:00:00 GMT"])(
  "every route is throttled in its own form, with Retry-After: %s",
  async (retryAfter) => {
    const found = await requestAll({ kind: "throttle", ...(retryAfter && { retryAfter }) });
    const own = (key: string) => (upstreamOf(key) === "xbox" ? "15" : undefined);
    expect(
      found.map(({ key, status, body, headers }) => [key, status, body, headers["retry-after"]]),
    ).toEqual(
      rows.map(([key, path]) => [key, ...throttled(key, path), retryAfter?.toString() ?? own(key)]),
    );
    expect(found.map(({ headers }) => headers)).toMatchObject(
      rows.map(([key]) => THROTTLED_HEADERS[upstreamOf(key)] ?? {}),
    );
  },
);

it("every route can respond about another player, in the same form", async () => {
  const right = await requestAll();
  const wrong = await requestAll({ kind: "wrong-identity" });
  expect(wrong.map(({ key, status, body }) => [key, status, keysOf(body)])).toEqual(
    right.map(({ key, body }) => [key, 200, keysOf(body)]),
  );
  const isAboutThem = (key: string, body: unknown) =>
    (SKIN_SERVICES.has(upstreamOf(key)) ? /Willow_Wisp/ : /Lantern[_ ]Lou/).test(
      JSON.stringify(body),
    );
  const same = wrong.filter(
    ({ key, body }, at) => isAboutThem(key, body) || isDeepStrictEqual(body, right[at]?.body),
  );
  expect(same).toEqual([]);
});

it("every route can wrap an error in status 200", async () => {
  const right = await requestAll();
  const wrapped = await requestAll({ kind: "error-envelope" });
  expect(wrapped).toMatchObject(
    rows.map(([key]) => ({
      key,
      status: 200,
      headers: { "content-type": expect.stringMatching(/^application\/json/) as string },
    })),
  );
  const same = wrapped.filter(({ body }, at) => isDeepStrictEqual(body, right[at]?.body));
  expect(same).toEqual([]);
});

it("has a row for every route but those without players", () => {
  const keys = ROUTE_KEYS.filter((key) => !key.endsWith(".unknown"));
  const tested = [...rows.map(([key]) => key), ...WITHOUT_PLAYERS];
  expect(tested.toSorted()).toEqual(keys.toSorted());
});

it("says in each provider's own words that there is no such player", async () => {
  const found = await Promise.all(
    REFUSALS.map(async ([key, path, body]) => [
      key,
      path,
      ...(await read(request([key, path, body]))),
    ]),
  );
  expect(found).toEqual(REFUSALS.map((row) => [row[0], row[1], row[3], row[4]]));
});

/** The responses of some routes have two forms. */
it("has what is odd about good responses", async () => {
  const ask = (key: string, path: string) => read(request([key, path]));
  const lou = await request(["mojang-api", `${NAME_PATHS[0]?.[1]}/lantern_LOU`]);
  // With spaces around colons.
  expect(await lou.text()).toBe(`{\n  "id" : "${UUID}",\n  "name" : "Lantern_Lou"\n}`);
  const minnow = xuidOf("Mossy Minnow");
  const troubador = xuidOf("Toast Troubador");
  expect([
    await ask("geyser", "/v2/xbox/xuid/Mossy%20Minnow"),
    await ask("geyser", "/v2/xbox/xuid/Toast%20Troubador"),
  ]).toEqual([
    [200, { xuid: Number(minnow) }],
    [200, { xuid: troubador }],
  ]);
  expect([
    await ask("laby", `/api/v3/user/${uuidOf("Marigold_Moth")}/profile`),
    await ask("laby", `/api/v3/user/${uuidOf("Sir_Reginald")}/profile`),
  ]).toMatchObject([
    [200, { name_history: [{}, { name: "-" }, {}, {}] }],
    [200, { username_history: [{}, { username: "\uFF0D" }, {}] }],
  ]);
});

const LOU_PATH = `${NAME_PATHS[0]?.[1]}/Lantern_Lou`;
const LOU_BODY = `{\n  "id" : "${UUID}",\n  "name" : "Lantern_Lou"\n}`;
const half = LOU_BODY.slice(0, LOU_BODY.length / 2);

/** The bytes that come over a connection under a fault, and how it ends. */
const WIRE: readonly [Fault, RegExp, error: string | null][] = [
  [{ kind: "drop" }, /^$/, null],
  [
    { kind: "drip", bytesPerSecond: 20_000, from: "headers" },
    new RegExp(`^HTTP/1.1 200 OK\r\n[^]*\r\n\r\n${LOU_BODY}$`),
    null,
  ],
  [{ kind: "truncate" }, new RegExp(`content-length: ${LOU_BODY.length}\r\n[^]*\n${half}$`), null],
  [{ kind: "truncate", chunked: true }, new RegExp(`chunked\r\n[^]*\r\n${half}\r\n$`), null],
  [{ kind: "reset-mid-body" }, /^[^}]*$/, "ECONNRESET"],
];

it.each(WIRE)("%o breaks the connection where it says", async (fault, text, error) => {
  sandbox.control.fault({ route: "mojang-api.name", fault });
  const got = await rawGet(LOU_PATH);
  expect(got.text).toMatch(text);
  expect(got.error).toBe(error);
});

it("sends endless bodies, and few bytes that unpack to many", async () => {
  sandbox.control.fault({ route: "*", fault: { kind: "huge" }, times: 1 });
  const huge = await rawGet(LOU_PATH, 3_000_000);
  expect(huge.text.length).toBeGreaterThanOrEqual(3_000_000);
  sandbox.control.fault({ route: "*", fault: { kind: "gzip-bomb", bytes: 3 * 1024 * 1024 } });
  const { text } = await rawGet(LOU_PATH, 3_300);
  const packed = Buffer.from(text.slice(text.indexOf("\r\n\r\n") + 4), "latin1");
  expect(gunzipSync(packed).toString()).toBe(" ".repeat(3 * 1024 * 1024) + LOU_BODY);
});

/** The bytes that a GET receives until its connection ends, and how it ends: null after an orderly close. */
function rawGet(path: string, stopAfter = Infinity) {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise<{ text: string; error: string | null }>((resolve) => {
    let text = "";
    let error: string | null = null;
    const socket = connect(Number(port), hostname);
    socket.write(`GET /mojang-api${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += String(chunk);
      if (text.length >= stopAfter) socket.destroy();
    });
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      error = cause.code ?? cause.message;
    });
    socket.on("close", () => resolve({ text, error }));
  });
}

it("takes, lists, reports and removes faults over HTTP, as docs/development.md shows", async () => {
  const changes: string[] = [];
  sandbox.control.watchFaults((change, rule) => changes.push(`${change} ${describeFault(rule)}`));
  const documented = [
    ...readFileSync("docs/development.md", "utf8").matchAll(
      /^curl (-X DELETE )?http:\/\/127\.0\.0\.1:3100(\/\w+)(?: -d '(.*)')?$/gm,
    ),
  ];
  const statuses = [];
  for (const [, deletes, path = "", body] of documented) {
    const method = deletes ? "DELETE" : body === undefined ? "GET" : "POST";
    const init = body === undefined ? { method } : { method, body };
    statuses.push((await fetch(sandbox.url + path, init)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 200, 200]);
  const faults = [
    "mojang-*: status, status 503",
    'geyser.xuid: delay, ms 3000, only with "Lantern Lou"',
    "mojang-textures.*: not-found",
  ];
  const [times = "", ...others] = faults;
  expect(changes).toEqual([
    ...[`${times}, 20 more`, ...others].map((fault) => `on ${fault}`),
    ...faults.map((fault) => `off ${fault}`),
  ]);
  // It ends by itself.
  sandbox.control.fault({ route: "geyser.*", fault: { kind: "drop" }, times: 1 });
  await fetch(`${sandbox.url}/geyser/v2/xbox/xuid/O`).catch(() => undefined);
  expect(changes.slice(-2)).toEqual(["on geyser.*: drop, 1 more", "off geyser.*: drop"]);
});

it.each([
  ["no JSON", "x", "body: "],
  ["an unknown kind", '{"route":"*","fault":{"kind":"fire"}}', "fault.kind: "],
  ["a wrong field", '{"route":"*","fault":{"kind":"delay","ms":"3"}}', "fault.ms: "],
  ["an unknown route", '{"route":"mojang","fault":{"kind":"drop"}}', "no route is called mojang"],
])("refuses a fault with %s, and says what is wrong", async (_, body, sentence) => {
  const reply = await read(fetch(`${sandbox.url}/faults`, { method: "POST", body }));
  const error = expect.stringContaining(sentence) as string;
  expect(reply).toEqual([400, expect.objectContaining({ error })]);
  expect(sandbox.control.faults()).toEqual([]);
});

it("has players that could exist, each only once", () => {
  const java = players.flatMap((player) => player.java ?? []);
  const bedrock = players.flatMap((player) => player.bedrock ?? []);
  const uuids = java.map(({ uuid }) => uuid);
  const keys = [
    ...uuids,
    ...java.map(({ name }) => `java ${name.toLowerCase()}`),
    ...bedrock.flatMap(({ xuid, gamertag }) => [xuid, `bedrock ${gamertag.toLowerCase()}`]),
  ];
  const wrong = [
    ...keys.filter((key, at) => keys.indexOf(key) !== at),
    ...uuids.filter((uuid) => !/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(uuid)),
    ...java.map(({ name }) => name).filter((name) => !/^[\w.-]{1,25}$/.test(name)),
    ...bedrock.map(({ xuid }) => xuid).filter((xuid) => !/^2[5-8]\d{14}$/.test(xuid)),
    ...bedrock.map(({ linkedTo }) => linkedTo).filter((uuid) => uuid && !uuids.includes(uuid)),
  ];
  expect(wrong).toEqual([]);
});
