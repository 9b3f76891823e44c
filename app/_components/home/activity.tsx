"use client";

import useSWR, { SWRConfig } from "swr";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "next-intl";
import type { RecentBody } from "@/lib/contract/activity.ts";
import { Link } from "@/lib/i18n/navigation.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../pictures.tsx";
import { playerPath } from "@/lib/site/player-path.ts";

const REFRESH_MS = 30_000;

/** The address of the recent lookups; also the key they are shared by. */
const RECENT_URL = "/api?recent=1";

/** The recent lookups and their statistics, fetched again while the page is visible. */
export function useActivity(): RecentBody | undefined {
  const { data } = useSWR<RecentBody>(RECENT_URL, fetchActivity, {
    refreshInterval: REFRESH_MS,
    focusThrottleInterval: REFRESH_MS,
    // On an error the last data stays.
    shouldRetryOnError: false,
  });
  return data;
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
        typeof player.id === "string",
    ) &&
    typeof stats?.lookups_total === "number" &&
    typeof stats.players_total === "number" &&
    typeof stats.cache_hit_ratio_24h === "number"
  );
}

interface ActivityProviderProps {
  /** The server's data; null when its request failed. */
  activity: RecentBody | null;
  children: ReactNode;
}

/** Gives the page the server's data until the browser has newer data. */
export function ActivityProvider({ activity, children }: ActivityProviderProps) {
  const fallback = activity === null ? {} : { [RECENT_URL]: activity };
  return <SWRConfig value={{ fallback }}>{children}</SWRConfig>;
}

const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** The recent lookups of all visitors. */
export function RecentPlayers() {
  const t = useTranslations("RecentPlayers");
  const recent = useActivity()?.recent.slice(0, SHOWN) ?? [];
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-4">
      <h2 id="recent" className="text-lg font-bold">
        {t("title")}
      </h2>
      {recent.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-muted">
          {t("empty")}
        </p>
      ) : (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-4">
          {recent.map(({ username, edition, id, head_url: headUrl }) => (
            <li key={`${edition} ${id}`} className="min-w-0">
              <Link
                href={playerPath(username)}
                prefetch={false}
                className="flex h-full min-h-13 items-center gap-2 rounded-lg border border-line bg-surface p-2 hover:border-edge hover:bg-sunken sm:min-h-16 sm:gap-3 sm:pe-3"
              >
                <span className="shrink-0 *:size-8 sm:*:size-12">
                  <PlayerHead url={headUrl || null} size={HEAD_SIZE} />
                </span>
                <span className="grid min-w-0">
                  <span className="text-sm leading-tight font-semibold sm:text-base sm:leading-tight">
                    <PlayerName name={username} />
                  </span>
                  <span className="text-xs text-muted sm:text-sm">
                    <EditionMarks editions={[edition]} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How much the service is used. */
export function Statistics() {
  const t = useTranslations("Statistics");
  const format = useFormatter();
  const stats = useActivity()?.stats;
  if (stats === undefined) return null;
  const figures = [
    { name: "lookups", value: format.number(stats.lookups_total), count: stats.lookups_total },
    { name: "players", value: format.number(stats.players_total), count: stats.players_total },
    {
      name: "hits",
      value: format.number(stats.cache_hit_ratio_24h, { style: "percent" }),
      count: 0,
    },
  ] as const;
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics" className="sr-only">
        {t("title")}
      </h2>
      <dl className="grid grid-cols-3 gap-2 rounded-lg bg-sunken py-4 text-center">
        {figures.map(({ name, value, count }) => (
          <div key={name} className="flex min-w-0 flex-col-reverse justify-end px-2">
            <dt className="text-sm text-muted text-balance">{t(name, { count })}</dt>
            <dd className="text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
