import { change, GONE, LOST, RIGHT, type Dependency, type Outcomes } from "./dependency.ts";

const MINNOW_XUID = "2796662987455236";
const LOU_XUID = "2761708961228418";
const MINNOW = "/api?username=Mossy+Minnow";
const MINNOW_HEAD = "/head?username=Mossy+Minnow";
const LOU = "/api?username=Lantern_Lou";
const LOU_UUID = "dfb83a479bf3469583e7bdc34c28fa4e";
const TESS_UUID = "a9a041d770424d1bbe1e5c603300460c";
/** A player unknown to Geyser, so that the other providers are called. */
const HAZEL = "/api?username=Hermit+Hazel";
const HAZEL_BY_XUID = "/api?username=2770655690254404";
const HAZEL_HEAD = "/head?username=Hermit+Hazel";

const javaOnly = change("bedrock", undefined);
const withoutSkin = change("bedrock", { model: null, skin_texture: null });
const unlinked = change("bedrock", { linked: null });

const inPart = (expected: ReturnType<typeof change>): Outcomes => ({
  cold: { is: "in part", expected },
  warm: { is: "part old" },
});

const GEYSER: Pick<Dependency, "meansNegative"> = {
  meansNegative: ["200 around {}"],
};

/** A refusal pauses all calls to Geyser, so skins and links are missing, too. */
const WITHOUT_GEYSER: Record<"profile" | "head", Outcomes> = {
  profile: inPart((truth) => withoutSkin(unlinked(truth))),
  head: { cold: { is: "502" }, warm: { is: "part old" } },
};

/** Geyser, and how other providers replace it. */
export const GEYSER_OPERATIONS: readonly Dependency[] = [
  {
    name: "Geyser, XUID of a gamertag",
    routes: ["geyser.xuid"],
    ...GEYSER,
    // The second call checks whether an unexpected gamertag resolves to the same XUID.
    calls: 2,
    questions: [
      { name: "profile", target: MINNOW, silent: RIGHT, refused: WITHOUT_GEYSER.profile },
      { name: "head", target: MINNOW_HEAD, silent: RIGHT, refused: WITHOUT_GEYSER.head },
    ],
  },
  {
    name: "Geyser, gamertag of an XUID",
    routes: ["geyser.gamertag"],
    ...GEYSER,
    isAnonymous: true,
    calls: 1,
    questions: [
      { name: "profile", target: `/api?username=${MINNOW_XUID}`, silent: RIGHT },
      { name: "head", target: `/head?username=${MINNOW_XUID}`, silent: RIGHT },
    ],
  },
  {
    name: "all who know gamertags",
    routes: ["geyser.xuid", "geyser.gamertag", "playerdb.bedrock"],
    // Two players by gamertag and, while that finds one, by XUID; at each provider.
    calls: 8,
    // All responses may be wrong in the same way.
    isAnonymous: true,
    questions: [
      { name: "profile", target: MINNOW, silent: LOST, negative: GONE },
      {
        name: "both editions",
        target: LOU,
        silent: { cold: { is: "in part", expected: javaOnly }, warm: { is: "old" } },
        negative: {
          cold: { is: "as told", expected: javaOnly },
          warm: { is: "old" },
          twice: { is: "as told", expected: javaOnly },
        },
      },
      { name: "head", target: MINNOW_HEAD, silent: LOST, negative: GONE },
    ],
  },
  {
    name: "Geyser, skins",
    routes: ["geyser.skin"],
    ...GEYSER,
    isAnonymous: true,
    calls: 1,
    questions: [
      {
        name: "profile",
        target: MINNOW,
        silent: inPart(withoutSkin),
        negative: {
          cold: {
            is: "as told",
            expected: change("bedrock", { model: "slim", skin_texture: null }),
          },
          warm: {
            is: "as told",
            expected: change("bedrock", { model: "slim", skin_texture: null }),
          },
        },
      },
      {
        name: "head",
        target: MINNOW_HEAD,
        silent: { cold: { is: "502" }, warm: { is: "part old" } },
        negative: { cold: { is: "as told" }, warm: { is: "as told" } },
      },
    ],
  },
  {
    name: "Geyser, link of an XUID",
    routes: ["geyser.link-bedrock"],
    ...GEYSER,
    calls: 1,
    questions: [
      {
        name: "profile",
        target: `/api?username=${LOU_XUID}`,
        silent: inPart((truth) => change("java", undefined)(unlinked(truth))),
        negative: {
          cold: {
            is: "as told",
            expected: (truth) =>
              change("java", undefined)(change("bedrock", { linked: false })(truth)),
          },
          warm: {
            is: "as told",
            expected: (truth) =>
              change("java", undefined)(change("bedrock", { linked: false })(truth)),
          },
        },
      },
      {
        name: "head",
        target: `/head?username=${LOU_XUID}`,
        silent: RIGHT,
        negative: RIGHT,
      },
    ],
  },
  {
    name: "Geyser, link of a UUID",
    routes: ["geyser.link-java"],
    ...GEYSER,
    calls: 2,
    questions: [
      {
        name: "profile",
        target: `/api?uuid=${TESS_UUID}`,
        silent: { cold: { is: "in part" }, warm: { is: "in part" } },
        negative: RIGHT,
      },
      {
        name: "linked profile",
        target: `/api?uuid=${LOU_UUID}`,
        // The link of the XUID, which can be fetched, confirms the old one.
        silent: { cold: { is: "in part", expected: javaOnly }, warm: { is: "right" } },
        refused: { cold: { is: "in part", expected: javaOnly }, warm: { is: "part old" } },
        negative: {
          cold: { is: "as told", expected: javaOnly },
          warm: { is: "right" },
          twice: { is: "as told", expected: javaOnly },
        },
      },
    ],
  },
];

const HAZEL_QUESTIONS = (outcomes: { silent: Outcomes; negative: Outcomes }) =>
  [
    { name: "profile", target: HAZEL, ...outcomes },
    { name: "profile by XUID", target: HAZEL_BY_XUID, ...outcomes },
    { name: "head", target: HAZEL_HEAD, ...outcomes },
  ] as const;

/** Whole providers of Bedrock accounts. */
export const BEDROCK_PROVIDERS: readonly Dependency[] = [
  {
    name: "Geyser, all of it",
    routes: ["geyser.*"],
    variables: ["GEYSER_API_URL"],
    ...GEYSER,
    excludes: ["says that there is none", "200 around {}"],
    isAnonymous: true,
    calls: 5,
    questions: [
      {
        name: "profile",
        target: MINNOW,
        silent: WITHOUT_GEYSER.profile,
      },
      { name: "head", target: MINNOW_HEAD, silent: WITHOUT_GEYSER.head },
    ],
  },
  {
    name: "Xbox Live",
    routes: ["xbox.gamertag", "xbox.xuid"],
    variables: ["XBOX_PROFILE_URL"],
    environment: { XBOX_AUTH_DIR: "signed-in" },
    calls: 2,
    questions: HAZEL_QUESTIONS({ silent: RIGHT, negative: GONE }),
  },
  {
    name: "OpenXBL",
    routes: ["openxbl.search", "openxbl.account"],
    variables: ["OPENXBL_URL"],
    environment: { OPENXBL_API_KEY: "key" },
    calls: 2,
    questions: HAZEL_QUESTIONS({ silent: RIGHT, negative: GONE }),
  },
  {
    name: "PlayerDB, asked last",
    routes: ["playerdb.bedrock"],
    variables: ["PLAYERDB_URL"],
    calls: 2,
    questions: HAZEL_QUESTIONS({ silent: LOST, negative: GONE }),
  },
];
