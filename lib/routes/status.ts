import type { ProviderRecord } from "../activity/provider-record.ts";
import type { ProviderStatus, StatusBody } from "../contract/status.ts";
import type { Budget } from "../limits/budget.ts";
import type { BreakerStatus } from "../providers/upstream/breaker.ts";

export interface StatusOptions {
  /** The providers that are turned on. */
  names: readonly string[];
  record: Pick<ProviderRecord, "lastDay">;
  /** One for each address that requests leave from. */
  budgets: readonly Pick<Budget, "state" | "allowanceOf">[];
  breakers(): readonly Pick<BreakerStatus, "provider" | "state">[];
}

const NOTHING = { answered: 0, refused: 0, failed: 0, ms: 0 };

export type ProviderStatuses = ReturnType<typeof createStatus>;

/** Says how each provider did in the last 24 hours and how it does now. */
export function createStatus({ names, record, budgets, breakers }: StatusOptions) {
  return async (): Promise<Pick<StatusBody, "since" | "providers">> => {
    const { since, providers } = await record.lastDay();
    const isFailing = new Set(
      breakers().flatMap(({ provider, state }) => (state === "closed" ? [] : [provider])),
    );
    const statusOf = (name: string) => {
      const { answered, refused, failed, ms } = providers.get(name) ?? NOTHING;
      const requests = answered + refused + failed;
      const paces = budgets.map((budget) => {
        const own = budget.state().filter(({ bucket }) => bucket.split(":")[0] === name);
        const { rate: start, ceiling } = budget.allowanceOf(name);
        const rate = own.length === 0 ? start : Math.min(...own.map((bucket) => bucket.rate));
        const isPaused = own.some(({ pausedForSeconds }) => pausedForSeconds > 0);
        return { start, ceiling, rate, isPaused };
      });
      const state = (): ProviderStatus["state"] => {
        if (isFailing.has(name)) return "failing";
        if (paces.some(({ isPaused }) => isPaused)) return "paused";
        if (paces.some(({ rate, start }) => rate < start)) return "slowed";
        return requests === 0 ? "unused" : "working";
      };
      return {
        name,
        state: state(),
        requests_24h: requests,
        answered_24h: answered,
        refused_24h: refused,
        failed_24h: failed,
        average_ms_24h: answered === 0 ? null : rounded(ms / answered),
        rate: rounded(sum(paces.map(({ rate }) => rate))),
        configured_rate: rounded(sum(paces.map(({ ceiling }) => ceiling))),
      };
    };
    return { since: new Date(since).toISOString(), providers: names.map(statusOf) };
  };
}

/** To a tenth. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
