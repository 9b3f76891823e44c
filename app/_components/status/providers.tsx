import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "next-intl";
import type { ProviderStatus, StatusBody } from "@/lib/contract/status.ts";
import { DAY_AND_MINUTE, useNamed } from "./named.ts";
import "./providers.css";

const HOUR_MS = 3_600_000;
const HOURS = 24;

type Hour = ProviderStatus["hours"][number];

const milliseconds = { style: "unit", unit: "millisecond", maximumFractionDigits: 0 } as const;

/** Each provider: whether it works, its last 24 hours, and how fast it responds. */
export function Providers({ since, providers }: Pick<StatusBody, "since" | "providers">) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf, does } = useNamed();
  return (
    <>
      <p className="lead">
        {t("since", { time: format.dateTime(new Date(since), DAY_AND_MINUTE) })}
      </p>
      <ul className="provider-key">
        <li>{t("bars")}</li>
        {(["responded", "partly", "failed", "notQueried"] as const).map((text, at) => (
          <li key={text}>
            <svg viewBox="0 0 4 28" preserveAspectRatio="none" aria-hidden>
              <Bars kinds={KINDS.slice(at, at + 1)} />
            </svg>
            {t(text)}
          </li>
        ))}
      </ul>
      <ul className="provider-rows">
        {providers.map((provider) => (
          <li key={provider.name} className="card" data-provider={provider.name}>
            <div>
              <h3>
                <bdi translate="no">{nameOf(provider.name)}</bdi>
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
    </>
  );
}

/** How an hour was: all answered, some not, most not, or no request. */
const KINDS = ["good", "partly", "bad", "none"] as const;
type Kind = (typeof KINDS)[number];

/** Each also has a height of its own, for those who do not see its colour. */
const TOPS = { good: 0, partly: 10, bad: 20 } as const;

const bar = (at: number, top: number) => `M${at * 5} ${top}h4V28h-4z`;

/** A bar for each hour, on a track of dashes, which is all there is of an hour without requests. */
function Bars({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <>
      <path data-kind="none" d="M0 14h119" />
      {(["good", "partly", "bad"] as const)
        .filter((kind) => kinds.includes(kind))
        .map((kind) => (
          <path
            key={kind}
            data-kind={kind}
            d={kinds.map((shown, at) => (shown === kind ? bar(at, TOPS[kind]) : "")).join("")}
          />
        ))}
    </>
  );
}

function kindOf(hour: Hour | undefined): Kind {
  if (hour === undefined) return "none";
  const { answered, refused, failed } = hour;
  if (refused + failed === 0) return answered === 0 ? "none" : "good";
  return refused + failed < answered ? "partly" : "bad";
}

/** Each of the last 24 hours; undefined for those without requests. */
function hoursOf(hours: readonly Hour[]): (Hour | undefined)[] {
  const current = Math.floor(Date.now() / HOUR_MS);
  const byAge = new Map(
    hours.map((hour) => [current - Math.floor(Date.parse(hour.at) / HOUR_MS), hour]),
  );
  return Array.from({ length: HOURS }, (_, at) => byAge.get(HOURS - 1 - at));
}

/** The last 24 hours as bars, oldest first. */
function LastDay({ hours }: { hours: readonly Hour[] }) {
  const t = useTranslations("StatusPage");
  const kinds = hoursOf(hours).map(kindOf);
  const failed = kinds.filter((kind) => kind === "partly" || kind === "bad").length;
  const isQuiet = kinds.every((kind) => kind === "none");
  const summary = failed > 0 ? t("failures", { count: failed }) : t("noFailures");
  return (
    <figure className="provider-day">
      <svg viewBox="0 0 119 28" preserveAspectRatio="none" aria-hidden>
        <Bars kinds={kinds} />
      </svg>
      <figcaption>
        <span>{t("dayAgo")}</span>
        <span>{isQuiet ? t("noRequests") : summary}</span>
        <span>{t("now")}</span>
      </figcaption>
    </figure>
  );
}

/** The average, and below a scale how it was in each hour. */
function ResponseTime({ provider }: { provider: ProviderStatus }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { average_ms_24h: average } = provider;
  if (average === null) return null;
  const times = hoursOf(provider.hours).map((hour) => hour?.average_ms ?? null);
  const top = roundUp(Math.max(1, ...times.map((time) => time ?? 0)));
  const line = times.map((time, at) => {
    if (time === null) return "";
    const point = `${at * 5 + 2} ${Math.round(26 - (time / top) * 24)}`;
    // A line of no length is a dot: also an hour between two without requests is seen.
    return (times[at - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
  });
  return (
    <figure className="provider-time">
      {line.filter(Boolean).length > 1 && (
        <div aria-hidden>
          <svg viewBox="0 0 119 28" preserveAspectRatio="none">
            <path d="M0 2h119M0 26h119" />
            <path d={line.join("")} />
          </svg>
          <span>{format.number(top, milliseconds)}</span>
          <span>{format.number(0)}</span>
        </div>
      )}
      <figcaption>
        {t.rich("average", { time: format.number(average, milliseconds), b: bold })}
      </figcaption>
    </figure>
  );
}

/** The end of a scale for a number: 1, 2, 3 or 5 and zeros. */
function roundUp(number: number): number {
  const unit = 10 ** Math.floor(Math.log10(number));
  return (ENDS.find((end) => end * unit >= number) ?? 10) * unit;
}

const ENDS = [1, 2, 3, 5];

const bold = (text: ReactNode) => <b>{text}</b>;
