import { useTranslations } from "next-intl";
import { dashed } from "@/lib/contract/identifiers.ts";
import type { JavaProfile } from "@/lib/contract/profile.ts";
import { CopyableValue } from "./copyable-value.tsx";
import { EditionPanel } from "./edition-panel.tsx";
import { NameHistory } from "./name-history.tsx";
import { Textures } from "./textures.tsx";

export function JavaPanel({ profile }: { profile: JavaProfile }) {
  const t = useTranslations("JavaPanel");
  return (
    <EditionPanel
      edition="java"
      name={profile.username}
      headUrl={profile.head_url}
      model={profile.model}
    >
      <dl className="flex flex-col gap-3">
        <CopyableValue label={t("uuid")} value={dashed(profile.uuid)} />
        <CopyableValue label={t("plainUuid")} value={profile.uuid} />
      </dl>
      <Textures name={profile.username} profile={profile} />
      <NameHistory history={profile.name_history} />
    </EditionPanel>
  );
}
