import { lookup as lookupDns } from "node:dns";
import type { LookupFunction } from "node:net";
import { EnvHttpProxyAgent, Pool, request, type Dispatcher } from "undici";
import { startTimeLimit } from "../../time/time-limit.ts";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import type { Guard, ProviderAllowance, Send, Upstream, UpstreamCall } from "../provider.ts";
import { agentProxies, createProxyOf, type Proxies } from "./proxies.ts";
import {
  createPublicConnector,
  isPublicAddress,
  NOT_PUBLIC,
  publicLookup,
  publicTunnels,
} from "./public-addresses.ts";
import { MEASURED_BYTES, readResponse, valueIn } from "./response.ts";

interface ConnectionsOptions {
  proxies?: Partial<Proxies>;
  /** Tests use one in place of the system's. */
  lookup?: LookupFunction;
  /** Tests use one in place of the internet's rules. */
  isPublic?: (address: string) => boolean;
}

export interface UpstreamOptions extends ConnectionsOptions {
  /** Sent with every call, so that operators know where it comes from. */
  userAgent: string;
  /** Outermost first. */
  guards?: readonly Guard[];
  /** A time limit that ends so late means that our own event loop stood still. */
  stallMs?: number;
}

const FIRST_BYTE_MS = 2_500;
const TOTAL_MS = 4_000;
/** Less time than this is too little to expect a response in. */
const FAIR_MS = 1_000;

/** The only way to other hosts, with its own connections. */
export function createUpstream({
  userAgent,
  guards = [],
  stallMs = 200,
  ...options
}: UpstreamOptions) {
  const connections = createConnections(options);

  const send: Send = <Value>(call: UpstreamCall<Value>) => {
    type Next = () => Promise<Value | null>;
    const direct: Next = () => sendBy(connections.to, call, { userAgent, stallMs });
    const wrap =
      (next: Next, guard: Guard): Next =>
      () =>
        guard(call, next);
    return guards.reduceRight(wrap, direct)();
  };

  /** Sends the calls of one provider: whatever names they give themselves, its own allowance pays for them. */
  const upstreamOf =
    ({ name, allowance }: { name: string; allowance: ProviderAllowance }): Upstream =>
    (call) => {
      const bucket = allowance.perOperation === true ? `${name}:${call.operation}` : name;
      return send({ ...call, provider: name, bucket });
    };

  return { send, upstreamOf, close: connections.close };
}

async function sendBy<Value>(
  agentFor: (url: string, onlyPublic: boolean) => Dispatcher,
  requested: UpstreamCall<Value>,
  { userAgent, stallMs }: { userAgent: string; stallMs: number },
) {
  const call =
    "prepare" in requested ? { ...requested, ...(await requested.prepare()) } : requested;
  const milliseconds = Math.min(TOTAL_MS, call.deadline.remainingMs());
  if (milliseconds === 0) {
    throw new UpstreamFailure("timeout", call, "no time was left to send it", {
      isInconclusive: true,
    });
  }

  let begun = false;
  let inconclusive = milliseconds < FAIR_MS;
  const abort = new AbortController();
  // Sockets take real time, whatever the clock of the deadline says.
  const abortAfter = (ms: number) => {
    const dueAt = performance.now() + ms;
    return startTimeLimit(ms, () => {
      inconclusive ||= performance.now() - dueAt > stallMs;
      abort.abort();
    });
  };
  const endTotal = abortAfter(milliseconds);
  const endFirstByte = abortAfter(Math.min(FIRST_BYTE_MS, milliseconds));
  try {
    const response = await request(call.url, {
      dispatcher: agentFor(call.url, call.onlyPublic === true),
      signal: abort.signal,
      method: call.method ?? "GET",
      headers: {
        "user-agent": userAgent,
        accept: call.expects === "image" ? "image/png" : "application/json",
        // Bodies are small; without compression there is nothing to inflate.
        "accept-encoding": "identity",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    begun = true;
    endFirstByte();
    return valueIn(call, await readResponse(call, response));
  } catch (error) {
    const { aborted } = abort.signal;
    const failure = failureOf(call, error, { aborted, begun, inconclusive });
    failure.concern(call);
    throw failure;
  } finally {
    endTotal();
    endFirstByte();
  }
}

/**
 * Names what went wrong below HTTP, or while a response was read: `aborted` by our own time limit, before or
 * after a response had `begun`. An inconclusive timeout says nothing about the upstream.
 */
function failureOf(
  call: CallName,
  error: unknown,
  is: { aborted: boolean; begun: boolean; inconclusive: boolean },
): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  const fail = (kind: FailureKind, detail: string, saysNothing = false) =>
    new UpstreamFailure(kind, call, detail, { cause: error, isInconclusive: saysNothing });
  // One player's texture says nothing about those of others.
  if (code === NOT_PUBLIC) return fail("bad-response", "its host has no public address", true);
  if (is.aborted || code === "UND_ERR_CONNECT_TIMEOUT") {
    return fail("timeout", "no response in time", is.inconclusive);
  }
  // It is all there, and against the rules: a 204 with a body, headers that are too long.
  if (/^HPE_|HEADERS_OVERFLOW|CONTENT_LENGTH_MISMATCH/.test(code)) {
    return fail("bad-response", `sent no HTTP (${code})`);
  }
  if (is.begun) return fail("incomplete", `its response could not be read (${code})`);
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) {
    return fail("tls", `the certificate is refused (${code})`);
  }
  const message = error instanceof Error ? error.message : "";
  const [, status] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
  if (status !== undefined) return fail("unavailable", `the proxy refuses to connect (${status})`);
  return fail("unavailable", `the connection failed (${code})`);
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown";
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

/** Connections to other hosts: directly, or through the proxies of this network. */
function createConnections({
  proxies = {},
  lookup = lookupDns,
  isPublic = isPublicAddress,
}: ConnectionsOptions) {
  const publicOnly = publicLookup(lookup, isPublic);
  const proxyOf = createProxyOf(proxies);
  // Requests share only connections that each of them may have opened.
  const agents = new Map<string, Dispatcher>();

  const open = (onlyPublic: boolean, isDirect: boolean) => {
    const connect = { timeout: CONNECT_MS, lookup };
    return new EnvHttpProxyAgent({
      ...LIMITS,
      connect: onlyPublic ? createPublicConnector(connect, publicOnly, isPublic) : connect,
      ...agentProxies(isDirect ? {} : proxies),
      // Many proxies open tunnels to port 443 only; without one, it is the proxy that looks a name up.
      proxyTunnel: onlyPublic,
      proxyTls: connect,
      factory: (origin, options) => new Pool(origin, { ...(options as Pool.Options), ...LIMITS }),
      clientFactory(origin, options) {
        const pool = new Pool(origin, {
          ...(options as Pool.Options),
          ...LIMITS,
          headersTimeout: TUNNEL_MS,
        });
        return onlyPublic ? publicTunnels(pool, publicOnly, isPublic) : pool;
      },
    });
  };

  return {
    /**
     * The connections to a URL.
     * @param onlyPublic Whether they may lead to public addresses only.
     */
    to(url: string, onlyPublic: boolean): Dispatcher {
      const isDirect = proxyOf(new URL(url)) === undefined;
      const key = `${onlyPublic} ${isDirect}`;
      const agent = agents.get(key) ?? open(onlyPublic, isDirect);
      agents.set(key, agent);
      return agent;
    },

    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
