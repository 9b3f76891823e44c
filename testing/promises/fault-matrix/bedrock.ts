import {
  always,
  change,
  denied,
  FRESH,
  GONE,
  LOST,
  partial,
  PARTLY_LOST,
  type Dependency,
  type Outcomes,
  type Probe,
} from "./dependency.ts";

const BISCUIT_XUID = "2794701194876386";
const LOU_XUID = "2761708961228418";
const BISCUIT = "/api?username=Biscuit4821";
const BISCUIT_HEAD = "/head?username=Biscuit4821";
const LOU = "/api?username=Lantern_Lou";
const LOU_UUID = "dfb83a479bf3469583e7bdc34c28fa4e";
const TESS_UUID = "a9a041d770424d1bbe1e5c603300460c";
/** A player unknown to Geyser, so that the other providers are called. */
const HAZEL = "/api?username=HermitHazel";
const HAZEL_BY_XUID = "/api?username=2770655690254404";
const HAZEL_HEAD = "/head?username=HermitHazel";

/** Another player, and what they get when a fault concerns all. By then a 429 has paused all of a provider. */
const another = (player: string, query: string, like: Pick<Probe, "failing" | "refused">) => ({
  ...like,
  name: "another player",
  player,
  target: `/api?${query}`,
});
const penny = (like: Pick<Probe, "failing" | "refused">, id = "PebblePenny") =>
  another("PebblePenny", `username=${id}&type=bedrock`, like);
const PENNY_XUID = "2779057459953173";

const javaOnly = change("bedrock", undefined);
const bedrockOnly = change("java", undefined);
const withoutSkin = change("bedrock", { model: null, skin_texture: null });
const unlinked = change("bedrock", { linked: null });

const GEYSER: Pick<Dependency, "meansNegative"> = { meansNegative: ["200 with {}"] };

/** A 429 pauses all calls to Geyser, so skins and links are missing, too. */
const WITHOUT_GEYSER: Record<"profile" | "head", Outcomes> = {
  profile: partial((truth) => withoutSkin(unlinked(truth))),
  head: PARTLY_LOST,
};

const UNLINKED = { failing: partial((truth) => bedrockOnly(unlinked(truth))) };
const LINK_LOST: Pick<Probe, "failing" | "refused"> = {
  // The link of the XUID, which can be fetched, confirms the old one.
  failing: { cold: ["partial", javaOnly], warm: "fresh" },
  refused: partial(javaOnly),
};

