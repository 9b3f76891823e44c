import { Agent, request, type Dispatcher } from "undici";
import type { Deadline } from "../deadline.ts";
import { UpstreamFailure } from "../failure.ts";
import { readAnswer, type UpstreamAnswer } from "./answer.ts";
import { failureOf } from "./errors.ts";

/** What is sent, and how its answer is read. */
export interface Question<Value> {
  /** Built by a provider from a configured base and checked identifiers; never from an answer. */
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Statuses, besides 200, that `read` knows how to read. */
  alsoReads?: readonly number[];
  /** Turns an answer into a value, or null for exactly the documented "there is none", or throws. */
  read(answer: UpstreamAnswer): Value | null;
}

interface Call {
  provider: string;
  operation: string;
  /** What a 200 must carry. */
  expects: "json" | "png";
  deadline: Deadline;
}

/** One question to one upstream. */
export interface AskedCall<Value> extends Call, Question<Value> {}

/** A call that is decided on at the last moment, when it may be sent. */
export interface LateCall<Value> extends Call {
  question(): Promise<Question<Value>>;
}

export type UpstreamCall<Value> = AskedCall<Value> | LateCall<Value>;

/** Asks an upstream: gives a value, null when the upstream said there is none, or throws UpstreamFailure. */
export type Upstream = <Value>(call: UpstreamCall<Value>) => Promise<Value | null>;

/** Stands before every call; budgets and breakers are guards. It may refuse, delay or observe. */
export type Guard = <Value>(
  call: UpstreamCall<Value>,
  ask: () => Promise<Value | null>,
) => Promise<Value | null>;

export interface UpstreamOptions {
  /** Sent with every call, so that operators know who asks. */
  userAgent: string;
  /** Outermost first. */
  guards?: readonly Guard[];
  /** A time limit that comes so late means that our own event loop stood still. */
  stallMs?: number;
}

const CONNECT_MS = 1_000;
const FIRST_BYTE_MS = 2_500;
const TOTAL_MS = 4_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Less time than this is too little to expect an answer in. */
const FAIR_MS = 1_000;
const STALL_MS = 200;

/** The only way to other hosts, with its own connections. */
export function createUpstream({ userAgent, guards = [], stallMs = STALL_MS }: UpstreamOptions): {
  ask: Upstream;
  close(): Promise<void>;
} {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    connections: 64,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: 10_000,
  });

  const ask: Upstream = (call) => {
    const direct = () => send(call, agent, { userAgent, stallMs });
    return guards.reduceRight((next, guard) => () => guard(call, next), direct)();
  };
  return { ask, close: () => agent.destroy() };
}

async function send<Value>(
  asked: UpstreamCall<Value>,
  agent: Dispatcher,
  { userAgent, stallMs }: { userAgent: string; stallMs: number },
) {
  const call = "question" in asked ? { ...asked, ...(await asked.question()) } : asked;
  const milliseconds = Math.min(TOTAL_MS, call.deadline.remainingMs());
  if (milliseconds === 0) {
    const options = { isInconclusive: true };
    throw new UpstreamFailure("timeout", call, "no time was left to ask", options);
  }

  let answering = false;
  let isInconclusive = milliseconds < FAIR_MS;
  const abort = new AbortController();
  const abortAfter = (ms: number) => {
    const dueAt = performance.now() + ms;
    return setTimeout(() => {
      isInconclusive ||= performance.now() - dueAt > stallMs;
      abort.abort();
    }, ms);
  };
  const total = abortAfter(milliseconds);
  const firstByte = abortAfter(Math.min(FIRST_BYTE_MS, milliseconds));
  try {
    const response = await request(call.url, {
      dispatcher: agent,
      signal: abort.signal,
      method: call.method ?? "GET",
      headers: {
        "user-agent": userAgent,
        accept: call.expects === "json" ? "application/json" : "image/png",
        // Bodies are small; asking for no compression leaves nothing to inflate.
        "accept-encoding": "identity",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
    answering = true;
    clearTimeout(firstByte);
    return call.read(await readAnswer(call, response));
  } catch (error) {
    const { aborted } = abort.signal;
    throw failureOf(call, error, { aborted, answering, isInconclusive });
  } finally {
    clearTimeout(total);
    clearTimeout(firstByte);
  }
}
