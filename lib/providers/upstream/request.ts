import { isIP } from "node:net";
import { Agent, request, type Dispatcher } from "undici";
import type { z } from "zod";
import { startTimeLimit } from "../../time-limit.ts";
import type { Deadline } from "../deadline.ts";
import { UpstreamFailure, type CallName } from "../failure.ts";
import { failureOf } from "./errors.ts";
import { MAX_BYTES, readResponse, valueIn, type UpstreamResponse } from "./response.ts";

/** For each status, the body with which it is documented to say "there is none". */
export type NoneForms = Readonly<
  Record<number, z.ZodType | ((response: UpstreamResponse) => boolean)>
>;

/** What is sent, and how its response is read. */
export interface UpstreamRequest<Value> {
  /** Built by a provider from a configured base and checked identifiers; never from a response. */
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** What a 200 must carry; JSON by default. */
  expects?: "json" | "png";
  /** The longest body that is read; 64 KiB by default, and never more than 1 MiB. */
  maxBytes?: number;
  /** The responses that give null; any other with one of these statuses is a failure. */
  none?: NoneForms;
  /** Statuses, besides 200, that `read` knows how to read. */
  alsoReads?: readonly number[];
  /** Turns a response into a value, or throws. */
  read(response: UpstreamResponse): Value | null;
}

/** What a provider wants sent. The request may be decided on at the last moment, when it may be sent. */
export type ProviderCall<Value> = { operation: string; deadline: Deadline } & (
  UpstreamRequest<Value> | { prepare(): Promise<UpstreamRequest<Value>> }
);
export type UpstreamCall<Value> = CallName & ProviderCall<Value>;

/** Sends a call: gives a value, null when the upstream said there is none, or throws UpstreamFailure. */
export type Send = <Value>(call: UpstreamCall<Value>) => Promise<Value | null>;
/** The same in the name of one provider. */
export type Upstream = <Value>(call: ProviderCall<Value>) => Promise<Value | null>;

/** Wraps every call, as budget and breaker do. It may refuse, delay or observe. */
export type Guard = <Value>(
  call: UpstreamCall<Value>,
  /** Goes on with the call; from a local address, if one is given. */
  send: (address?: string) => Promise<Value | null>,
) => Promise<Value | null>;

export interface UpstreamOptions {
  /** Sent with every call, so that operators know where it comes from. */
  userAgent: string;
  /** Outermost first. */
  guards?: readonly Guard[];
  /** A time limit that ends so late means that our own event loop stood still. */
  stallMs?: number;
}

const CONNECT_MS = 1_000;
const FIRST_BYTE_MS = 2_500;
const TOTAL_MS = 4_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Less time than this is too little to expect a response in. */
const FAIR_MS = 1_000;
const STALL_MS = 200;

/** The only way to other hosts, with its own connections. */
export function createUpstream({ userAgent, guards = [], stallMs = STALL_MS }: UpstreamOptions): {
  send: Send;
  close(): Promise<void>;
} {
  const agents = new Map<string | undefined, Agent>();
  const agentFrom = (address: string | undefined) => {
    const known = agents.get(address);
    if (known !== undefined) return known;
    const agent = new Agent({
      connect: { timeout: CONNECT_MS, ...(address !== undefined && { family: isIP(address) }) },
      ...(address !== undefined && { localAddress: address, autoSelectFamily: false }),
      connections: 64,
      maxHeaderSize: MAX_HEADER_BYTES,
      maxResponseSize: MAX_BYTES,
      keepAliveTimeout: 10_000,
    });
    agents.set(address, agent);
    return agent;
  };

  const send: Send = <Value>(call: UpstreamCall<Value>) => {
    type Next = (address?: string) => Promise<Value | null>;
    const direct: Next = (address) => sendFrom(agentFrom(address), call, { userAgent, stallMs });
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

async function sendFrom<Value>(
  agent: Dispatcher,
  given: UpstreamCall<Value>,
  { userAgent, stallMs }: { userAgent: string; stallMs: number },
) {
  const call = "prepare" in given ? { ...given, ...(await given.prepare()) } : given;
  const milliseconds = Math.min(TOTAL_MS, call.deadline.remainingMs());
  if (milliseconds === 0) {
    const options = { isInconclusive: true };
    throw new UpstreamFailure("timeout", call, "no time was left to send it", options);
  }

  let hasBegun = false;
  let isInconclusive = milliseconds < FAIR_MS;
  const abort = new AbortController();
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
      dispatcher: agent,
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
    const { aborted } = abort.signal;
    throw failureOf(call, error, { aborted, hasBegun, isInconclusive });
  } finally {
    endTotal();
    endFirstByte();
  }
}
