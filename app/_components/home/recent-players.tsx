"use client";

import { useTranslations } from "next-intl";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import type { RecentBody } from "@/lib/contract/status.ts";
import { LISTED, listed, PlayerList } from "../player-list.tsx";
import { useLoaded } from "../requests.ts";

const REFRESH_MS = 30_000;
const OPTIONS = {
  refreshInterval: REFRESH_MS,
  focusThrottleInterval: REFRESH_MS / 2,
  // The next refresh may succeed.
  shouldRetryOnError: false,
};

interface RecentPlayersProps {
  nameRules: NameRules;
}

/**
 * The recent lookups of all visitors, requested again while the page is visible; nothing before the first. They are the
 * last on their page, which grows.
 */
export function RecentPlayers({ nameRules }: RecentPlayersProps) {
  const t = useTranslations("RecentPlayers");
  const { data } = useLoaded<RecentBody>("/api?recent=1", OPTIONS);
  const players = listed(data?.body.recent ?? [], nameRules).slice(0, LISTED);
  if (players.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="section print:hidden">
      <h2 id="recent">{t("title")}</h2>
      <PlayerList players={players} />
    </section>
  );
}
