import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/faults/fault.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import type { Gamertag, JavaName, JavaUuid, TextureHash, Xuid } from "../contract/identifiers.ts";
import { startDeadline, type Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import { createGeyser } from "./geyser.ts";
import { createLaby } from "./laby.ts";
import { createMinecraftServices } from "./minecraft-services.ts";
import { createMojangLegacy } from "./mojang-legacy.ts";
import { createMojangSession } from "./mojang-session.ts";
import { createMojangTextures } from "./mojang-textures.ts";
import { createOpenXbl } from "./openxbl.ts";
import { createPlayerDb } from "./playerdb.ts";
import { createUpstream, type Guard, type Upstream } from "./upstream.ts";
import { createXboxLive } from "./xbox-live.ts";

const LOU = "dfb83a479bf3469583e7bdc34c28fa4e" as JavaUuid;
const LOU_XUID = "2761708961228418" as Xuid;
const NOBODY = "11111111111141118111111111111111" as JavaUuid;
const NOBODY_XUID = "2699999999999999" as Xuid;
const TAG = "lantern lou" as Gamertag;
const NO_TAG = "nobody at all" as Gamertag;
const HERMIT = "Hermit Hazel" as Gamertag;
const HERMIT_XUID = "2770655690254404" as Xuid;

let sandbox: Sandbox;
let door: ReturnType<typeof createUpstream>;

beforeAll(async () => {
  sandbox = await startSandbox();
  door = createUpstream({ userAgent: "Nametag/test" });
});

afterEach(() => sandbox.control.reset());

afterAll(async () => {
  await door.close();
  await sandbox.close();
});

function providers() {
  const at = (variable: string) => sandbox.environment[variable] ?? "";
  const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
  return {
    names: createMinecraftServices(door.ask, at("MOJANG_API_URL")),
    legacy: createMojangLegacy(door.ask, at("MOJANG_LEGACY_API_URL")),
    session: createMojangSession(
      door.ask,
      at("MOJANG_SESSION_URL"),
      new Set(["textures.minecraft.net"]),
    ),
    textures: createMojangTextures(door.ask, at("MOJANG_TEXTURES_URL")),
    geyser: createGeyser(door.ask, at("GEYSER_API_URL")),
    playerdb: createPlayerDb(door.ask, at("PLAYERDB_URL")),
    xbox: createXboxLive(door.ask, at("XBOX_PROFILE_URL"), token),
    openxbl: createOpenXbl(door.ask, at("OPENXBL_URL"), "key"),
    laby: createLaby(door.ask, at("NAME_HISTORY_URL")),
  };
}

type Providers = ReturnType<typeof providers>;
type Question = (from: Providers) => Promise<unknown>;

const soon = () => startDeadline(3_000);

/** Every question: its route, one that has an answer, the answer, and one that has none. */
const QUESTIONS: [string, string, Question, unknown, Question][] = [
  [
    "minecraftservices, name",
    "mojang-api.name",
    ({ names }) => names.accountByName("LANTERN_lou" as JavaName, soon()),
    { uuid: LOU, name: "Lantern_Lou" },
    ({ names }) => names.accountByName("nobody_at_all" as JavaName, soon()),
  ],
  [
    "api.mojang.com, name",
    "mojang-legacy.name",
    ({ legacy }) => legacy.accountByName("lantern_lou" as JavaName, soon()),
    { uuid: LOU, name: "Lantern_Lou" },
    ({ legacy }) => legacy.accountByName("nobody_at_all" as JavaName, soon()),
  ],
  [
    "session server",
    "mojang-session.profile",
    ({ session }) => session.sessionOf(LOU, soon()),
    expect.objectContaining({
      uuid: LOU,
      name: "Lantern_Lou",
      textures: {
        skin: { hash: expect.stringMatching(/^[0-9a-f]{60,64}$/) as string, model: "classic" },
        cape: { hash: expect.stringMatching(/^[0-9a-f]{60,64}$/) as string },
      },
    }),
    ({ session }) => session.sessionOf(NOBODY, soon()),
  ],
  [
    "Geyser, XUID",
    "geyser.xuid",
    ({ geyser }) => geyser.xuidOf(TAG, soon()),
    LOU_XUID,
    ({ geyser }) => geyser.xuidOf(NO_TAG, soon()),
  ],
  [
    "Geyser, gamertag",
    "geyser.gamertag",
    ({ geyser }) => geyser.gamertagOf(LOU_XUID, soon()),
    "Lantern Lou",
    ({ geyser }) => geyser.gamertagOf(NOBODY_XUID, soon()),
  ],
  [
    "Geyser, skin",
    "geyser.skin",
    ({ geyser }) => geyser.skinOf(LOU_XUID, soon()),
    { hash: expect.stringMatching(/^[0-9a-f]{60,64}$/) as string, model: "classic" },
    ({ geyser }) => geyser.skinOf(NOBODY_XUID, soon()),
  ],
  [
    "Geyser, link of an XUID",
    "geyser.link-bedrock",
    ({ geyser }) => geyser.linkOfXuid(LOU_XUID, soon()),
    { xuid: LOU_XUID, uuid: LOU },
    ({ geyser }) => geyser.linkOfXuid(NOBODY_XUID, soon()),
  ],
  [
    "Geyser, link of a UUID",
    "geyser.link-java",
    ({ geyser }) => geyser.linkOfUuid(LOU, soon()),
    { xuid: LOU_XUID, uuid: LOU },
    ({ geyser }) => geyser.linkOfUuid(NOBODY, soon()),
  ],
  [
    "PlayerDB, Java",
    "playerdb.java",
    ({ playerdb }) => playerdb.javaByName("lantern_lou" as JavaName, soon()),
    { uuid: LOU, name: "Lantern_Lou" },
    ({ playerdb }) => playerdb.javaByName("nobody_at_all" as JavaName, soon()),
  ],
  [
    "PlayerDB, gamertag",
    "playerdb.bedrock",
    ({ playerdb }) => playerdb.bedrockByGamertag(HERMIT, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ playerdb }) => playerdb.bedrockByGamertag(NO_TAG, soon()),
  ],
  [
    "PlayerDB, XUID",
    "playerdb.bedrock",
    ({ playerdb }) => playerdb.bedrockByXuid(HERMIT_XUID, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ playerdb }) => playerdb.bedrockByXuid(NOBODY_XUID, soon()),
  ],
  [
    "Xbox Live, gamertag",
    "xbox.gamertag",
    ({ xbox }) => xbox.accountByGamertag(HERMIT, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ xbox }) => xbox.accountByGamertag(NO_TAG, soon()),
  ],
  [
    "Xbox Live, XUID",
    "xbox.xuid",
    ({ xbox }) => xbox.accountByXuid(HERMIT_XUID, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ xbox }) => xbox.accountByXuid(NOBODY_XUID, soon()),
  ],
  [
    "OpenXBL, account",
    "openxbl.*",
    ({ openxbl }) => openxbl.accountByXuid(HERMIT_XUID, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ openxbl }) => openxbl.accountByXuid(NOBODY_XUID, soon()),
  ],
  [
    "laby.net",
    "laby.profile",
    ({ laby }) => laby.namesOf(LOU, soon()),
    [
      { name: "LouAndTheLamp", changed_at: null },
      { name: "Lantern_Lou", changed_at: Date.parse("2021-11-05T18:20:00Z") },
    ],
    ({ laby }) => laby.namesOf(NOBODY, soon()),
  ],
];

