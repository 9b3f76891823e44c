import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";

export interface LookupStatusProps {
  username: string | null;
  profile: ProfileBody | undefined;
  isLoading: boolean;
}

/** Says how the search goes to those who do not see it. Failures speak for themselves. */
export function LookupStatus({ username, profile, isLoading }: LookupStatusProps) {
  const t = useTranslations("LookupStatus");
  return (
    <p role="status" className="sr-only">
      {username !== null && profile === undefined && isLoading && t("loading", { username })}
      {profile !== undefined && found(profile)}
    </p>
  );

  function found({ java, bedrock }: ProfileBody) {
    if (java !== undefined && bedrock !== undefined) {
      return t("both", { java: java.username, bedrock: bedrock.gamertag });
    }
    if (java !== undefined) return t("java", { name: java.username });
    return bedrock !== undefined && t("bedrock", { name: bedrock.gamertag });
  }
}
