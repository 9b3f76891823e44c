import { useFormatter, useTranslations } from "next-intl";
import { PageMain } from "@/app/_components/elements.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { localeOf } from "@/app/_server/page-locale.ts";
import { repliesFor } from "@/app/_server/profile.ts";
import { jsonIn } from "@/lib/site/page-data.ts";
import { statusBody, type ProviderStatus, type StatusBody } from "@/lib/contract/status.ts";

export default async function StatusPage({ params }: PageProps<"/[locale]/status">) {
  await localeOf(params);
  const { main } = await repliesFor("live");
  return (
    <PageMain>
      <Status status={statusBody.parse(jsonIn(main))} />
    </PageMain>
  );
}

/** The state of this instance, for operators and curious visitors. It needs no JavaScript. */
function Status({ status }: { status: StatusBody }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const since = format.dateTime(new Date(status.since), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return (
    <div className="flex flex-col gap-10">
      <PageMetadata path="/status" title={t("title")} description={t("lead")} />
      <header>
        <h1 className="text-3xl font-bold tracking-tight sm:text-4xl">{t("title")}</h1>
        <p className="max-w-prose pt-3 text-muted text-pretty sm:text-lg">{t("lead")}</p>
      </header>
      <Usage stats={status.stats} />
      <section aria-labelledby="providers" className="flex flex-col gap-4">
        <div>
          <h2 id="providers" className="text-lg font-bold">
            {t("providers")}
          </h2>
          <p className="text-sm text-muted">{t("since", { time: since })}</p>
        </div>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 min-[100rem]:grid-cols-4">
          {status.providers.map((provider) => (
            <Provider key={provider.name} provider={provider} />
          ))}
        </ul>
      </section>
      {status.store === "degraded" && <p className="text-caution">{t("degraded")}</p>}
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm print:hidden">
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is not a page. */}
        <a href="/api/status">{t("json")}</a>
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is not a page. */}
        <a href="/api/metrics">{t("metrics")}</a>
      </p>
    </div>
  );
}

/** Usage of the service. */
function Usage({ stats }: Pick<StatusBody, "stats">) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const figures = [
    [t("lookups24h", { count: stats.lookups_24h }), format.number(stats.lookups_24h)],
    [t("hits"), format.number(stats.cache_hit_ratio_24h, { style: "percent" })],
    [t("lookups", { count: stats.lookups_total }), format.number(stats.lookups_total)],
    [t("players", { count: stats.players_total }), format.number(stats.players_total)],
  ];
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="pb-4 text-lg font-bold">
        {t("usage")}
      </h2>
      <dl className="grid grid-cols-2 gap-x-2 gap-y-6 rounded-lg bg-sunken py-5 text-center lg:grid-cols-4">
        {figures.map(([text, value]) => (
          <div key={text} className="flex min-w-0 flex-col-reverse justify-end px-2">
            <dt className="text-sm text-muted text-balance">{text}</dt>
            <dd className="text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const colours: Record<ProviderStatus["state"], string> = {
  working: "text-good",
  slowed: "text-caution",
  paused: "text-caution",
  failing: "text-bad",
  unused: "text-muted",
};

const share = { style: "percent", maximumFractionDigits: 1 } as const;
const milliseconds = { style: "unit", unit: "millisecond", maximumFractionDigits: 0 } as const;

/** The state of one provider, and its statistics. */
function Provider({ provider }: { provider: ProviderStatus }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { name, state, requests_24h: requests, average_ms_24h: average } = provider;
  const rates = [...new Set([provider.rate, provider.configured_rate])];
  const facts = [
    ["requests", format.number(requests)],
    ["availability", requests === 0 ? "–" : format.number(provider.answered_24h / requests, share)],
    ["refused", format.number(provider.refused_24h)],
    ["failed", format.number(provider.failed_24h)],
    ["latency", average === null ? "–" : format.number(average, milliseconds)],
    ["rate", rates.map((rate) => format.number(rate)).join(" / ")],
  ] as const;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-semibold">{name}</bdi>
        <span className={`inline-flex items-center gap-2 text-sm font-medium ${colours[state]}`}>
          <span aria-hidden className="size-2 bg-current forced-colors:hidden" />
          {t(`states.${state}`)}
        </span>
      </h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 pt-3 text-sm">
        {facts.map(([fact, value]) => (
          <div key={fact} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{t(fact)}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
