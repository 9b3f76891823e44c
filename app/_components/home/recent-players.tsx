"use client";

import useSWR from "swr";
import { useLocale, useTranslations } from "next-intl";
import type { RecentBody } from "@/lib/contract/status.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../images.tsx";
import { isKnownPlayer, type KnownPlayer } from "../lookup/preview.ts";

const REFRESH_MS = 30_000;

interface RecentPlayer extends KnownPlayer {
  key: string;
}

/** The recent lookups, undefined until the first response, fetched again while the page is visible. */
export function useRecentPlayers() {
  const { data: recent, error } = useSWR<readonly RecentPlayer[], unknown>(
    "/api?recent=1",
    fetchRecent,
    {
      refreshInterval: REFRESH_MS,
      focusThrottleInterval: REFRESH_MS,
      shouldRetryOnError: false,
    },
  );
  // Earlier data stays when a request fails.
  return { recent, failed: error !== undefined };
}

/** Checked by hand: the contract's schemas are larger than the rest of the page. */
async function fetchRecent(url: string): Promise<readonly RecentPlayer[]> {
  const response = await fetch(url, { cache: "no-cache" });
  const { recent } = (await response.json()) as RecentBody;
  const players = recent.map(({ username, edition, editions, id, head_url: headUrl }) => ({
    key: `${edition} ${id}`,
    username,
    editions,
    headUrl: headUrl || null,
  }));
  if (!players.every(isKnownPlayer)) throw new Error("The response does not match the contract.");
  return players;
}

/** A whole number of rows of two, three, four or six. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors. Space for all rows is reserved, so that nothing moves. */
export function RecentPlayers() {
  const t = useTranslations("RecentPlayers");
  const locale = useLocale();
  const { recent, failed } = useRecentPlayers();
  const players = recent?.slice(0, SHOWN) ?? [];
  const isPending = recent === undefined && !failed;
  return (
    <section
      aria-labelledby="recent"
      aria-busy={isPending}
      className="flex flex-col gap-4 noscript:hidden print:hidden"
    >
      <h2 id="recent" className="text-lg font-bold">
        {t("title")}
      </h2>
      <div className="grid *:col-start-1 *:row-start-1">
        {/* Empty places lie behind the list, so that its length is right for screen readers. */}
        <div aria-hidden className={`recent-grid ${isPending ? "shimmer" : "opacity-50"}`}>
          {Array.from({ length: SHOWN }, (_, index) => (
            <div key={index} className="recent-place recent-empty" />
          ))}
        </div>
        {players.length > 0 && (
          <ul className="recent-grid relative content-start">
            {players.map(({ key, username, editions, headUrl }) => (
              <li key={key} className="recent-place">
                <a href={localePath(locale, playerPath(username))} className="recent-player">
                  <span className="recent-head">
                    <PlayerHead url={headUrl} size={HEAD_SIZE} />
                  </span>
                  <span className="grid min-w-0">
                    <span className="recent-name">
                      <PlayerName name={username} />
                    </span>
                    <span className="text-xs text-muted sm:text-sm">
                      <EditionMarks editions={editions} />
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {players.length === 0 && !isPending && (
          <p className="relative place-self-center p-4 text-center text-muted">
            {t(failed ? "failed" : "empty")}
          </p>
        )}
      </div>
    </section>
  );
}
