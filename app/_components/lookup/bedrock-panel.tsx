import { useTranslations } from "next-intl";
import type { BedrockProfile } from "@/lib/contract/profile.ts";
import { CopyableValue } from "./copyable-value.tsx";
import { EditionPanel } from "./edition-panel.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { Textures } from "./textures.tsx";

export interface BedrockPanelProps {
  profile: BedrockProfile;
  /** A Java player stands beside this one. */
  beside: boolean;
}

export function BedrockPanel({ profile, beside }: BedrockPanelProps) {
  const t = useTranslations("BedrockPanel");
  return (
    <EditionPanel
      edition="bedrock"
      name={profile.gamertag}
      headUrl={profile.head_url}
      model={profile.model}
    >
      <dl className="flex flex-col gap-3">
        <CopyableValue label={t("xuid")} value={profile.xuid_decimal} />
        <CopyableValue label={t("floodgateUuid")} value={profile.floodgate_uuid} />
      </dl>
      <Textures name={profile.gamertag} profile={profile} />
      <LinkNotice linked={profile.linked} both={beside} />
    </EditionPanel>
  );
}