const FAULTS: [string, Fault, RegExp][] = [
  ["429", { kind: "throttle", retryAfter: 9 }, /^throttled$/],
  ["a gateway's 403", { kind: "forbidden-html" }, /^refused$/],
  ["500", { kind: "status", status: 500 }, /^error$/],
  ["502 in HTML", { kind: "status", status: 502, contentType: "text/html" }, /^error$/],
  ["404 in HTML", htmlMiss(), /^bad-response$/],
  ["a dropped connection", { kind: "drop" }, /^unavailable$/],
  ["half a body", { kind: "truncate" }, /^(unavailable|bad-response)$/],
  ["half a body in chunks", { kind: "truncate", chunked: true }, /^(unavailable|bad-response)$/],
  ["a reset in the middle", { kind: "reset-mid-body" }, /^(unavailable|bad-response)$/],
  ["an endless body", { kind: "huge" }, /^bad-response$/],
  ["a gzip bomb", { kind: "gzip-bomb" }, /^bad-response$/],
  ["a web page", { kind: "wrong-type" }, /^bad-response$/],
  ["no JSON", { kind: "not-json" }, /^bad-response$/],
  ["a redirect", { kind: "redirect", location: "http://127.0.0.1:1/" }, /^bad-response$/],
];

function htmlMiss(): Fault {
  return { kind: "status", status: 404, body: "<html>404</html>", contentType: "text/html" };
}

