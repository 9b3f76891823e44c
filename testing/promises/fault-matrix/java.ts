import {
  always,
  change,
  denied,
  FRESH,
  LOST,
  LOST_WHEN_COLD,
  partial,
  PARTLY_LOST,
  type Dependency,
  type Edit,
  type Outcomes,
  type Probe,
} from "./dependency.ts";
import { defaultSkinOf } from "../../../lib/textures/default-skins.ts";

const TESS = "/api?username=Tinker_Tess&type=java";
const TESS_HEAD = "/head?username=Tinker_Tess";
const LOU = "/api?username=Lantern_Lou";

/** Another player, and what they get when a fault concerns all. */
const quill = (like: Pick<Probe, "failing" | "refused">, path = "/api") => ({
  ...like,
  name: "another player",
  player: "QuietQuill",
  target: `${path}?username=QuietQuill&type=java`,
});

const bedrockOnly = change("java", undefined);
const NO_TEXTURES = { skin_texture: null, cape_texture: null, cape_url: null, cape_source: null };
const withoutTextures = change("java", { ...NO_TEXTURES, model: null });

const withoutCape = change("java", { cape_texture: null, cape_url: null, cape_source: null });
/** A name without a profile is a player with the default skin. */
const withDefaultSkin: Edit = (truth) => {
  const { model } = defaultSkinOf(truth.java?.uuid ?? "");
  return change("java", { ...NO_TEXTURES, model })(truth);
};
const NAMED_ONLY = denied(["absent", withDefaultSkin]);

/**
 * A negative response for a name does not affect a known player: the session server, which is called
 * anyway, has the current name.
 */
const NAME_DENIED: Outcomes = { cold: "404", warm: "fresh", twice: "fresh" };

/** The dependencies of a Java profile. */
export const JAVA: readonly Dependency[] = [
  {
    name: "minecraftservices, names",
    routes: ["mojang-api.name"],
    variables: ["MOJANG_API_URL"],
    meansNegative: ["204"],
    calls: 1,
    second: quill({ failing: FRESH }),
    probes: [
      { name: "profile", target: TESS, failing: FRESH, negative: NAME_DENIED },
      { name: "head", target: TESS_HEAD, failing: FRESH, negative: NAME_DENIED },
    ],
  },
  {
    name: "all name providers",
    routes: ["mojang-api.name", "mojang-legacy.name", "playerdb.java"],
    variables: ["MOJANG_API_URL", "MOJANG_LEGACY_API_URL", "PLAYERDB_URL"],
    meansNegative: ["204"],
    calls: 6,
    second: quill({ failing: LOST_WHEN_COLD }),
    probes: [
      { name: "profile", target: TESS, failing: LOST_WHEN_COLD, negative: NAME_DENIED },
      {
        name: "both editions",
        target: LOU,
        failing: { cold: ["partial", bedrockOnly], warm: "fresh" },
        // The Bedrock account is linked to the Java one, whatever the name services respond.
        negative: FRESH,
      },
      { name: "head", target: TESS_HEAD, failing: LOST_WHEN_COLD, negative: NAME_DENIED },
    ],
  },
  {
    name: "session server",
    routes: ["mojang-session.profile"],
    variables: ["MOJANG_SESSION_URL"],
    meansNegative: ["204"],
    hasTextures: true,
    // For two players; once a profile is gone, another time after the name.
    calls: 4,
    second: quill({ failing: LOST }),
    probes: [
      {
        name: "profile",
        target: TESS,
        failing: LOST,
        negative: NAMED_ONLY,
        unreadable: partial(withoutTextures),
      },
      {
        name: "both editions",
        target: LOU,
        failing: { cold: ["partial", bedrockOnly], warm: "stale" },
        negative: NAMED_ONLY,
        unreadable: partial(withoutTextures),
      },
      {
        name: "head",
        target: TESS_HEAD,
        failing: LOST,
        negative: NAMED_ONLY,
        unreadable: PARTLY_LOST,
      },
    ],
  },
];

/** A default skin that cannot be fetched is drawn. */
const GENERATED: Outcomes = { cold: "generated", warm: "fresh" };
/** Without what laby.net knows. */
const REDUCED: Outcomes = {
  cold: [
    "reduced",
    (truth) => {
      const name = truth.java?.username;
      return change("java", { name_history: [{ name, changed_at: null }] })(truth);
    },
  ],
  warm: "fresh",
};
const CAPELESS: Outcomes = { cold: ["partial", withoutCape], warm: "partial" };

const TEXTURES: Pick<Dependency, "routes" | "variables" | "isAnonymous"> = {
  routes: ["mojang-textures.texture"],
  variables: ["MOJANG_TEXTURES_URL"],
  isAnonymous: true,
};

/** The dependencies of images and of the name history. */
export const EXTRAS: readonly Dependency[] = [
  {
    name: "textures host",
    ...TEXTURES,
    calls: 1,
    second: quill({ failing: LOST_WHEN_COLD }, "/head"),
    // A texture never changes: it is fetched only once.
    probes: [
      { name: "profile", target: TESS, failing: FRESH },
      { name: "head", target: TESS_HEAD, failing: LOST_WHEN_COLD },
      { name: "skin", target: "/skin?username=Tinker_Tess", failing: LOST_WHEN_COLD },
    ],
  },
  {
    name: "textures host, default skin",
    ...TEXTURES,
    calls: 1,
    second: {
      name: "another player",
      player: "CapeOnly_Cleo",
      target: "/head?username=CapeOnly_Cleo",
      failing: GENERATED,
    },
    probes: [{ name: "head", target: "/head?username=Plain_Paul", failing: GENERATED }],
  },
  {
    name: "laby.net",
    routes: ["laby.profile"],
    variables: ["NAME_HISTORY_URL"],
    environment: { NAME_HISTORY_URL: "sandbox" },
    comesWithProfile: true,
    calls: 1,
    second: {
      name: "another player",
      player: "Sir_Reginald",
      target: "/api?username=Sir_Reginald&type=java",
      failing: REDUCED,
    },
    probes: [
      { name: "profile", target: "/api?username=Marigold_Moth&type=java", failing: REDUCED },
    ],
  },
  {
    name: "OptiFine",
    routes: ["optifine.cape"],
    variables: ["OPTIFINE_URL"],
    environment: { THIRD_PARTY_CAPES: "optifine" },
    meansNegative: ["404 in HTML"],
    isAnonymous: true,
    calls: 2,
    second: {
      name: "another player",
      player: "Palette_Pat",
      target: "/api?username=Palette_Pat&type=java",
      failing: CAPELESS,
    },
    probes: [
      {
        name: "profile",
        target: TESS,
        failing: CAPELESS,
        negative: always(["absent", withoutCape]),
      },
    ],
  },
];
