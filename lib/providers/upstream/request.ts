import { lookup as lookupDns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector, request, type Dispatcher } from "undici";
import { startTimeLimit } from "../../clock.ts";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import type { Guard, Send, UpstreamCall } from "../provider.ts";
import { MEASURED_BYTES, readResponse, valueIn } from "./response.ts";

export interface UpstreamOptions {
  /** Sent with every call, so that operators know where it comes from. */
  userAgent: string;
  /** Outermost first. */
  guards?: readonly Guard[];
  /** A time limit that ends so late means that our own event loop stood still. */
  stallMs?: number;
  /** In place of the system's, for tests. */
  lookup?: LookupFunction;
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
  lookup = lookupDns,
}: UpstreamOptions) {
  // Connections are only shared by requests that may have been sent on new ones.
  const agents = new Map<string, Agent>();
  const agentFrom = (address: string | undefined, onlyPublic: boolean) => {
    const key = `${address} ${onlyPublic}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    const connect = {
      timeout: 1_000,
      lookup,
      ...(address !== undefined && { family: isIP(address), autoSelectFamily: false }),
    };
    const agent = new Agent({
      connect: onlyPublic ? createPublicConnector(connect) : connect,
      ...(address !== undefined && { localAddress: address }),
      connections: 64,
      maxHeaderSize: 16 * 1024,
      // Each request has a limit of its own; this one is for bodies that nobody reads.
      maxResponseSize: 2 * MEASURED_BYTES,
      keepAliveTimeout: 10_000,
    });
    agents.set(key, agent);
    return agent;
  };

  const send: Send = <Value>(call: UpstreamCall<Value>) => {
    type Next = (address?: string) => Promise<Value | null>;
    const direct: Next = (address) =>
      sendBy((onlyPublic) => agentFrom(address, onlyPublic), call, { userAgent, stallMs });
    // A guard inside the one that chose the address need not know of it.
    const wrap =
      (next: Next, guard: Guard): Next =>
      (address) =>
        guard(call, (chosen = address) => next(chosen));
    return guards.reduceRight(wrap, direct)();
  };
  return {
    send,
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

async function sendBy<Value>(
  agentFor: (onlyPublic: boolean) => Dispatcher,
  given: UpstreamCall<Value>,
  { userAgent, stallMs }: { userAgent: string; stallMs: number },
) {
  const call = "prepare" in given ? { ...given, ...(await given.prepare()) } : given;
  const milliseconds = Math.min(TOTAL_MS, call.deadline.remainingMs());
  if (milliseconds === 0) {
    throw new UpstreamFailure("timeout", call, "no time was left to send it", {
      isInconclusive: true,
    });
  }

  let begun = false;
  let inconclusive = milliseconds < FAIR_MS;
  const abort = new AbortController();
  // What sockets do takes real time, whatever the clock of the deadline says.
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
      dispatcher: agentFor(call.onlyPublic === true),
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
  if (code === NOT_PUBLIC) {
    return fail("bad-response", "led to a host without a public address", true);
  }
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
  return fail("unavailable", `the connection failed (${code})`);
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/** The code of a refused connection. */
const NOT_PUBLIC = "ADDRESS_NOT_PUBLIC";
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
function createPublicConnector({
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
