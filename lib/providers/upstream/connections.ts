import { lookup as lookupDns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import {
  buildConnector,
  EnvHttpProxyAgent,
  Pool,
  setGlobalDispatcher,
  type Dispatcher,
} from "undici";
import type { Configuration } from "../../configuration/configuration.ts";
import { MEASURED_BYTES } from "./response.ts";

/** The variables of the operator's proxies. */
type Proxies = Pick<Configuration, "HTTPS_PROXY" | "HTTP_PROXY" | "NO_PROXY">;

export interface ConnectionsOptions {
  proxies?: Partial<Proxies>;
  /** In place of the system's, for tests. */
  lookup?: LookupFunction;
  /** In place of what is public on the internet, for tests. */
  isPublic?: (address: string) => boolean;
}

const CONNECT_MS = 1_000;
/** How long a proxy may take to connect. */
const TUNNEL_MS = 4_000;
const LIMITS = {
  connections: 64,
  maxHeaderSize: 16 * 1024,
  // Each request has a limit of its own; this one is for bodies that nobody reads.
  maxResponseSize: 2 * MEASURED_BYTES,
  keepAliveTimeout: 10_000,
};
/** What is on this machine is reached without a proxy. */
const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/** Connections to other hosts: directly, or through the proxies of this network. */
export function createConnections({
  proxies = {},
  lookup = lookupDns,
  isPublic = isPublicAddress,
}: ConnectionsOptions) {
  const publicOnly = publicLookup(lookup, isPublic);
  // Connections are only shared by requests that may have been sent on new ones.
  const agents = new Map<string, Dispatcher>();

  const open = (from: string | undefined, onlyPublic: boolean) => {
    const connect = {
      timeout: CONNECT_MS,
      lookup,
      ...(from !== undefined && { family: isIP(from), autoSelectFamily: false }),
    };
    const own = { ...LIMITS, ...(from !== undefined && { localAddress: from }) };
    return new EnvHttpProxyAgent({
      ...own,
      connect: onlyPublic ? createPublicConnector(connect, publicOnly, isPublic) : connect,
      ...proxyOptions(proxies),
      // Many proxies open tunnels to port 443 only; without one, it is the proxy that looks a name up.
      proxyTunnel: onlyPublic,
      proxyTls: connect,
      factory: (origin, options) => new Pool(origin, { ...(options as Pool.Options), ...own }),
      clientFactory(origin, options) {
        const pool = new Pool(origin, {
          ...(options as Pool.Options),
          ...own,
          headersTimeout: TUNNEL_MS,
        });
        return onlyPublic ? publicTunnels(pool, publicOnly, isPublic) : pool;
      },
    });
  };

  return {
    /**
     * The connections from a local address, or from any.
     * @param onlyPublic Whether they may lead to public addresses only.
     */
    from(address: string | undefined, onlyPublic: boolean): Dispatcher {
      const key = `${address} ${onlyPublic}`;
      const agent = agents.get(key) ?? open(address, onlyPublic);
      agents.set(key, agent);
      return agent;
    },

    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** What undici takes; it would read variables that are not set from the environment itself. */
function proxyOptions({ HTTPS_PROXY = "", HTTP_PROXY = "", NO_PROXY = "" }: Partial<Proxies>) {
  const noProxy = NO_PROXY === "*" ? NO_PROXY : [NO_PROXY, ...THIS_MACHINE].join();
  return { httpsProxy: HTTPS_PROXY, httpProxy: HTTP_PROXY, noProxy };
}

/** Has every `fetch` of this process use the proxies: those of packages, as for Upstash and for Xbox Live's sign-in. */
export function proxyFetches(proxies: Proxies): void {
  if (proxies.HTTPS_PROXY === undefined && proxies.HTTP_PROXY === undefined) return;
  setGlobalDispatcher(new EnvHttpProxyAgent(proxyOptions(proxies)));
}

/** The code of a refused connection. */
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

/**
 * Connects to public addresses only: to none but those that were checked. A URL that a response names may
 * lead to any host, and whoever owns a name decides what it resolves to, at a check and at the connection.
 */
function createPublicConnector(
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
function publicTunnels(
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
