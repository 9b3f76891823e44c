import { createProviderRecord } from "../activity/provider-record.ts";
import type { Guard } from "../providers/provider.ts";
import { allowancesOf, createProviders } from "../providers/providers.ts";
import { createBreakers } from "../providers/upstream/breaker.ts";
import {
  capacityOf,
  createBudgetGuard,
  createObserver,
  createOutcomeObserver,
  createRetry,
  type EgressBudget,
} from "../providers/upstream/guards.ts";
import { createBudget } from "../upstream-budget/budget.ts";
import { egressesOf } from "../upstream-budget/egress.ts";
import { createStoreTokens, type TokenStore } from "../upstream-budget/token-stores.ts";
import type { Base } from "./base.ts";

export interface UpstreamsOptions {
  /** Guards around every call to an upstream, inside all others. */
  guards?: readonly Guard[];
  /** Fills the token buckets of an embedded store; all processes on it have to share this clock. */
  bucketClock?: () => number;
  /** Where token buckets live, in place of the stores. */
  tokens?: TokenStore;
}

export type Upstreams = ReturnType<typeof createUpstreams>;

/** The providers, what may be requested of them, and what is known of how they do. */
export function createUpstreams(base: Base, { guards = [], ...buckets }: UpstreamsOptions) {
  const { configuration, stores, metrics, failureLog, logger, clock, random } = base;
  const egresses = createEgresses(base, buckets);
  const record = createProviderRecord(stores.durable, { clock, random });
  const breakers = createBreakers({
    clock,
    onChange({ provider, operation, state }, isProviderFailing) {
      logger.warn({ provider, operation, state }, "A breaker changed");
      record.noteState(provider, isProviderFailing);
    },
    async onRefusals({ provider, bucket = provider }) {
      await Promise.all(egresses.map(({ budget }) => budget.halve(bucket)));
    },
  });
  const providers = createProviders(configuration, {
    userAgent: `Nametag/${base.version} (+${configuration.PUBLIC_URL})`,
    proxies: configuration,
    guards: [
      createObserver(metrics.callEnded, failureLog.callFailed),
      breakers.guard,
      createRetry(random),
      createBudgetGuard(egresses, random),
      createOutcomeObserver(record.note),
      ...guards,
    ],
    capacityOf: (bucket) => capacityOf(egresses, bucket),
    clock,
  });
  return { providers, record, breakers, budgets: egresses.map(({ budget }) => budget) };
}

/** Where calls leave from, each with its budget. */
function createEgresses(
  { configuration, stores, clock, random }: Base,
  { bucketClock, ...given }: Pick<UpstreamsOptions, "bucketClock" | "tokens">,
): [EgressBudget, ...EgressBudget[]] {
  const filling = bucketClock === undefined ? clock : { ...clock, now: bucketClock };
  const tokens = given.tokens ?? createStoreTokens(stores.limits, { clock: filling, random });
  const allowances = allowancesOf(configuration);
  return egressesOf(configuration, stores).map((egress) => ({
    ...egress,
    budget: createBudget({
      tokens,
      allowances,
      egress: egress.name,
      factor: configuration.UPSTREAM_RATE_FACTOR,
      processes: configuration.WEB_CONCURRENCY,
      clock,
    }),
  })) as [EgressBudget, ...EgressBudget[]];
}
