import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "next-intl";
import type { ProviderStatus } from "@/lib/contract/status.ts";
import { useNamed } from "./named.ts";
import "./providers.css";

const HOUR_MS = 3_600_000;
const HOURS = 24;

type Hour = ProviderStatus["hours"][number];

const milliseconds = { style: "unit", unit: "millisecond", maximumFractionDigits: 0 } as const;

/** Each provider: whether it works, its last 24 hours, and how fast it responds. */
export function Providers({ providers }: { providers: readonly ProviderStatus[] }) {
  const t = useTranslations("StatusPage");
  const { nameOf, does } = useNamed();
  return (
    <>
      <ul className="provider-rows">
        {providers.map((provider) => (
          <li key={provider.name} className="card" data-provider={provider.name}>
            <div>
              <h3>
                <bdi>{nameOf(provider.name)}</bdi>
              </h3>
              <p>{does(provider.name)}</p>
            </div>
            <p className="provider-state" data-state={provider.state}>
              {t(`states.${provider.state}`)}
            </p>
            <LastDay hours={provider.hours} />
            <ResponseTime provider={provider} />
          </li>
        ))}
      </ul>
      <ul className="provider-key">
        {(["responded", "partly", "failed", "notQueried"] as const).map((text, at) => (
          <li key={text}>
            <svg width="6" height="28" viewBox="0 0 4 28" aria-hidden>
              <path data-kind={KINDS[at]} d={bar(0, KINDS[at])} />
            </svg>
            {t(text)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How an hour was: all answered, some not, most not, or no request. */
const KINDS = ["good", "partly", "bad", "none"] as const;
type Kind = (typeof KINDS)[number];

/** Each also has a height of its own, for those who do not see its colour. */
const TOPS: Record<Kind, number> = { good: 2, partly: 10, bad: 18, none: 25 };

const bar = (at: number, kind: Kind = "none") => `M${at * 5} ${TOPS[kind]}h4V28h-4z`;

function kindOf({ answered, refused, failed }: Hour): Kind {
  if (refused + failed === 0) return answered === 0 ? "none" : "good";
  return refused + failed < answered ? "partly" : "bad";
}

/** Each of the last 24 hours. */
function kindsOf(hours: readonly Hour[]): Kind[] {
  const current = Math.floor(Date.now() / HOUR_MS);
  const kinds = Array.from({ length: HOURS }, (): Kind => "none");
  for (const hour of hours) {
    const at = HOURS - 1 - (current - Math.floor(Date.parse(hour.at) / HOUR_MS));
    if (at >= 0 && at < HOURS) kinds[at] = kindOf(hour);
  }
  return kinds;
}

/** The last 24 hours as bars, oldest first. */
function LastDay({ hours }: { hours: readonly Hour[] }) {
  const t = useTranslations("StatusPage");
  const kinds = kindsOf(hours);
  const failed = kinds.filter((kind) => kind === "partly" || kind === "bad").length;
  const isQuiet = kinds.every((kind) => kind === "none");
  const summary = failed > 0 ? t("failures", { count: failed }) : t("noFailures");
  return (
    <figure className="provider-day">
      <svg viewBox="0 0 119 28" preserveAspectRatio="none" aria-hidden>
        {KINDS.filter((kind) => kinds.includes(kind)).map((kind) => (
          <path
            key={kind}
            data-kind={kind}
            d={kinds.map((its, at) => (its === kind ? bar(at, kind) : "")).join("")}
          />
        ))}
      </svg>
      <figcaption>
        <span>{t("dayAgo")}</span>
        <span>{isQuiet ? t("noRequests") : summary}</span>
        <span>{t("now")}</span>
      </figcaption>
    </figure>
  );
}

const WIDTH = 118;
const HEIGHT = 26;

/** The average, beside how it was in each hour. */
function ResponseTime({ provider }: { provider: ProviderStatus }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { average_ms_24h: average, hours } = provider;
  if (average === null) return null;
  const times = hours.flatMap(({ average_ms }) => (average_ms === null ? [] : [average_ms]));
  const slowest = Math.max(1, ...times);
  const points = times.map((time, at) => {
    const x = Math.round((at * WIDTH) / Math.max(1, times.length - 1));
    return `${x},${Math.round(HEIGHT - (time / slowest) * (HEIGHT - 4))}`;
  });
  return (
    <p className="provider-time">
      {points.length > 1 && (
        <svg width={WIDTH} height="28" aria-hidden>
          <polyline points={points.join(" ")} />
        </svg>
      )}
      <span>
        {t.rich("average", {
          time: format.number(average, milliseconds),
          b: bold,
        })}
      </span>
    </p>
  );
}

const bold = (text: ReactNode) => <b>{text}</b>;
