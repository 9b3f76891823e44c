import { useTranslations } from "next-intl";

/** Providers by the names they have in the world, where no language has words for them. */
const NAMES: Record<string, string> = {
  geyser: "Geyser",
  "xbox-live": "Xbox Live",
  openxbl: "OpenXBL",
  playerdb: "PlayerDB",
  laby: "laby.net",
  optifine: "OptiFine",
};

/** The data that visitors miss while a provider fails. */
const AFFECTS = {
  minecraftservices: "javaNames",
  "mojang-legacy": "second",
  "mojang-session": "java",
  "mojang-textures": "textures",
  geyser: "bedrock",
  "xbox-live": "gamertags",
  openxbl: "gamertags",
  playerdb: "second",
  laby: "formerNames",
  optifine: "capes",
} as const;

/** How logs and metrics begin the names of skin services. */
const SKIN_SERVICE = "skins-";

/** Words for a provider: its name, its data, and the data that visitors miss without it. */
export function useNamed() {
  const t = useTranslations("StatusPage");
  const isKnown = (provider: string): provider is keyof typeof AFFECTS =>
    Object.hasOwn(AFFECTS, provider);
  return {
    nameOf(provider: string): string {
      const key = `names.${provider}` as "names.mojang-session";
      return t.has(key) ? t(key) : (NAMES[provider] ?? provider.replace(SKIN_SERVICE, ""));
    },
    does: (provider: string) => t(`does.${isKnown(provider) ? provider : "other"}`),
    affects: (provider: string) => t(`affects.${isKnown(provider) ? AFFECTS[provider] : "other"}`),
  };
}

/** Times on this page, in UTC, which the server knows without a script: to the minute, without the day. */
export const MINUTE = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
export const DAY_AND_MINUTE = { day: "numeric", month: "short", ...MINUTE } as const;
