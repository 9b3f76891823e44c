/** Names what visitors miss while providers fail. */
export type Effect =
  /** No source of a kind is left: `StatusPage.away` has a sentence for each. */
  | "allJavaNames"
  | "allBedrock"
  /** `StatusPage.affects` has a phrase for each. */
  | "javaNames"
  | "java"
  | "textures"
  | "gamertags"
  | "otherGamertags"
  | "bedrockSkins"
  | "links"
  | "formerNames"
  | "capes"
  | "other";

/** Providers without another source of their data. */
const ALONE: Record<string, Effect> = {
  "mojang-session": "java",
  "mojang-textures": "textures",
  laby: "formerNames",
  optifine: "capes",
};
/** They can say that there is no such player; PlayerDB knows only those whom somebody has looked up there. */
const JAVA_NAMES = ["minecraftservices", "mojang-legacy"];
const XBOX = ["xbox-live", "openxbl"];
const SHARED = [...JAVA_NAMES, ...XBOX, "geyser", "playerdb"];

/**
 * Lists what visitors miss while some of the providers in use fail; nothing if another source has the same data.
 * `effects.test.ts` compares it with what the API does.
 */
export function effectsOf(failing: ReadonlySet<string>, used: readonly string[]): Effect[] {
  const works = (provider: string) => used.includes(provider) && !failing.has(provider);
  const others = used.filter((provider) => failing.has(provider) && !SHARED.includes(provider));
  return [
    ...javaNamesMissing(works),
    ...(used.includes("geyser") ? bedrockMissing(works, used) : []),
    ...new Set(others.map((provider) => ALONE[provider] ?? "other")),
  ];
}

type Works = (provider: string) => boolean;

function javaNamesMissing(works: Works): Effect[] {
  if (JAVA_NAMES.some(works)) return [];
  return [works("playerdb") ? "javaNames" : "allJavaNames"];
}

function bedrockMissing(works: Works, used: readonly string[]): Effect[] {
  const withoutGeyser: Effect[] = works("geyser") ? [] : ["bedrockSkins", "links"];
  if (XBOX.some(works)) return withoutGeyser;
  const isWhole = ["geyser", "playerdb", ...XBOX].every((one) => works(one) || !used.includes(one));
  if (isWhole) return [];
  if (works("geyser")) return ["gamertags"];
  return works("playerdb") ? ["otherGamertags", ...withoutGeyser] : ["allBedrock"];
}
