import { lookup as lookupDns } from "node:dns";
import type { LookupFunction } from "node:net";
import { EnvHttpProxyAgent, Pool, request, type Dispatcher } from "undici";
import type { z } from "zod";
import { startTimeLimit } from "../../time/time-limit.ts";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import type {
  Guard,
  ProviderAllowance,
  Send,
  Upstream,
  UpstreamCall,
  UpstreamRequest,
  UpstreamResponse,
} from "../provider.ts";
import { agentProxies, createProxyOf, type Proxies } from "./proxies.ts";
import {
  createPublicConnector,
  isPublicAddress,
  NOT_PUBLIC,
  publicLookup,
  publicTunnels,
} from "./public-addresses.ts";
import type { Clock } from "../../time/clock.ts";

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

/** The longest body, if the request says nothing else. */
const USUAL_BYTES = 64 * 1024;
/** A body of which only the length matters is followed so far: endless ones are failures. */
const MEASURED_BYTES = 8 * 1024 * 1024;

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

/** A call, and the clock on which a pause that its response names passes. */
type TimedCall = CallName & { deadline: { clock: Clock } };
type Call = TimedCall &
  Pick<
    UpstreamRequest<unknown>,
    "expects" | "maxBytes" | "measuresLonger" | "none" | "alsoReads" | "pauseIn"
  >;

/** The status and the headers of a response. */
interface Head {
  status: number;
  /** The media type, in lower case; empty without one. */
  type: string;
  /** The encodings that the body has to be decoded from. */
  encodings: readonly string[];
  /** The length of the body in bytes; 0 where it is not said. */
  length: number;
  retryAfter: string | undefined;
  location: string | undefined;
  /** The end of the body is marked. */
  hasEnd: boolean;
}

/** Reads a response; throws the failure that its status or its type means. */
async function readResponse(
  call: Call,
  { statusCode, headers, body }: Dispatcher.ResponseData,
): Promise<UpstreamResponse> {
  const head = headOf(statusCode, headers);
  const { status, type } = head;
  if (status === 429 && call.pauseIn !== undefined) {
    throw await refusalOf(call, call.pauseIn, head, body);
  }
  const failure = failureInHead(call, head);
  if (failure !== undefined) {
    discard(body);
    throw failure;
  }
  if (call.measuresLonger === true && head.length > (call.maxBytes ?? USUAL_BYTES)) {
    discard(body);
    return checkedResponse(call, status, type, new Uint8Array(), { ...head, isTooLong: true });
  }
  const { bytes, isTooLong } = await bodyOf(call, body);
  return checkedResponse(call, status, type, bytes, { ...head, isTooLong });
}

function headOf(status: number, headers: Dispatcher.ResponseData["headers"]): Head {
  return {
    status,
    type: header(headers["content-type"])?.toLowerCase() ?? "",
    encodings: encodingsIn(headers["content-encoding"]),
    length: Number(header(headers["content-length"]) ?? 0),
    retryAfter: header(headers["retry-after"]),
    location: header(headers["location"]),
    hasEnd: "content-length" in headers || "transfer-encoding" in headers,
  };
}

/** The failure of a 429 whose body may name a pause. It is a refusal, whatever is wrong with the body. */
async function refusalOf(
  call: Call,
  pauseIn: z.ZodType<number>,
  head: Head,
  body: Dispatcher.ResponseData["body"],
): Promise<UpstreamFailure> {
  const { bytes } = await bodyOf(call, body).catch(() => ({ bytes: new Uint8Array() }));
  const refusal = checkedResponse(call, head.status, head.type, bytes, head);
  return refusal.failureOf(head.status, refusal.maybeJson(pauseIn) ?? undefined);
}

/** The failure that status and headers mean before the body is read; undefined for none. */
function failureInHead(call: Call, head: Head): UpstreamFailure | undefined {
  const { status, type, encodings } = head;
  const documented = [200, ...Object.keys(call.none ?? {}).map(Number), ...(call.alsoReads ?? [])];
  if (!documented.includes(status)) return failureOfStatus(call, status, head.retryAfter);
  const badResponse = (detail: string) => new UpstreamFailure("bad-response", call, detail);
  if (encodings.length > 0) return badResponse(`sent an encoded body (${encodings.join(", ")})`);
  const isExpected = call.expects === "image" ? mayBeImage(type) : isJson(type);
  return status === 200 && !isExpected ? badResponse(`sent "${type.slice(0, 40)}"`) : undefined;
}

/** Leaves a body unread. Undici reports that as an error of the stream, which says nothing. */
function discard(body: Dispatcher.ResponseData["body"]): void {
  body.once("error", () => undefined).destroy();
}

