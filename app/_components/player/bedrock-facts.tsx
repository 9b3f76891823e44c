import { useTranslations } from "next-intl";
import type { BedrockProfile } from "@/lib/contract/profile.ts";
import { Fact } from "./fact.tsx";
import { xuidInHex } from "./people.ts";

/** What identifies a player of Bedrock edition. */
export function BedrockFacts({ profile }: { profile: BedrockProfile }) {
  const t = useTranslations("PlayerFacts");
  return (
    <dl>
      <Fact label={t("xuid")} value={profile.xuid_decimal} />
      <Fact label={t("hexXuid")} value={xuidInHex(profile.xuid_decimal)} />
      <Fact label={t("floodgateUuid")} value={profile.floodgate_uuid} />
    </dl>
  );
}
