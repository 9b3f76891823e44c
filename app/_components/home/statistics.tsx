"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useActivity } from "./use-activity.ts";

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
