"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation.ts";
import { EditionMarks } from "../edition-labels.tsx";
import { PlayerHead } from "../pictures.tsx";
import { PlayerName } from "../elements.tsx";
import { playerPath } from "../player/player-path.ts";
import { useActivity } from "./activity.tsx";

const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** Who was looked up lately, by anybody. */
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

/** How much the service is used, as it stands. */
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
