import { hostname } from "node:os";
import { createProviderRecord } from "../activity/provider-record.ts";
import type { Guard } from "../providers/provider.ts";
import { allowancesOf, createProviders } from "../providers/providers.ts";
import { createBreakers } from "../providers/upstream/breaker.ts";
import {
  createBudgetGuard,
  createObserver,
  createOutcomeObserver,
  createRetry,
} from "../providers/upstream/guards.ts";
import { createBudget } from "../upstream-budget/budget.ts";
import { createStoreTokens } from "../upstream-budget/token-bucket.ts";
import type { Base } from "./base.ts";

export interface UpstreamsOptions {
  /** Guards around every call to an upstream, inside all others. */
  guards?: readonly Guard[];
  /** Fills the token buckets of an embedded store; all processes on it have to share this clock. */
  bucketClock?: () => number;
}

export type Upstreams = ReturnType<typeof createUpstreams>;

/** The providers, what may be requested of them, and what is known of how they do. */
export function createUpstreams(base: Base, { guards = [], bucketClock }: UpstreamsOptions) {
  const { configuration, stores, metrics, failureLog, logger, clock, random } = base;
  const budget = openBudget(base, bucketClock);
  const record = createProviderRecord(stores.durable, { clock, random });
  const breakers = createBreakers({
    clock,
    onChange({ provider, operation, state }, isProviderFailing) {
      logger.warn({ provider, operation, state }, "A breaker changed");
      record.noteState(provider, isProviderFailing);
    },
    onRefusals: ({ provider, bucket = provider }) => budget.halve(bucket),
  });
  const providers = createProviders(configuration, {
    userAgent: `Nametag/${base.version} (+${configuration.PUBLIC_URL})`,
    proxies: configuration,
    guards: [
      createObserver(metrics.callEnded, failureLog.callFailed),
      breakers.guard,
      createRetry(random),
      createBudgetGuard(budget),
      createOutcomeObserver(record.note),
      ...guards,
    ],
    capacityOf: budget.capacityOf,
    clock,
  });
  return { providers, record, breakers, budget };
}

/**
 * The budget of the address that calls leave from. A store of one machine needs no name for it; on a shared
 * store each machine has its own, unless it is given one.
 */
function openBudget(
  { configuration, stores, clock, random }: Base,
  bucketClock: (() => number) | undefined,
) {
  const filling = bucketClock === undefined ? clock : { ...clock, now: bucketClock };
  return createBudget({
    tokens: createStoreTokens(stores.limits, { clock: filling, random }),
    allowances: allowancesOf(configuration),
    egress: configuration.EGRESS_NAME ?? (stores.isShared ? hostname() : undefined),
    factor: configuration.UPSTREAM_RATE_FACTOR,
    processes: configuration.WEB_CONCURRENCY,
    clock,
  });
}
