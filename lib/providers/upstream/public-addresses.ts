import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector, type Dispatcher, type Pool } from "undici";

/** The code of a refused connection. */
export const NOT_PUBLIC = "ADDRESS_NOT_PUBLIC";
/** The IPv6 addresses that are given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** Networks without IPv4 reach its addresses here: they are the last four bytes (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * True for an address of the public internet: none of this machine, of a local or a provider's
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

/**
 * Connects to public addresses only: to none but those that were checked. A URL that a response names may
 * lead to any host, and whoever owns a name decides what it resolves to, at a check and at the connection.
 */
export function createPublicConnector(
  options: buildConnector.BuildOptions,
  lookup: LookupFunction,
  isPublic: (address: string) => boolean,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup });
  return (to, callback) => {
    // An address is not looked up.
    if (isIP(to.hostname) === 0 || isPublic(to.hostname)) connect(to, callback);
    else callback(notPublic(to.hostname), null);
  };
}

/** The same for a proxy, which is asked for addresses that were checked: it would look a name up once more. */
export function publicTunnels(
  proxy: Pool,
  lookup: LookupFunction,
  isPublic: (address: string) => boolean,
): Dispatcher {
  const connect = proxy.connect.bind(proxy);
  const addressOf = (host: string) =>
    new Promise<string>((resolve, reject) => {
      if (isIP(host) !== 0) return isPublic(host) ? resolve(host) : reject(notPublic(host));
      lookup(host, {}, (error, address) => (error ? reject(error) : resolve(address as string)));
    });
  return Object.assign(proxy, {
    async connect(asked: Dispatcher.ConnectOptions) {
      const { hostname, port } = new URL(`tunnel://${asked.path}`);
      const address = await addressOf(hostname.replace(/^\[|\]$/g, ""));
      const path = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
      const headers = { ...(asked.headers as Record<string, string>), host: path };
      return connect({ ...asked, path, headers });
    },
  });
}

/** Gives only the public addresses of a name; an error when there is none. */
export function publicLookup(
  lookup: LookupFunction,
  isPublic: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const all = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
      const addresses = all.filter(({ address }) => isPublic(address));
      const [first] = addresses;
      if (first === undefined) return callback(notPublic(hostname), []);
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
}

function notPublic(host: string): Error {
  return Object.assign(new Error(`${host} has no public address`), { code: NOT_PUBLIC });
}
