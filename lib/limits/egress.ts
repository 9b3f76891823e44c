import { hostname } from "node:os";
import ipaddr from "ipaddr.js";
import type { Configuration } from "../configuration.ts";
import type { Budget, Pace } from "./budget.ts";

/** Addresses that upstreams count together, which share a budget. */
export interface Egress {
  /** Names its budget in the store. It may be an address or name a machine, and stays there. */
  name: string;
  /** Local addresses to call from; none when the system chooses. */
  addresses: readonly string[];
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

/** An egress and its budget. */
export interface Way extends Egress {
  budget: Budget;
}

/** The egress whose bucket has a token first. */
export function bestWay(ways: readonly [Way, ...Way[]], bucket: string): Way {
  if (ways.length === 1) return ways[0];
  const readyIn = ({ budget }: Way) => {
    const { tokens, rate, waiting, pausedForSeconds } = budget.stateOf(bucket);
    return Math.max(pausedForSeconds, (waiting + 1 - tokens) / rate);
  };
  return ways.reduce((best, way) => (readyIn(way) < readyIn(best) ? way : best));
}

/** The pace of a bucket over all egresses. */
export function paceOf(ways: readonly Way[], bucket: string): () => Pace {
  const burst = ways.reduce((sum, { budget }) => sum + budget.allowanceOf(bucket).burst, 0);
  return () => {
    const states = ways.map(({ budget }) => budget.stateOf(bucket));
    const pausedForSeconds = Math.min(...states.map((state) => state.pausedForSeconds));
    const usable = states.filter((state) => state.pausedForSeconds <= pausedForSeconds);
    const tokens = usable.reduce((sum, state) => sum + state.tokens, 0);
    const rate = usable.reduce((sum, state) => sum + state.rate, 0);
    return { tokens, rate, burst, pausedForSeconds };
  };
}