/** The whole body; of one that is longer than the request allows, nothing is kept. */
async function bodyOf(
  call: Call,
  body: Dispatcher.ResponseData["body"],
): Promise<{ bytes: Uint8Array; isTooLong: boolean }> {
  const { maxBytes = USUAL_BYTES, measuresLonger = false } = call;
  const mostBytes = measuresLonger ? MEASURED_BYTES : maxBytes;
  let chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > mostBytes) {
      throw new UpstreamFailure("bad-response", call, `sent more than ${mostBytes} bytes`);
    }
    if (length <= maxBytes) chunks.push(chunk);
    else chunks = [];
  }
  return { bytes: Buffer.concat(chunks), isTooLong: length > maxBytes };
}

/** A response that was received whole. `type` is its media type, in lower case. */
export function checkedResponse(
  call: TimedCall,
  status: number,
  type: string,
  bytes: Uint8Array,
  {
    retryAfter,
    location,
    hasEnd = true,
    isTooLong = false,
  }: Partial<Pick<UpstreamResponse, "location" | "hasEnd" | "isTooLong">> & {
    retryAfter?: string | undefined;
  } = {},
): UpstreamResponse {
  const maybeJson = <Schema extends z.ZodType>(schema: Schema) => {
    if (!isJson(type)) return null;
    try {
      return schema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
    } catch {
      return null;
    }
  };
  const failure = (detail: string, kind: FailureKind = "bad-response") =>
    new UpstreamFailure(kind, call, detail);
  return {
    status,
    bytes,
    isTooLong,
    hasEnd,
    location,
    isHtml: type.includes("html"),
    maybeJson,
    json(schema, isSame = () => true) {
      const value = maybeJson(schema);
      if (value === null) throw failure(`sent a body of a wrong shape (${status})`);
      if (isSame(value)) return value;
      throw failure("its response is about another player", "mismatch");
    },
    failure,
    failureOf: (meant, pauseSeconds) => failureOfStatus(call, meant, retryAfter, pauseSeconds),
  };
}

/** The value in a response, or null for exactly a documented "there is none". */
export function valueIn<Value>(
  { none = {}, alsoReads = [], read }: UpstreamRequest<Value>,
  response: UpstreamResponse,
): Value | null {
  const { status } = response;
  const form = none[status];
  const isNone =
    typeof form === "function" ? form(response) : form && response.maybeJson(form) !== null;
  if (isNone) return null;
  if (status === 200 || alsoReads.includes(status)) return read(response);
  throw response.failure(`unclear response (${status})`);
}

/** A body may name a longer pause than a header: periods of limits are known to be five minutes. */
const LONGEST_PAUSE_SECONDS = 600;

/**
 * The failure a status means when the provider's contract does not say otherwise. The longer pause holds, if
 * header and body name one.
 */
function failureOfStatus(call: TimedCall, status: number, retryAfter?: string, pauseSeconds = 0) {
  const { clock } = call.deadline;
  const inBody = Math.min(LONGEST_PAUSE_SECONDS, Math.ceil(pauseSeconds));
  const seconds = Math.max(parseRetryAfter(retryAfter, clock.now()) ?? 0, inBody) || undefined;
  const fail = (kind: FailureKind, detail: string) =>
    new UpstreamFailure(kind, call, detail, { status, retryAfterSeconds: seconds, clock });
  if (status === 429) return fail("throttled", "limited the calls (429)");
  if (status === 401 || status === 403) return fail("refused", `refused the call (${status})`);
  if (status >= 500) return fail("error", `failed (${status})`);
  return new UpstreamFailure("bad-response", call, `unexpected status ${status}`, { status });
}

/** Longer times are cut: a nonsense value must not pause an upstream for hours. */
const LONGEST_RETRY_SECONDS = 120;

/** Reads `Retry-After`, seconds or a date, as 1 to 120 seconds. `now` is in Unix milliseconds. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const isSeconds = /^[0-9]+$/.test(value);
  // Date.parse takes nearly anything; an HTTP date ends in GMT.
  if (!isSeconds && !value.endsWith(" GMT")) return undefined;
  const seconds = isSeconds ? Number(value) : (Date.parse(value) - now) / 1_000;
  return Number.isNaN(seconds)
    ? undefined
    : Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
}

function isJson(type: string): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/.test(type);
}

/** True for an image, or a file of an unknown type. Documents come from gateways. */
function mayBeImage(type: string): boolean {
  return type === "" || /^(?:image\/|(?:application|binary)\/octet-stream\b)/.test(type);
}

/** The encodings in a list of `Content-Encoding`, in any case; "identity" is none. */
function encodingsIn(value: string | string[] = []): string[] {
  return [value]
    .flat()
    .flatMap((line) => line.toLowerCase().split(","))
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
