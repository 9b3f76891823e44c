"use client";

import useSWR from "swr";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { RecentBody } from "@/lib/contract/activity.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../pictures.tsx";
import { playerPath } from "@/lib/site/player-path.ts";

const REFRESH_MS = 30_000;

interface Activity {
  /** Undefined until the first response. */
  data: RecentBody | undefined;
  /** The last request failed; the last data stays. */
  failed: boolean;
}

/** The recent lookups and their statistics, fetched again while the page is visible. */
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

/** By hand: the contract's schemas are larger than the rest of the page. */
function isRecentBody(body: unknown): body is RecentBody {
  const { recent, stats } = (body ?? {}) as Partial<RecentBody>;
  return (
    Array.isArray(recent) &&
    recent.every(
      (player) =>
        typeof player?.username === "string" &&
        typeof player.head_url === "string" &&
        typeof player.id === "string" &&
        Array.isArray(player.editions),
    ) &&
    typeof stats?.lookups_total === "number" &&
    typeof stats.players_total === "number" &&
    typeof stats.cache_hit_ratio_24h === "number"
  );
}

/** A whole number of rows of two, three or four. */
const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors, in as many places as they ever fill, so that nothing moves. */
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
      className="flex flex-col gap-4 noscript:hidden"
    >
      <h2 id="recent" className="text-lg font-bold">
        {t("title")}
      </h2>
      <div className="grid *:col-start-1 *:row-start-1">
        {/* The empty places lie behind: a list is as long as it says. */}
        <Places className={isAwaited ? "shimmer" : "opacity-50"} />
        {recent.length > 0 && (
          <ul className="recent-grid relative content-start">
            {recent.map(({ username, edition, editions, id, head_url: headUrl }) => (
              <li key={`${edition} ${id}`} className="recent-place">
                <a href={localePath(locale, playerPath(username))} className="recent-player">
                  <span className="shrink-0 *:size-8 sm:*:size-12">
                    <PlayerHead url={headUrl || null} size={HEAD_SIZE} />
                  </span>
                  <span className="grid min-w-0">
                    <span className="text-sm leading-tight font-semibold lg:text-base lg:leading-tight">
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
          <p className="relative place-self-center p-4 text-center text-muted">
            {t(failed ? "failed" : "empty")}
          </p>
        )}
      </div>
    </section>
  );
}

/** The places of the recent lookups while they are empty. */
function Places({ className }: { className: string }) {
  return (
    <div aria-hidden className={`recent-grid ${className}`}>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div
          key={index}
          className="recent-place rounded-lg border border-dashed border-line bg-surface"
        />
      ))}
    </div>
  );
}

/** How much the service is used; dashes while that is unknown. */
export function Statistics() {
  const t = useTranslations("Statistics");
  const format = useFormatter();
  const { data, failed } = useActivity();
  const stats = data?.stats;
  const figures = [
    { name: "lookups", value: stats?.lookups_total, style: undefined },
    { name: "players", value: stats?.players_total, style: undefined },
    { name: "hits", value: stats?.cache_hit_ratio_24h, style: "percent" },
  ] as const;
  const awaited = failed ? "text-muted" : "shimmer mx-auto w-16 max-w-full text-transparent";
  return (
    <section
      aria-labelledby="statistics"
      aria-busy={stats === undefined && !failed}
      className="noscript:hidden"
    >
      <h2 id="statistics" className="sr-only">
        {t("title")}
      </h2>
      <dl className="grid grid-cols-3 gap-2 rounded-lg bg-sunken py-4 text-center">
        {figures.map(({ name, value, style }) => (
          <div key={name} className="flex min-w-0 flex-col-reverse justify-end px-2">
            <dt className="text-sm text-muted text-balance">{t(name, { count: value ?? 0 })}</dt>
            <dd
              className={`text-2xl font-bold tracking-tight tabular-nums sm:text-3xl ${value === undefined ? awaited : ""}`}
            >
              {value === undefined ? "–" : format.number(value, style && { style })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
