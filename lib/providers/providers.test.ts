import { describe, expect, it } from "vitest";
import type { Gamertag, JavaName, JavaUuid } from "../contract/identifiers.ts";
import {
  createAll,
  HERMIT,
  HERMIT_XUID,
  LOU,
  LOU_XUID,
  NOBODY_XUID,
  outcomeOf,
  soon,
  useProviders,
  type Providers,
} from "../../testing/providers.ts";

const { control, environment, providers, upstream } = useProviders();

/** An offline UUID. */
const WILLOW = "c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10" as JavaUuid;
const UNKNOWN = "11111111111141118111111111111111" as JavaUuid;
const TAG = "lantern lou" as Gamertag;
const NO_TAG = "nobody at all" as Gamertag;

type Call = (from: Providers) => Promise<unknown>;

/** Every call: its route, one for a known player, its result, and one for an unknown player. */
const CALLS: [string, string, Call, unknown, Call][] = [
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
    ({ session }) => session.sessionOf(UNKNOWN, soon()),
  ],
  ...(["injector", "lookalike"] as const).flatMap((service): typeof CALLS => [
    [
      `${service}, name`,
      service === "injector" ? "injector.names" : "lookalike.name",
      (from) => from[service].accountByName("WILLOW_wisp" as JavaName, soon()),
      { uuid: WILLOW, name: "Willow_Wisp" },
      (from) => from[service].accountByName("nobody_at_all" as JavaName, soon()),
    ],
    [
      `${service}, profile`,
      `${service}.profile`,
      (from) => from[service].profileOf(WILLOW, soon()),
      {
        uuid: WILLOW,
        name: "Willow_Wisp",
        textures: {
          skin: {
            url: expect.stringContaining(`/${service}/textures/`) as string,
            model: "slim",
          },
          cape: null,
        },
      },
      (from) => from[service].profileOf(UNKNOWN, soon()),
    ],
  ]),
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
    ({ geyser }) => geyser.linkOfUuid(UNKNOWN, soon()),
  ],
  [
    "PlayerDB, Java",
    "playerdb.java",
    ({ playerdb }) => playerdb.accountByName("lantern_lou" as JavaName, soon()),
    { uuid: LOU, name: "Lantern_Lou" },
    ({ playerdb }) => playerdb.accountByName("nobody_at_all" as JavaName, soon()),
  ],
  [
    "PlayerDB, gamertag",
    "playerdb.bedrock",
    ({ playerdb }) => playerdb.accountByGamertag(HERMIT, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ playerdb }) => playerdb.accountByGamertag("NobodyAtAll" as Gamertag, soon()),
  ],
  [
    "PlayerDB, XUID",
    "playerdb.bedrock",
    ({ playerdb }) => playerdb.accountByXuid(HERMIT_XUID, soon()),
    { xuid: HERMIT_XUID, gamertag: HERMIT },
    ({ playerdb }) => playerdb.accountByXuid(NOBODY_XUID, soon()),
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
    ({ laby }) => laby.namesOf(UNKNOWN, soon()),
  ],
];

describe.each(CALLS)("%s", (_, route, known, result, unknown) => {
  it("returns what it knows", async () => {
    expect(await known(providers())).toEqual(result);
    expect(control().count(route)).toBe(1);
  });

  it("says that there is none", async () => {
    expect(await unknown(providers())).toBe(null);
  });

  it("is throttled when it says so in its own way", async () => {
    control().fault({ route, fault: { kind: "throttle", retryAfter: 9 } });
    expect(await outcomeOf(known(providers()))).toBe("throttled");
    expect(await outcomeOf(unknown(providers()))).toBe("throttled");
  });
});

/** Operations whose responses name the player. */
const SELF_EVIDENT = CALLS.filter(
  ([name]) => !["Geyser, XUID", "Geyser, gamertag", "Geyser, skin"].includes(name),
);

describe.each(SELF_EVIDENT)("%s", (_, route, known) => {
  it("is refused when it is about another player", async () => {
    control().fault({ route, fault: { kind: "wrong-identity" } });
    expect(await outcomeOf(known(providers()))).toMatch(/^(mismatch|unknown-here)$/);
  });
});

describe("a skin service", () => {
  it("may have JSON at its root that is no metadata: no fault of it", async () => {
    const send = upstream();
    const failed: string[] = [];
    const { lookalike } = createAll(async (call) => {
      return send(call).catch((error: unknown) => {
        failed.push(call.operation);
        throw error;
      });
    }, environment());
    const body = '{"Status":"OK"}';
    const contentType = "application/json";
    const fault = { kind: "status", status: 200, body, contentType } as const;
    control().fault({ route: "lookalike.unknown", fault });
    expect(await lookalike.profileOf(WILLOW, soon())).toMatchObject({ name: "Willow_Wisp" });
    expect(failed).toEqual([]);
  });
});

describe("Geyser", () => {
  it("knows only some players: that is no miss, and no fault of it", async () => {
    const { geyser } = providers();
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("unknown-here");
    control().fault({ route: "geyser.xuid", fault: { kind: "too-much-traffic" } });
    expect(await outcomeOf(geyser.xuidOf(HERMIT, soon()))).toBe("error");
  });
});

describe("PlayerDB", () => {
  it.each(["Mossy Minnow", "nobody at all", "Мшистый Пень"])(
    "encodes the path again, so its miss says nothing about %s, and is no fault of it",
    async (gamertag) => {
      const { playerdb } = providers();
      const request = () => playerdb.accountByGamertag(gamertag as Gamertag, soon());
      expect(await outcomeOf(request())).toBe("unknown-here");
      const fault = { kind: "status", status: 400, body: "{}" } as const;
      control().fault({ route: "playerdb.bedrock", fault });
      expect(await outcomeOf(request())).toBe("bad-response");
    },
  );
});

describe("OpenXBL", () => {
  it("finds by exact gamertag only: a search that finds others has not said no", async () => {
    const { openxbl } = providers();
    expect(await openxbl.accountByGamertag(HERMIT, soon())).toEqual({
      xuid: HERMIT_XUID,
      gamertag: HERMIT,
    });
    control().fault({ route: "openxbl.*", fault: { kind: "wrong-identity" } });
    expect(await outcomeOf(openxbl.accountByGamertag(HERMIT, soon()))).toBe("unknown-here");
  });
});