async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await asked)}`;
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.kind;
    throw error;
  }
}

describe.each(QUESTIONS)("%s", (_, route, known, answer, unknown) => {
  it("answers", async () => {
    expect(await known(providers())).toEqual(answer);
    expect(sandbox.control.count(route)).toBe(1);
  });

  it("says that there is none", async () => {
    expect(await unknown(providers())).toBe(null);
  });

  it.each(FAULTS)("never takes %s for an answer", async (_name, fault, kind) => {
    sandbox.control.fault({ route, fault });
    expect(await outcomeOf(known(providers()))).toMatch(kind);
    expect(await outcomeOf(unknown(providers()))).toMatch(kind);
  });
});

/** Those whose answers say whom they are about. */
const SELF_EVIDENT = QUESTIONS.filter(
  ([name]) => !["Geyser, XUID", "Geyser, gamertag", "Geyser, skin"].includes(name),
);

describe.each(SELF_EVIDENT)("%s", (_, route, known) => {
  it("is not believed about somebody else", async () => {
    sandbox.control.fault({ route, fault: { kind: "wrong-identity" } });
    expect(await outcomeOf(known(providers()))).toMatch(/^(mismatch|unknown-here)$/);
  });
});

describe("Geyser", () => {
  it("knows only some players: that is no miss, and no fault of it", async () => {
    const { geyser } = providers();
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("unknown-here");
    sandbox.control.fault({ route: "geyser.xuid", fault: { kind: "too-much-traffic" } });
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("error");
  });
});

/** A door before which calls wait until `open` is called. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const wait: Guard = async (_call, ask) => {
    await opened;
    return ask();
  };
  return { open, ...createUpstream({ userAgent: "Nametag/test", guards: [wait] }) };
}

/** Asks for all at once while nothing may leave, then lets it leave. */
async function askTogether<Key, Value>(
  keys: readonly Key[],
  asker: (ask: Upstream) => (key: Key, deadline: Deadline) => Promise<Value | null>,
) {
  const gate = createGate();
  const one = asker(gate.ask);
  const outcomes = keys.map((key) => outcomeOf(one(key, soon())));
  gate.open();
  const all = await Promise.all(outcomes);
  await gate.close();
  return all;
}

describe("minecraftservices, names that wait together", () => {
  const ask = (names: readonly string[]) =>
    askTogether(names as JavaName[], (door) => {
      const url = sandbox.environment["MOJANG_API_URL"] ?? "";
      return createMinecraftServices(door, url).accountByName;
    });
  const calls = () => [
    sandbox.control.count("mojang-api.name"),
    sandbox.control.count("mojang-api.bulk"),
  ];
  const lou = `answered ${JSON.stringify({ uuid: LOU, name: "Lantern_Lou" })}`;

  it("leave in one call, whatever their case and order", async () => {
    const answers = await ask(["tinker_tess", "nobody_at_all", "LANTERN_LOU", "lantern_lou"]);
    expect(answers).toEqual([expect.stringContaining("Tinker_Tess"), "answered null", lou, lou]);
    expect(calls()).toEqual([0, 1]);
  });

  it("leave ten at a time", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Extra_${index + 1}`);
    const answers = await ask(names);
    expect(answers).toEqual(names.map((name) => expect.stringContaining(`"${name}"`)));
    expect(calls()).toEqual([0, 3]);
  });

  it("do not take an old name along, which would spoil the call for all", async () => {
    expect(await ask(["Lantern_Lou", "a-b", "tinker_tess"])).toEqual([
      lou,
      expect.stringContaining("answered"),
      expect.stringContaining("Tinker_Tess"),
    ]);
    expect(calls()).toEqual([1, 1]);
  });

  it("are asked for one by one when the call is refused because of one of them", async () => {
    const refusal: Fault = { kind: "status", status: 400, body: "{}" };
    sandbox.control.fault({ route: "mojang-api.bulk", fault: refusal });
    expect(await ask(["Lantern_Lou", "nobody_at_all"])).toEqual([lou, "answered null"]);
    expect(calls()).toEqual([2, 1]);
  });

  it("are not missing because an answer was about somebody else", async () => {
    sandbox.control.fault({ route: "mojang-api.bulk", fault: { kind: "wrong-identity" } });
    const answers = await ask(["Lantern_Lou", "tinker_tess"]);
    expect(answers).toContain("mismatch");
    expect(answers).not.toContain("answered null");
  });

  it.each(FAULTS)("are not missing after %s", async (_, fault, kind) => {
    sandbox.control.fault({ route: "mojang-api.bulk", fault });
    for (const outcome of await ask(["a_name", "b_name"])) expect(outcome).toMatch(kind);
  });
});