/** Geyser, and how other providers replace it. */
export const GEYSER_OPERATIONS: readonly Dependency[] = [
  {
    name: "Geyser, XUID of a gamertag",
    routes: ["geyser.xuid"],
    ...GEYSER,
    // The second call checks whether an unexpected gamertag resolves to the same XUID.
    calls: 2,
    second: penny({ failing: FRESH, refused: WITHOUT_GEYSER.profile }),
    probes: [
      { name: "profile", target: BISCUIT, failing: FRESH, refused: WITHOUT_GEYSER.profile },
      { name: "head", target: BISCUIT_HEAD, failing: FRESH, refused: WITHOUT_GEYSER.head },
    ],
  },
  {
    name: "Geyser, gamertag of an XUID",
    routes: ["geyser.gamertag"],
    ...GEYSER,
    isAnonymous: true,
    calls: 1,
    second: penny({ failing: FRESH, refused: WITHOUT_GEYSER.profile }, PENNY_XUID),
    probes: [
      { name: "profile", target: `/api?username=${BISCUIT_XUID}`, failing: FRESH },
      { name: "head", target: `/head?username=${BISCUIT_XUID}`, failing: FRESH },
    ],
  },
  {
    name: "all gamertag providers",
    routes: ["geyser.xuid", "geyser.gamertag", "playerdb.bedrock"],
    // Two players by gamertag and, while that finds one, by XUID; at each provider.
    calls: 8,
    // All responses may be wrong in the same way.
    isAnonymous: true,
    second: penny({ failing: LOST }),
    probes: [
      { name: "profile", target: BISCUIT, failing: LOST, negative: GONE },
      {
        name: "both editions",
        target: LOU,
        failing: { cold: ["partial", javaOnly], warm: "stale" },
        negative: denied(["absent", javaOnly]),
      },
      { name: "head", target: BISCUIT_HEAD, failing: LOST, negative: GONE },
    ],
  },
  {
    name: "Geyser, skins",
    routes: ["geyser.skin"],
    ...GEYSER,
    isAnonymous: true,
    calls: 1,
    second: penny({ failing: partial(withoutSkin), refused: WITHOUT_GEYSER.profile }),
    probes: [
      {
        name: "profile",
        target: BISCUIT,
        failing: partial(withoutSkin),
        negative: always(["absent", change("bedrock", { model: "classic", skin_texture: null })]),
      },
      { name: "head", target: BISCUIT_HEAD, failing: PARTLY_LOST, negative: always("absent") },
    ],
  },
  {
    name: "Geyser, link of an XUID",
    routes: ["geyser.link-bedrock"],
    ...GEYSER,
    calls: 1,
    second: another("CopperKettle", "username=2703105530739881", {
      ...UNLINKED,
      refused: partial((truth) => bedrockOnly(unlinked(withoutSkin(truth)))),
    }),
    probes: [
      {
        name: "profile",
        target: `/api?username=${LOU_XUID}`,
        ...UNLINKED,
        negative: always([
          "absent",
          (truth) => bedrockOnly(change("bedrock", { linked: false })(truth)),
        ]),
      },
      { name: "head", target: `/head?username=${LOU_XUID}`, failing: FRESH, negative: FRESH },
    ],
  },
  {
    name: "Geyser, link of a UUID",
    routes: ["geyser.link-java"],
    ...GEYSER,
    calls: 2,
    second: another("CopperKettle", "uuid=a72358a051ae4586bab702eab0a9eca4", LINK_LOST),
    probes: [
      {
        name: "profile",
        target: `/api?uuid=${TESS_UUID}`,
        failing: always("partial"),
        negative: FRESH,
      },
      {
        name: "linked profile",
        target: `/api?uuid=${LOU_UUID}`,
        ...LINK_LOST,
        negative: { ...denied(["absent", javaOnly]), warm: "fresh" },
      },
    ],
  },
];

const HAZEL_PROBES = (outcomes: { failing: Outcomes; negative: Outcomes }) =>
  [
    { name: "profile", target: HAZEL, ...outcomes },
    { name: "profile by XUID", target: HAZEL_BY_XUID, ...outcomes },
    { name: "head", target: HAZEL_HEAD, ...outcomes },
  ] as const;

/** Another one unknown to Geyser. */
const offgrid = (failing: Outcomes) => another("Offgrid77", "username=Offgrid77", { failing });

/** Whole providers of Bedrock accounts. */
export const BEDROCK_PROVIDERS: readonly Dependency[] = [
  {
    name: "all of Geyser",
    routes: ["geyser.*"],
    variables: ["GEYSER_API_URL"],
    ...GEYSER,
    excludes: ["negative response", "200 with {}"],
    isAnonymous: true,
    calls: 5,
    second: penny({ failing: WITHOUT_GEYSER.profile }),
    probes: [
      { name: "profile", target: BISCUIT, failing: WITHOUT_GEYSER.profile },
      { name: "head", target: BISCUIT_HEAD, failing: WITHOUT_GEYSER.head },
    ],
  },
  {
    name: "Xbox Live",
    routes: ["xbox.gamertag", "xbox.xuid"],
    variables: ["XBOX_PROFILE_URL"],
    environment: { XBOX_AUTH_DIR: "signed-in" },
    calls: 2,
    second: offgrid(FRESH),
    probes: HAZEL_PROBES({ failing: FRESH, negative: GONE }),
  },
  {
    name: "OpenXBL",
    routes: ["openxbl.search", "openxbl.account"],
    variables: ["OPENXBL_URL"],
    environment: { OPENXBL_API_KEY: "key" },
    calls: 2,
    second: offgrid(FRESH),
    probes: HAZEL_PROBES({ failing: FRESH, negative: GONE }),
  },
  {
    name: "PlayerDB, the last resort",
    routes: ["playerdb.bedrock"],
    variables: ["PLAYERDB_URL"],
    calls: 2,
    second: offgrid(LOST),
    probes: HAZEL_PROBES({ failing: LOST, negative: GONE }),
  },
];
