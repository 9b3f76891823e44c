import { hostname } from "node:os";
import ipaddr from "ipaddr.js";
import type { Configuration } from "../configuration/configuration.ts";

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
