import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Configuration } from "../configuration/configuration.ts";
import { createProxyOf } from "../providers/upstream/proxies.ts";
import { ask, findingsOf, shortReason, type Finding } from "./finding.ts";
import { systemClock } from "../time/clock.ts";

const WAIT_MS = 4_000;
/** A second is the precision of a `Date` header; requests and leases bear a few more. */
const LATE_S = 5;
const WRONG_S = 60;

/** Players cannot be looked up without these. */
const NEEDED = [
  "MOJANG_API_URL",
  "MOJANG_SESSION_URL",
  "MOJANG_TEXTURES_URL",
  "GEYSER_API_URL",
] as const;

/** A provider, and how a connection to it went. */
interface Connected {
  origin: string;
  /** Players cannot be looked up without it. */
  isNeeded: boolean;
  /** The proxy that calls to it take. */
  proxy: string | undefined;
  /** Why it cannot be reached; undefined if it can. */
  failure: string | undefined;
}

/** Connects to each provider that is turned on, through the proxy that its calls take. Sends no lookup. */
export async function connectToProviders(configuration: Configuration): Promise<Connected[]> {
  const proxyOf = createProxyOf(configuration);
  const { needed, all } = originsOf(configuration);
  return Promise.all(
    [...all].map(async (origin) => {
      const url = new URL(origin);
      const proxy = proxyOf(url);
      const connecting = connectThrough(url, proxy, AbortSignal.timeout(WAIT_MS));
      const failure = await connecting.then((socket) => void socket.destroy(), shortReason);
      return { origin, isNeeded: needed.has(origin), proxy, failure };
    }),
  );
}

/** Says which providers can be reached. */
export async function checkProviders(configuration: Configuration): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf("provider");
  const connected = await connectToProviders(configuration);
  return connected.map(({ origin, isNeeded, proxy, failure }) => {
    const through = proxy === undefined ? "" : ` through the proxy ${new URL(proxy).host}`;
    if (failure === undefined) return ok(`${origin} can be reached${through}.`);
    const say = isNeeded ? error : warning;
    return say(
      `${origin} cannot be reached${through}: ${failure}. Check DNS, the firewall, and HTTPS_PROXY and NO_PROXY.`,
    );
  });
}

/** The origins of the providers that are turned on: of those that are needed, and of all. */
function originsOf(configuration: Configuration) {
  const { before, after } = configuration.SKIN_SOURCES;
  const optional = [
    configuration.MOJANG_LEGACY_API_URL,
    configuration.PLAYERDB_URL,
    configuration.NAME_HISTORY_URL,
    configuration.XBOX_AUTH_DIR && configuration.XBOX_PROFILE_URL,
    configuration.OPENXBL_API_KEY && configuration.OPENXBL_URL,
    configuration.THIRD_PARTY_CAPES === "off" ? undefined : configuration.OPTIFINE_URL,
    ...before,
    ...after,
  ];
  const originsIn = (urls: readonly (string | null | undefined)[]) =>
    urls.flatMap((url) => (url ? [new URL(url).origin] : []));
  const needed = new Set(originsIn(NEEDED.map((name) => configuration[name])));
  return { needed, all: new Set([...needed, ...originsIn(optional)]) };
}

/** Opens a connection as a call would, with TLS. */
async function connectThrough(
  url: URL,
  proxy: string | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port } = addressOf(url);
  // A proxy is asked for a tunnel only where a call would need one.
  const tunnel = proxy !== undefined && url.protocol === "https:";
  const socket = tunnel
    ? await tunnelThrough(new URL(proxy), `${url.hostname}:${port}`, signal)
    : await openTcp(addressOf(proxy === undefined ? url : new URL(proxy)), signal);
  if (url.protocol !== "https:") return socket;
  try {
    const secured = connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
    await once(secured, "secureConnect", { signal });
    return secured;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openTcp(to: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp(to);
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

async function tunnelThrough(proxy: URL, path: string, signal: AbortSignal): Promise<Socket> {
  const { username, password } = proxy;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  const request = (proxy.protocol === "https:" ? httpsRequest : httpRequest)({
    ...addressOf(proxy),
    method: "CONNECT",
    path,
    headers: { host: path, ...(username !== "" && { "proxy-authorization": authorization }) },
    signal,
    agent: false,
  });
  const connected = once(request, "connect", { signal });
  request.end();
  const [{ statusCode }, socket] = (await connected) as [{ statusCode?: number }, Socket];
  if (statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy refuses with ${statusCode}`);
}

const addressOf = (url: URL) => ({
  host: url.hostname.replace(/^\[|\]$/g, ""),
  port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
});

/** Compares the clock with that of a provider, where one responds. */
export async function checkClock(configuration: Configuration): Promise<Finding[]> {
  const { ok, warning, error } = findingsOf("clock");
  const url = new URL(configuration.MOJANG_TEXTURES_URL);
  const proxy = createProxyOf(configuration)(url);
  const theirs = await dateOf(url, proxy).catch(() => Number.NaN);
  if (Number.isNaN(theirs)) return [];
  const offS = Math.round(Math.abs(systemClock.now() - theirs) / 1_000);
  if (offS < LATE_S) return [ok(`The clock agrees with that of ${url.host}.`)];
  const say = offS < WRONG_S ? warning : error;
  const sentence = `The clock is ${offS} s away from that of ${url.host}`;
  return [say(`${sentence}: set it by NTP (timedatectl set-ntp true).`)];
}

/** The time of a host, by the response to a request for nothing. */
async function dateOf(url: URL, proxy: string | undefined): Promise<number> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const socket = await connectThrough(url, proxy, signal);
  try {
    const isForProxy = proxy !== undefined && url.protocol === "http:";
    const { date = "" } = await ask({
      method: "HEAD",
      path: isForProxy ? `${url.origin}/` : "/",
      headers: { host: url.host },
      // Node takes this connection only without an agent.
      agent: undefined,
      createConnection: () => socket,
      signal,
    });
    return Date.parse(date);
  } finally {
    socket.destroy();
  }
}
