import { useFormatter, useTranslations } from "next-intl";
import type { Effect } from "./effects.ts";

/** Providers by the names they have in the world, where no language has words for them. */
const NAMES: Record<string, string> = {
  geyser: "Geyser",
  "xbox-live": "Xbox Live",
  openxbl: "OpenXBL",
  playerdb: "PlayerDB",
  laby: "laby.net",
  optifine: "OptiFine",
};

type AwayEffect = Extract<Effect, `all${string}`>;
const isAway = (effect: Effect): effect is AwayEffect => effect.startsWith("all");

/** How logs and metrics begin the names of skin services. */
const SKIN_SERVICE = "skins-";

/** Words for a provider: its name and its data; and for what visitors miss without some of them. */
export function useNamed() {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const join = (first: string, second: string) => t("twoSentences", { first, second });
  return {
    nameOf(provider: string): string {
      const key = `names.${provider}` as "names.mojang-session";
      return t.has(key) ? t(key) : (NAMES[provider] ?? provider.replace(SKIN_SERVICE, ""));
    },
    does(provider: string): string {
      const key = `does.${provider}` as "does.other";
      return t(t.has(key) ? key : "does.other");
    },
    join,
    /** Sentences that say what visitors miss. */
    missing(effects: readonly Effect[]): string {
      if (effects.length === 0) return t("nothingMissing");
      const sentences = effects.filter(isAway).map((effect) => t(`away.${effect}`));
      const phrases = effects.flatMap((one) => (isAway(one) ? [] : t(`affects.${one}`)));
      if (phrases.length > 0) sentences.push(t("affected", { what: format.list(phrases) }));
      return sentences.reduce(join);
    },
  };
}

/** Times on this page, in UTC, which the server knows without a script: to the minute, without the day. */
export const MINUTE = { hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const;
export const DAY_AND_MINUTE = { day: "numeric", month: "short", ...MINUTE } as const;