describe("Xbox Live", () => {
  it("is asked for XUIDs that wait together in one call", async () => {
    const token = () => Promise.resolve({ userHash: "uhs", token: "token" });
    const ask = (xuids: readonly Xuid[]) =>
      askTogether(xuids, (door) => {
        const url = sandbox.environment["XBOX_PROFILE_URL"] ?? "";
        return createXboxLive(door, url, token).accountByXuid;
      });
    const hermit = `answered ${JSON.stringify({ xuid: HERMIT_XUID, gamertag: HERMIT })}`;
    expect(await ask([HERMIT_XUID, LOU_XUID])).toEqual([hermit, expect.stringContaining(LOU_XUID)]);
    expect([sandbox.control.count("xbox.batch"), sandbox.control.count("xbox.*")]).toEqual([1, 1]);
    expect(await ask([HERMIT_XUID, NOBODY_XUID])).toEqual([hermit, "answered null"]);
  });

  it("is refused, not unknown, when nobody is signed in", async () => {
    const nobody = () => Promise.reject(new Error("no sign-in"));
    const xbox = createXboxLive(door.ask, sandbox.environment["XBOX_PROFILE_URL"] ?? "", nobody);
    expect(await outcomeOf(xbox.accountByXuid(HERMIT_XUID, soon()))).toBe("refused");
    expect(sandbox.control.count("xbox.*")).toBe(0);
  });
});

describe("OpenXBL", () => {
  it("finds by exact gamertag only: a search that finds others has not said no", async () => {
    const { openxbl } = providers();
    expect(await openxbl.accountByGamertag(HERMIT, soon())).toEqual({
      xuid: HERMIT_XUID,
      gamertag: HERMIT,
    });
    sandbox.control.fault({ route: "openxbl.*", fault: { kind: "wrong-identity" } });
    expect(await outcomeOf(openxbl.accountByGamertag(HERMIT, soon()))).toBe("unknown-here");
  });
});

describe("textures host", () => {
  it("gives bytes by hash, and null for a hash it does not have", async () => {
    const { session, textures } = providers();
    const lou = await session.sessionOf(LOU, soon());
    const hash = lou?.textures?.skin?.hash ?? ("" as TextureHash);
    const bytes = await textures.textureOf(hash, soon());
    expect(Buffer.from(bytes ?? []).toString("latin1", 1, 4)).toBe("PNG");
    expect(await textures.textureOf("abc" as TextureHash, soon())).toBe(null);
  });

  it.each<[string, Fault]>([
    ["JSON with status 200", { kind: "wrong-type" }],
    ["an error in JSON", { kind: "error-envelope" }],
    ["a body that is no PNG", { kind: "not-json" }],
    ["a body that is too long", { kind: "huge" }],
  ])("never takes %s for a picture", async (_, fault) => {
    const { session, textures } = providers();
    const lou = await session.sessionOf(LOU, soon());
    sandbox.control.fault({ route: "mojang-textures.texture", fault });
    const asked = textures.textureOf(lou?.textures?.skin?.hash ?? ("" as TextureHash), soon());
    expect(await outcomeOf(asked)).toBe("bad-response");
  });
});
