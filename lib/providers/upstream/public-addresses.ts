import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

/*
 * A URL that a response names may lead to any host. What counts is the address that is connected to, since
 * whoever owns a name decides what it resolves to, and may change it between a check and the connection.
 */

/** What the code of a refused connection is. */
export const NOT_PUBLIC = "ADDRESS_NOT_PUBLIC";

/** The IPv6 addresses that are given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Where networks without IPv4 reach its addresses, which are the last four bytes (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an address is one of the public internet: none of this machine, of a local or a provider's
 * network, for several receivers, for documentation, or reserved; nor one that leads to such an address.
 */
export function isPublicAddress(address: string): boolean {
  // An IPv4 address in an IPv6 one is the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  if (parsed.match(NAT64)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === "unicast";
  }
  return parsed.range() === "unicast" && parsed.match(GLOBAL_UNICAST);
}

/** Connects to public addresses only: to none but those that were checked. */
export function createPublicConnector({
  lookup,
  ...options
}: buildConnector.BuildOptions & { lookup: LookupFunction }): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: publicLookup(lookup) });
  return (to, callback) => {
    // An address is not looked up.
    if (isIP(to.hostname) === 0 || isPublicAddress(to.hostname)) connect(to, callback);
    else callback(notPublic(to.hostname), null);
  };
}

/** Gives only the public addresses of a name; an error when there is none. */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const all = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
      const addresses = all.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined) return callback(notPublic(hostname), []);
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
}

function notPublic(host: string): Error {
  return Object.assign(new Error(`${host} has no public address`), { code: NOT_PUBLIC });
}
