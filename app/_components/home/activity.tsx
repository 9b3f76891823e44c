"use client";

import useSWR from "swr";
import { useLocale, useTranslations } from "next-intl";
import type { RecentBody } from "@/lib/contract/activity.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../images.tsx";
import { playerPath } from "@/lib/site/player-path.ts";

const REFRESH_MS = 30_000;

interface Activity {
  /** Undefined until the first response. */
  data: RecentBody | undefined;
  /** The last request failed; earlier data stays. */
  failed: boolean;
}

/** The recent lookups, fetched again while the page is visible. */
export function useActivity(): Activity {
  const { data, error } = useSWR<RecentBody, unknown>("/api?recent=1", fetchActivity, {
    refreshInterval: REFRESH_MS,
    focusThrottleInterval: REFRESH_MS,
    shouldRetryOnError: false,
  });
  return { data, failed: error !== undefined };
}

async function fetchActivity(url: string): Promise<RecentBody> {
  const response = await fetch(url, { cache: "no-cache" });
  const body: unknown = await response.json();
  if (!isRecentBody(body)) throw new Error("The response does not match the contract.");
  return body;
}

/** Checked by hand: the contract's schemas are larger than the rest of the page. */
function isRecentBody(body: unknown): body is RecentBody {
  const { recent } = (body ?? {}) as Partial<RecentBody>;
  return (
    Array.isArray(recent) &&
    recent.every(
      (player) =>
        typeof player?.username === "string" &&
        typeof player.head_url === "string" &&
        typeof player.id === "string" &&
        Array.isArray(player.editions),
    )
  );
}

/** A whole number of rows of two, three, four or six. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors. Space for all rows is reserved, so that nothing moves. */
export function RecentPlayers() {
  const t = useTranslations("RecentPlayers");
  const locale = useLocale();
  const { data, failed } = useActivity();
  const recent = data?.recent.slice(0, SHOWN) ?? [];
  const isAwaited = data === undefined && !failed;
  return (
    <section
      aria-labelledby="recent"
      aria-busy={isAwaited}
      className="flex flex-col gap-4 noscript:hidden print:hidden"
    >
      <h2 id="recent" className="text-lg font-bold">
        {t("title")}
      </h2>
      <div className="recent-layers">
        {/* Empty places lie behind the list, so that its length is right for screen readers. */}
        <Places className={isAwaited ? "shimmer" : "opacity-50"} />
        {recent.length > 0 && (
          <ul className="recent-grid relative content-start">
            {recent.map(({ username, edition, editions, id, head_url: headUrl }) => (
              <li key={`${edition} ${id}`} className="recent-place">
                <a href={localePath(locale, playerPath(username))} className="recent-player">
                  <span className="recent-head">
                    <PlayerHead url={headUrl || null} size={HEAD_SIZE} />
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
        {recent.length === 0 && !isAwaited && (
          <p className="recent-none">{t(failed ? "failed" : "empty")}</p>
        )}
      </div>
    </section>
  );
}

/** Empty places for the recent lookups. */
function Places({ className }: { className: string }) {
  return (
    <div aria-hidden className={`recent-grid ${className}`}>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} className="recent-place recent-empty" />
      ))}
    </div>
  );
}
