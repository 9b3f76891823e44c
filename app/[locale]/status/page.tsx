import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { DAY_AND_MINUTE, useNamed } from "@/app/_components/status/named.ts";
import { Providers } from "@/app/_components/status/providers.tsx";
import { Requests } from "@/app/_components/status/requests.tsx";
import { Verdict } from "@/app/_components/status/verdict.tsx";
import { askApi } from "@/app/_server/api.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { statusBody, type StatusBody } from "@/lib/contract/status.ts";

export default async function StatusPage({ params }: PageProps<"/[locale]/status">) {
  await localeOf(params);
  const response = await askApi("/api/status");
  return <Status status={statusBody.parse(await response.json())} />;
}

/** The state of this instance, for visitors and operators. It needs no JavaScript. */
function Status({ status }: { status: StatusBody }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const since = format.dateTime(new Date(status.since), DAY_AND_MINUTE);
  return (
    <main id="content">
      <PageMetadata path="/status" title={t("title")} description={t("lead")} />
      <Verdict status={status} />
      <section aria-labelledby="providers" className="site-width section">
        <h2 id="providers">{t("providers")}</h2>
        <p className="lead">{t("since", { time: since })}</p>
        <Providers providers={status.providers} />
        <Requests providers={status.providers} />
      </section>
      <Outages outages={status.outages} />
      <Instance status={status} />
    </main>
  );
}

/** The last seven days in words. */
function Outages({ outages }: Pick<StatusBody, "outages">) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf, affects } = useNamed();
  const timeOf = ({ from, to }: StatusBody["outages"][number]) => {
    const begin = new Date(from);
    if (to === null) return t("ongoing", { time: `${format.dateTime(begin, DAY_AND_MINUTE)} UTC` });
    return `${format.dateTimeRange(begin, new Date(to), DAY_AND_MINUTE)} UTC`;
  };
  return (
    <section aria-labelledby="outages" className="site-width section">
      <h2 id="outages">{t("week")}</h2>
      {outages.length === 0 && <p className="lead">{t("noOutages")}</p>}
      <ul className="pt-2">
        {outages.map((outage) => (
          <li
            key={`${outage.provider} ${outage.from}`}
            className="grid gap-x-6 gap-y-0.5 border-b border-line py-3.5 md:grid-cols-[17rem_minmax(0,1fr)]"
          >
            <span className="text-muted">{timeOf(outage)}</span>
            <p>
              <b>{t("outage", { provider: nameOf(outage.provider) })}</b>{" "}
              {t("affected", { what: affects(outage.provider) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How much it is used, which version it is, and who runs it. */
function Instance({ status: { stats, version } }: { status: StatusBody }) {
  const t = useTranslations("StatusPage");
  const footer = useTranslations("SiteFooter");
  const format = useFormatter();
  const { OPERATOR_NAME: operator, CONTACT_URL: contact } = siteConfiguration();
  const figures = [
    [t("lookups24h", { count: stats.lookups_24h }), format.number(stats.lookups_24h)],
    [t("hits"), format.number(stats.cache_hit_ratio_24h, { style: "percent" })],
    [t("lookups", { count: stats.lookups_total }), format.number(stats.lookups_total)],
    [t("players", { count: stats.players_total }), format.number(stats.players_total)],
    [t("version"), version],
  ] as const;
  return (
    <section aria-labelledby="instance" className="site-width section">
      <h2 id="instance">{footer("instance")}</h2>
      <dl className="grid grid-cols-2 gap-2 pt-4 md:grid-cols-3">
        {figures.map(([text, value]) => (
          <Figure key={text} text={text}>
            {value}
          </Figure>
        ))}
        {operator !== undefined && (
          <Figure text={t("operator")}>
            <bdi>{operator}</bdi>
          </Figure>
        )}
      </dl>
      <p className="flex flex-wrap gap-x-5 pt-2 text-sm *:inline-flex *:min-h-11 *:items-center print:hidden">
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is not a page. */}
        <a href="/api/status">{t("json")}</a>
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- it is not a page. */}
        <a href="/api/metrics">{t("metrics")}</a>
        {contact !== undefined && <a href={contact}>{footer("contact")}</a>}
      </p>
    </section>
  );
}

function Figure({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="card flex min-w-0 flex-col px-4 py-3.5">
      <dt className="text-sm text-pretty text-muted first-letter:uppercase">{text}</dt>
      <dd className="mt-auto text-xl font-bold tracking-tight wrap-anywhere tabular-nums">
        {children}
      </dd>
    </div>
  );
}
