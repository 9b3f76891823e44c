import { lookup as lookupDns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, request, type Dispatcher } from "undici";
import { startTimeLimit } from "../../time-limit.ts";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import type { Guard, Send, UpstreamCall } from "../provider.ts";
import { createPublicConnector, NOT_PUBLIC } from "./public-addresses.ts";
import { MAX_BYTES, readResponse, valueIn } from "./response.ts";

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

const CONNECT_MS = 1_000;
const FIRST_BYTE_MS = 2_500;
const TOTAL_MS = 4_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Less time than this is too little to expect a response in. */
const FAIR_MS = 1_000;
const STALL_MS = 200;

/** The only way to other hosts, with its own connections. */
export function createUpstream({
  userAgent,
  guards = [],
  stallMs = STALL_MS,
  lookup = lookupDns,
}: UpstreamOptions): {
  send: Send;
  close(): Promise<void>;
} {
  // Connections are only shared by requests that may have been sent on new ones.
  const agents = new Map<string, Agent>();
  const agentFrom = (address: string | undefined, onlyPublic: boolean) => {
    const key = `${address} ${onlyPublic}`;
    const known = agents.get(key);
    if (known !== undefined) return known;
    const connect = {
      timeout: CONNECT_MS,
      lookup,
      ...(address !== undefined && { family: isIP(address), autoSelectFamily: false }),
    };
    const agent = new Agent({
      connect: onlyPublic ? createPublicConnector(connect) : connect,
      ...(address !== undefined && { localAddress: address }),
      connections: 64,
      maxHeaderSize: MAX_HEADER_BYTES,
      maxResponseSize: MAX_BYTES,
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

  let hasBegun = false;
  let isInconclusive = milliseconds < FAIR_MS;
  const abort = new AbortController();
  // What sockets do takes real time, whatever the clock of the deadline says.
  const abortAfter = (ms: number) => {
    const dueAt = performance.now() + ms;
    return startTimeLimit(ms, () => {
      isInconclusive ||= performance.now() - dueAt > stallMs;
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
        accept: call.expects === "png" ? "image/png" : "application/json",
        // Bodies are small; without compression there is nothing to inflate.
        "accept-encoding": "identity",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    hasBegun = true;
    endFirstByte();
    return valueIn(call, await readResponse(call, response));
  } catch (error) {
    throw failureOf(call, error, { aborted: abort.signal.aborted, hasBegun, isInconclusive });
  } finally {
    endTotal();
    endFirstByte();
  }
}

/** When something went wrong. */
interface Moment {
  /** Our own time limit ended the call. */
  aborted: boolean;
  /** Status and headers were there already. */
  hasBegun: boolean;
  /** A timeout says nothing about the upstream. */
  isInconclusive: boolean;
}

/** Names what went wrong below HTTP, or while a response was read. */
function failureOf(
  call: CallName,
  error: unknown,
  { aborted, hasBegun, isInconclusive }: Moment,
): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  const fail = (kind: FailureKind, detail: string, saysNothing = false) =>
    new UpstreamFailure(kind, call, detail, { cause: error, isInconclusive: saysNothing });
  // One player's texture says nothing about those of others.
  if (code === NOT_PUBLIC) {
    return fail("bad-response", "led to a host without a public address", true);
  }
  if (aborted || code === "UND_ERR_CONNECT_TIMEOUT") {
    return fail("timeout", "no response in time", isInconclusive);
  }
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return fail("bad-response", "sent too many bytes");
  if (hasBegun) return fail("bad-response", `its response could not be read (${code})`);
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) {
    return fail("tls", `the certificate is refused (${code})`);
  }
  const kind = /HEADERS_OVERFLOW|HPE_/.test(code) ? "bad-response" : "unavailable";
  return fail(kind, `the connection failed (${code})`);
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown";
}
