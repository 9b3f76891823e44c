import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { Ago } from "./ago.tsx";
import { RefreshButton } from "./refresh-button.tsx";

/** A cached answer is new for so long: who has just pressed the button asks for no more. */
const NEW_MS = 60_000;

/** How old the answer is, and the button that fetches it anew. */
export function Freshness({ username, profile, now }: FreshnessProps) {
  const t = useTranslations("PlayerFreshness");
  const isNew = now - Date.parse(profile.fetched_at) < NEW_MS;
  const time = <Ago at={profile.fetched_at} now={now} />;
  return (
    <section
      aria-label={t("title")}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 lg:justify-between"
    >
      <p className="text-sm text-muted">
        {t.rich(profile.stale ? "stale" : profile.cached && !isNew ? "cached" : "fresh", {
          time: () => time,
        })}
      </p>
      <RefreshButton username={username} />
    </section>
  );
}

export interface FreshnessProps {
  /** What was asked for. */
  username: string;
  profile: ProfileBody;
  /** The server's clock, Unix milliseconds. */
  now: number;
}
