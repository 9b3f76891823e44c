import type { Dispatcher } from "undici";
import type { z } from "zod";
import type { Clock } from "../../time/clock.ts";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import type { UpstreamRequest, UpstreamResponse } from "../provider.ts";

/** The longest body, if the request says nothing else. */
const USUAL_BYTES = 64 * 1024;
/** A body of which only the length matters is followed so far: endless ones are failures. */
export const MEASURED_BYTES = 8 * 1024 * 1024;

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
export async function readResponse(
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
