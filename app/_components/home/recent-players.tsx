"use client";

import { useLocale, useTranslations } from "next-intl";
import type { NameRules } from "@/lib/contract/identifiers.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../player-head.tsx";
import { useRecentPlayers } from "./use-recent-players.ts";

/** A whole number of rows of two, three, four or six. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors; nothing before the first. They are the last on their page, which grows. */
export function RecentPlayers({ nameRules }: { nameRules: NameRules }) {
  const t = useTranslations("RecentPlayers");
  const locale = useLocale();
  const players = useRecentPlayers(nameRules).slice(0, SHOWN);
  if (players.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="section print:hidden">
      <h2 id="recent">{t("title")}</h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 pt-4">
        {players.map(({ key, username, id, editions, headUrl }) => (
          <li key={key}>
            <a
              href={localePath(locale, playerPath(id))}
              className="group flex min-h-16 items-center gap-3 *:first:shrink-0"
            >
              <PlayerHead url={headUrl} size={HEAD_SIZE} />
              <span className="grid min-w-0">
                <b className="leading-tight group-hover:underline group-hover:underline-offset-4">
                  <PlayerName name={username} />
                </b>
                <EditionMarks editions={editions} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
