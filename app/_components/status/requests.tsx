import { useFormatter, useTranslations } from "next-intl";
import type { ProviderStatus } from "@/lib/contract/status.ts";
import { useNamed } from "./named.ts";

const share = { style: "percent", maximumFractionDigits: 1 } as const;

/** Answers what operators ask next: how many requests there were, and how many may be sent. */
export function Requests({ providers }: { providers: readonly ProviderStatus[] }) {
  const t = useTranslations("StatusPage");
  const format = useFormatter();
  const { nameOf } = useNamed();
  const factsOf = (provider: ProviderStatus) => {
    const { requests_24h: requests } = provider;
    const rates = [...new Set([provider.rate, provider.configured_rate])];
    const answered = requests === 0 ? "–" : format.number(provider.answered_24h / requests, share);
    return [
      ["requests", format.number(requests)],
      ["availability", answered],
      ["refused", format.number(provider.refused_24h)],
      ["failed", format.number(provider.failed_24h)],
      ["rate", rates.map((rate) => format.number(rate)).join(" / ")],
    ] as const;
  };
  return (
    <ul className="grid gap-x-8 gap-y-5 pt-2 sm:grid-cols-2 lg:grid-cols-3 **:[dd]:tabular-nums **:[dt]:text-muted **:[h3]:font-semibold">
      {providers.map((provider) => (
        <li key={provider.name}>
          <h3>
            <bdi translate="no">{nameOf(provider.name)}</bdi>
          </h3>
          <dl className="pt-1 text-sm *:flex *:justify-between *:gap-4 *:border-t *:border-line *:py-1">
            {factsOf(provider).map(([fact, value]) => (
              <div key={fact}>
                <dt>{t(fact)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
