import { BlockList, isIP } from "node:net";
import { Agent, EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { Configuration } from "../../configuration/configuration.ts";

/** The variables of the operator's proxies. */
export type Proxies = Pick<Configuration, "HTTPS_PROXY" | "HTTP_PROXY" | "NO_PROXY">;

/** The proxy through which a URL is reached; undefined if it is reached without one. */
export type ProxyOf = (url: URL) => string | undefined;

/** Servers on this machine are reached without a proxy. */
const THIS_MACHINE = "localhost,127.0.0.0/8,[::1]";

/**
 * Reads the variables as curl and Go do. `NO_PROXY` names hosts, with all that is below them, addresses and networks
 * (`10.0.0.0/8`), each with a port or without, or `*`. Platforms set it for every program of a machine, so a part that
 * cannot be read is passed over.
 */
export function createProxyOf({
  HTTP_PROXY,
  HTTPS_PROXY,
  NO_PROXY = "",
}: Partial<Proxies>): ProxyOf {
  if (HTTP_PROXY === undefined && HTTPS_PROXY === undefined) return () => undefined;
  const exceptions = `${THIS_MACHINE},${NO_PROXY}`
    .split(/[\s,;]+/)
    .flatMap((part) => exceptionFor(part) ?? []);
  return (url) => {
    if (exceptions.some((isExempt) => isExempt(url))) return undefined;
    return url.protocol === "https:" ? (HTTPS_PROXY ?? HTTP_PROXY) : HTTP_PROXY;
  };
}

/** Reads one part of `NO_PROXY`: says if it exempts a URL; undefined if the part cannot be read. */
function exceptionFor(part: string): ((url: URL) => boolean) | undefined {
  if (part === "*") return () => true;
  const { network, host, port } =
    /^(?<network>[\da-f:.]+\/\d{1,3})$|^(?:\*?\.)?(?<host>\[[\da-f:.]+\]|[\w.-]+|[\da-f:]+)(?::(?<port>\d+))?$/i.exec(
      part,
    )?.groups ?? {};
  if (network !== undefined) return isInNetwork(network);
  if (host === undefined) return undefined;
  const name = withoutBrackets(host).toLowerCase();
  const isNamed =
    isInNetwork(`${name}/${isIP(name) === 4 ? 32 : 128}`) ??
    (({ hostname }: URL) => hostname === name || hostname.endsWith(`.${name}`));
  return (url) => isNamed(url) && (port === undefined || port === portOf(url));
}

function isInNetwork(network: string): ((url: URL) => boolean) | undefined {
  const [address = "", prefix] = network.split("/");
  const version = isIP(address);
  if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) return undefined;
  const family = version === 4 ? "ipv4" : "ipv6";
  const members = new BlockList();
  members.addSubnet(address, Number(prefix), family);
  return ({ hostname }) => {
    const host = withoutBrackets(hostname);
    return isIP(host) === version && members.check(host, family);
  };
}

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, "");

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");

/** Options of an undici agent that takes these proxies, and would read unset ones from the environment itself. */
export function agentProxies({ HTTP_PROXY = "", HTTPS_PROXY = "" }: Partial<Proxies>) {
  return { httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: "" };
}

/** Has every `fetch` of this process use the proxies: those of packages, as for Upstash and for Xbox Live's sign-in. */
export function proxyFetches(proxies: Proxies): void {
  if (proxies.HTTPS_PROXY === undefined && proxies.HTTP_PROXY === undefined) return;
  const proxyOf = createProxyOf(proxies);
  const direct = new Agent();
  const proxied = new EnvHttpProxyAgent(agentProxies(proxies));
  setGlobalDispatcher(
    proxied.compose((dispatch) => (options, handler) => {
      const isDirect = proxyOf(new URL(String(options.origin))) === undefined;
      return isDirect ? direct.dispatch(options, handler) : dispatch(options, handler);
    }),
  );
}
