"use client";

import { useTranslations } from "next-intl";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import { LISTED, PlayerList } from "../player-list.tsx";
import { Requests } from "../requests.tsx";
import { useRecentPlayers } from "./use-recent-players.ts";

interface RecentPlayersProps {
  nameRules: NameRules;
}

/** The recent lookups of all visitors; nothing before the first. They are the last on their page, which grows. */
export function RecentPlayers(props: RecentPlayersProps) {
  return (
    <Requests>
      <Recent {...props} />
    </Requests>
  );
}

function Recent({ nameRules }: RecentPlayersProps) {
  const t = useTranslations("RecentPlayers");
  const players = useRecentPlayers(nameRules).slice(0, LISTED);
  if (players.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="section print:hidden">
      <h2 id="recent">{t("title")}</h2>
      <PlayerList players={players} />
    </section>
  );
}
