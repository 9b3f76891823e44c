import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { StatusBody } from "@/lib/contract/status.ts";

/** How much the instance is used, and which version it is. */
export function UsageNumbers({ status: { stats, version } }: { status: StatusBody }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const figures = [
    [t("lookups24h", { count: stats.lookups_24h }), format.number(stats.lookups_24h)],
    [t("hits"), format.number(stats.cache_hit_ratio_24h, { style: "percent" })],
    [t("lookups", { count: stats.lookups_total }), format.number(stats.lookups_total)],
    [t("players", { count: stats.players_total }), format.number(stats.players_total)],
    [t("version"), version],
  ] as const;
  return figures.map(([text, value], at) => (
    // The text may change with the number.
    <Figure key={at} text={text}>
      {value}
    </Figure>
  ));
}

/** A figure of the instance: what it is, and its value. */
export function Figure({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="card flex min-w-0 flex-col px-4 py-3.5">
      <dt className="text-sm text-pretty text-muted first-letter:uppercase">{text}</dt>
      <dd className="mt-auto text-xl font-bold tracking-tight wrap-anywhere tabular-nums">
        {children}
      </dd>
    </div>
  );
}
