import { hostname } from "node:os";
import ipaddr from "ipaddr.js";
import type { Configuration } from "../configuration/configuration.ts";
import type { Budget, Capacity } from "./budget.ts";

/** Addresses that upstreams count together, which share a budget. */
export interface Egress {
  /** Names its budget in the store. It may be an address or name a machine, and stays there. */
  name: string;
  /** Local addresses to call from; none when the system chooses. */
  addresses: readonly string[];
}

/** An egress and its budget. */
export interface EgressBudget extends Egress {
  budget: Budget;
}

/**
 * Where calls leave from. A store of its own is on one machine, which needs no name; on a shared store
 * each machine has its own name unless it is given one.
 */
export function egressesOf(
  configuration: Pick<Configuration, "EGRESS_NAME" | "EGRESS_ADDRESSES">,
  { isShared }: { isShared: boolean },
): Egress[] {
  const { EGRESS_ADDRESSES: addresses } = configuration;
  const name = configuration.EGRESS_NAME ?? (isShared ? hostname() : "here");
  if (addresses.length === 0) return [{ name, addresses: [] }];
  const networks = [...new Set(addresses.map(countedAs))];
  return networks.map((network) => ({
    name: `${name} ${network}`,
    addresses: addresses.filter((address) => countedAs(address) === network),
  }));
}

/** What upstreams count an address as: an IPv4 address itself, an IPv6 address as its /56. */
function countedAs(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/56`).toString()}/56`;
}

/** The egress whose bucket has a token first. */
export function readiestEgress(
  egresses: readonly [EgressBudget, ...EgressBudget[]],
  bucket: string,
): EgressBudget {
  if (egresses.length === 1) return egresses[0];
  const readyIn = ({ budget }: EgressBudget) => {
    const { tokens, rate, waiting, pausedForSeconds } = budget.stateOf(bucket);
    return Math.max(pausedForSeconds, (waiting + 1 - tokens) / rate);
  };
  return egresses.reduce((best, other) => (readyIn(other) < readyIn(best) ? other : best));
}

/** What a bucket gives at the moment, over all egresses. */
export function capacityOf(egresses: readonly EgressBudget[], bucket: string): () => Capacity {
  const burst = egresses.reduce((sum, { budget }) => sum + budget.allowanceOf(bucket).burst, 0);
  return () => {
    const states = egresses.map(({ budget }) => budget.stateOf(bucket));
    const pausedForSeconds = Math.min(...states.map((state) => state.pausedForSeconds));
    const capacity = { tokens: 0, rate: 0, burst, pausedForSeconds };
    for (const state of states) {
      if (state.pausedForSeconds > pausedForSeconds) continue;
      capacity.tokens += state.tokens;
      capacity.rate += state.rate;
    }
    return capacity;
  };
}
