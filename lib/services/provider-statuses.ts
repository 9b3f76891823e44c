import { isOngoing } from "../activity/outages.ts";
import type { HourCounts, ProviderRecord } from "../activity/provider-record.ts";
import type { ProviderStatus, StatusBody } from "../contract/status.ts";
import { isoTime } from "../time/stored-time.ts";
import type { Clock } from "../time/clock.ts";
import type { Budget } from "../upstream-budget/budget.ts";

export interface StatusOptions {
  /** The providers that are turned on. */
  names: readonly string[];
  record: Pick<ProviderRecord, "lastDay">;
  budget: Pick<Budget, "state" | "allowanceOf">;
  clock: Pick<Clock, "now">;
}

const HOURS = 24;
const NOTHING = { answered: 0, refused: 0, failed: 0, ms: 0 };

/** Says how each provider did in the last 24 hours and how it does now. */
export function createProviderStatuses({ names, record, budget, clock }: StatusOptions) {
  return async (): Promise<Pick<StatusBody, "since" | "providers" | "outages">> => {
    const { since, providers, hours, outages } = await record.lastDay();
    const ongoing = outages.filter((outage) => isOngoing(outage, clock.now()));
    const statusOf = (name: string) => {
      const { answered, refused, failed, ms } = providers.get(name) ?? NOTHING;
      const requests = answered + refused + failed;
      const outage = ongoing.find(({ provider }) => provider === name);
      const buckets = budget.state().filter(({ bucket }) => bucket.split(":")[0] === name);
      const { rate: start, ceiling } = budget.allowanceOf(name);
      const rate = buckets.length === 0 ? start : Math.min(...buckets.map((bucket) => bucket.rate));
      const state = (): ProviderStatus["state"] => {
        if (outage !== undefined) return "failing";
        if (buckets.some(({ pausedForSeconds }) => pausedForSeconds > 0)) return "paused";
        if (rate < start) return "slowed";
        return requests === 0 ? "unused" : "working";
      };
      return {
        name,
        state: state(),
        failing_since: outage === undefined ? null : isoTime(outage.from),
        requests_24h: requests,
        answered_24h: answered,
        refused_24h: refused,
        failed_24h: failed,
        average_ms_24h: averageOf({ answered, ms }),
        rate: rounded(rate),
        configured_rate: rounded(ceiling),
        hours: (hours.get(name) ?? []).slice(-HOURS).map(hourStatus),
      };
    };
    return {
      since: isoTime(since),
      providers: names.map(statusOf),
      outages: outages.map((outage) => ({
        provider: outage.provider,
        from: isoTime(outage.from),
        to: ongoing.includes(outage) ? null : isoTime(outage.until),
      })),
    };
  };
}

function hourStatus({ at, answered, refused, failed, ms }: HourCounts) {
  const average_ms = averageOf({ answered, ms });
  return { at: isoTime(at), answered, refused, failed, average_ms };
}

function averageOf({ answered, ms }: { answered: number; ms: number }): number | null {
  return answered === 0 ? null : rounded(ms / answered);
}

/** To a tenth. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
