import { change, GONE, LOST, RIGHT, type Dependency } from "./dependency.ts";

const TESS = "/api?username=Tinker_Tess&type=java";
const TESS_HEAD = "/head?username=Tinker_Tess";
const LOU = "/api?username=Lantern_Lou";

const bedrockOnly = change("java", undefined);
const withoutTextures = change("java", {
  model: null,
  skin_texture: null,
  cape_texture: null,
  cape_url: null,
  cape_source: null,
});

const withoutCape = change("java", { cape_texture: null, cape_url: null, cape_source: null });
/**
 * A negative response for a name does not affect a known player: the session server, which is called
 * anyway, has the current name.
 */
const NAME_DENIED = { cold: { is: "404" }, warm: { is: "right" }, twice: { is: "right" } } as const;

/** The dependencies of a Java profile. */
export const JAVA: readonly Dependency[] = [
  {
    name: "minecraftservices, names",
    routes: ["mojang-api.name"],
    variables: ["MOJANG_API_URL"],
    meansNegative: ["204"],
    calls: 1,
    questions: [
      { name: "profile", target: TESS, silent: RIGHT, negative: NAME_DENIED },
      { name: "head", target: TESS_HEAD, silent: RIGHT, negative: NAME_DENIED },
    ],
  },
  {
    name: "all who know names",
    routes: ["mojang-api.name", "mojang-legacy.name", "playerdb.java"],
    variables: ["MOJANG_API_URL", "MOJANG_LEGACY_API_URL", "PLAYERDB_URL"],
    meansNegative: ["204"],
    calls: 6,
    questions: [
      {
        name: "profile",
        target: TESS,
        silent: { cold: { is: "502" }, warm: { is: "right" } },
        negative: NAME_DENIED,
      },
      {
        name: "both editions",
        target: LOU,
        silent: { cold: { is: "in part", expected: bedrockOnly }, warm: { is: "right" } },
        // The Bedrock account is linked to the Java one, whatever the name services respond.
        negative: RIGHT,
      },
      {
        name: "head",
        target: TESS_HEAD,
        silent: { cold: { is: "502" }, warm: { is: "right" } },
        negative: NAME_DENIED,
      },
    ],
  },
  {
    name: "session server",
    routes: ["mojang-session.profile"],
    variables: ["MOJANG_SESSION_URL"],
    meansNegative: ["204"],
    hasTextures: true,
    calls: 2,
    questions: [
      {
        name: "profile",
        target: TESS,
        silent: LOST,
        negative: GONE,
        unreadable: {
          cold: { is: "in part", expected: withoutTextures },
          warm: { is: "part old" },
        },
      },
      {
        name: "both editions",
        target: LOU,
        silent: { cold: { is: "in part", expected: bedrockOnly }, warm: { is: "old" } },
        negative: {
          cold: { is: "as told", expected: bedrockOnly },
          warm: { is: "old" },
          twice: { is: "as told", expected: bedrockOnly },
        },
        unreadable: {
          cold: { is: "in part", expected: withoutTextures },
          warm: { is: "part old" },
        },
      },
      {
        name: "head",
        target: TESS_HEAD,
        silent: LOST,
        negative: GONE,
        unreadable: { cold: { is: "502" }, warm: { is: "part old" } },
      },
    ],
  },
];

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
    // A texture never changes: it is fetched only once.
    questions: [
      { name: "profile", target: TESS, silent: RIGHT },
      {
        name: "head",
        target: TESS_HEAD,
        silent: { cold: { is: "502" }, warm: { is: "right" } },
      },
      {
        name: "skin",
        target: "/skin?username=Tinker_Tess",
        silent: { cold: { is: "502" }, warm: { is: "right" } },
      },
    ],
  },
  {
    name: "textures host, default skin",
    ...TEXTURES,
    calls: 1,
    questions: [
      {
        name: "head",
        target: "/head?username=Plain_Paul",
        silent: { cold: { is: "drawn" }, warm: { is: "right" } },
      },
    ],
  },
  {
    name: "laby.net",
    routes: ["laby.profile"],
    variables: ["NAME_HISTORY_URL"],
    environment: { NAME_HISTORY_URL: "sandbox" },
    comesWithProfile: true,
    calls: 1,
    questions: [
      {
        name: "profile",
        target: "/api?username=Marigold_Moth&type=java",
        silent: {
          cold: {
            is: "with less",
            expected: change("java", {
              name_history: [{ name: "Marigold_Moth", changed_at: null }],
            }),
          },
          warm: { is: "right" },
        },
      },
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
    questions: [
      {
        name: "profile",
        target: TESS,
        silent: { cold: { is: "in part", expected: withoutCape }, warm: { is: "in part" } },
        negative: {
          cold: { is: "as told", expected: withoutCape },
          warm: { is: "as told", expected: withoutCape },
        },
      },
    ],
  },
];
