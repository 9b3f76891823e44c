import { useFormatter, useTranslations } from "next-intl";
import type { StatusBody } from "@/lib/contract/status.ts";
import { effectsOf } from "./effects.ts";
import { DAY_AND_MINUTE, useNamed } from "./named.ts";

/** The last seven days in words. */
export function Outages({ outages, providers }: Pick<StatusBody, "outages" | "providers">) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf, missing } = useNamed();
  const timeOf = ({ from, to }: StatusBody["outages"][number]) => {
    const begin = new Date(from);
    if (to === null) return t("ongoing", { time: `${format.dateTime(begin, DAY_AND_MINUTE)} UTC` });
    return `${format.dateTimeRange(begin, new Date(to), DAY_AND_MINUTE)} UTC`;
  };
  const used = providers.map(({ name }) => name);
  if (outages.length === 0) return <p className="lead">{t("noOutages")}</p>;
  return (
    <ul className="pt-2">
      {outages.map((outage) => (
        <li
          key={`${outage.provider} ${outage.from}`}
          className="grid gap-x-6 gap-y-0.5 border-b border-line py-3.5 md:grid-cols-[17rem_minmax(0,1fr)]"
        >
          <span className="text-muted">{timeOf(outage)}</span>
          <p>
            <b>{t("outage", { provider: nameOf(outage.provider) })}</b>{" "}
            {missing(effectsOfOutage(outage, outages, used))}
          </p>
        </li>
      ))}
    </ul>
  );
}

type Outage = StatusBody["outages"][number];

/** Lists what visitors missed because of an outage: with this provider, they would have had it. */
function effectsOfOutage(outage: Outage, outages: readonly Outage[], used: readonly string[]) {
  const isAtOnce = ({ from, to }: Outage) =>
    (to === null || to >= outage.from) && (outage.to === null || from <= outage.to);
  const failing = new Set(outages.filter(isAtOnce).map(({ provider }) => provider));
  const missed = effectsOf(failing, used);
  failing.delete(outage.provider);
  const others = effectsOf(failing, used);
  return missed.filter((effect) => !others.includes(effect));
}
