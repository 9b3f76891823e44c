import { useTranslations } from "next-intl";
import { dashed } from "@/lib/contract/identifiers.ts";
import type { JavaProfile } from "@/lib/contract/profile.ts";
import { Fact } from "./fact.tsx";

/** What identifies a player of Java edition. */
export function JavaFacts({ profile }: { profile: JavaProfile }) {
  const t = useTranslations("PlayerFacts");
  return (
    <dl>
      <Fact label={t("uuid")} value={dashed(profile.uuid)} />
      <Fact label={t("plainUuid")} value={profile.uuid} />
    </dl>
  );
}
