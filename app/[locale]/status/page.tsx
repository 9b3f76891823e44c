import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageMessages } from "@/app/_components/page-messages.tsx";
import { PageMetadata } from "@/app/_components/page-metadata.tsx";
import { LiveStatus, StatusPart } from "@/app/_components/status/live-status.tsx";
import { timeOf, type Snapshot } from "@/app/_components/status/snapshot.ts";
import { statusParts } from "@/app/_components/status/status-parts.tsx";
import { Figure } from "@/app/_components/status/usage-numbers.tsx";
import { useHeadline } from "@/app/_components/status/verdict.tsx";
import { askApi } from "@/app/_server/api.ts";
import { localeOf } from "@/app/_server/page-locale.ts";
import { siteConfiguration } from "@/app/_server/site-configuration.ts";
import { statusBody } from "@/lib/contract/status.ts";

export default async function StatusPage({ params }: PageProps<"/[locale]/status">) {
  await localeOf(params);
  const response = await askApi("/api/status");
  const status = statusBody.parse(await response.json());
  return (
    <PageMessages of="status">
      <Status snapshot={{ status, at: timeOf(response) }} />
    </PageMessages>
  );
}

/** The state of this instance, for visitors and operators. Without JavaScript, it is that of when the page was loaded. */
function Status({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations("StatusPage");
  const first = useHeadline()(snapshot);
  const parts = statusParts(snapshot);
  return (
    <main id="content">
      <PageMetadata path="/status" title={first.pageTitle} description={t("lead")} />
      <LiveStatus first={first}>
        <section className="stage border-b border-stage-line py-8">
          <div className="site-width">
            <StatusPart of="verdict">{parts.verdict}</StatusPart>
          </div>
        </section>
        <section aria-labelledby="providers" className="site-width section">
          <h2 id="providers">{t("providers")}</h2>
          <StatusPart of="providers">{parts.providers}</StatusPart>
          {/* It stays open when what is in it changes. */}
          <details className="group pt-2">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-action before:w-[1.25em] before:content-['+'/''] group-open:before:content-['−'/''] hover:underline">
              {t("details")}
            </summary>
            <StatusPart of="requests">{parts.requests}</StatusPart>
          </details>
        </section>
        <section aria-labelledby="outages" className="site-width section">
          <h2 id="outages">{t("week")}</h2>
          <StatusPart of="outages">{parts.outages}</StatusPart>
        </section>
        <Instance warnings={<StatusPart of="warnings">{parts.warnings}</StatusPart>}>
          <StatusPart of="figures">{parts.figures}</StatusPart>
        </Instance>
      </LiveStatus>
    </main>
  );
}

/** How much it is used, which version it is, who runs it, and what they should change. */
function Instance({ children, warnings }: { children: ReactNode; warnings: ReactNode }) {
  const t = useTranslations("StatusPage");
  const footer = useTranslations("SiteFooter");
  const { OPERATOR_NAME: operator, CONTACT_URL: contact } = siteConfiguration();
  return (
    <section aria-labelledby="instance" className="site-width section">
      <h2 id="instance">{footer("instance")}</h2>
      <dl className="grid grid-cols-2 gap-2 pt-4 max-md:*:last:odd:col-span-2 md:grid-cols-3 md:*:last:nth-[3n+2]:col-span-2">
        {children}
        {operator !== undefined && (
          <Figure text={t("operator")}>
            <bdi translate="no">{operator}</bdi>
          </Figure>
        )}
      </dl>
      {warnings}
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
