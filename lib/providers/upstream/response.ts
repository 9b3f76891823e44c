import type { Dispatcher } from "undici";
import type { z } from "zod";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import { failureOfStatus } from "./errors.ts";
import type { UpstreamRequest } from "./request.ts";

/** Of a response whose request says nothing else. */
const USUAL_BYTES = 64 * 1024;
/** Of any response: the agent reads no further. */
export const MAX_BYTES = 1024 * 1024;

/** A complete response, its size and type checked. */
export interface UpstreamResponse {
  status: number;
  bytes: Uint8Array;
  /**
   * The body, when it says it is JSON, matches, and is about the requested player; otherwise throws
   * UpstreamFailure.
   */
  json<Schema extends z.ZodType>(
    schema: Schema,
    isSame?: (body: z.infer<Schema>) => boolean,
  ): z.infer<Schema>;
  /** The body, when it says it is JSON and matches; otherwise null. For telling forms apart. */
  maybeJson<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null;
  /** To be thrown: the response breaks the contract of the upstream, or is about another player. */
  failure(detail: string, kind?: FailureKind): UpstreamFailure;
  /** To be thrown: what a status means that the body names, with the pause that it names. */
  failureOf(status: number, pauseSeconds?: number): UpstreamFailure;
  /** Where a redirect leads, as it is written; none is followed. */
  location: string | undefined;
  /** True for HTML, which comes from a gateway or a broken route, not from the upstream. */
  isHtml: boolean;
}

type Call = CallName &
  Pick<UpstreamRequest<unknown>, "expects" | "maxBytes" | "none" | "alsoReads" | "pauseIn">;

/** Reads a response, and throws what its status or its type means. */
export async function readResponse(
  call: Call,
  response: Dispatcher.ResponseData,
): Promise<UpstreamResponse> {
  const { statusCode: status, headers } = response;
  const type = header(headers["content-type"])?.toLowerCase() ?? "";
  const documented = [200, ...Object.keys(call.none ?? {}).map(Number), ...(call.alsoReads ?? [])];
  const retryAfter = header(headers["retry-after"]);
  if (status === 429 && call.pauseIn !== undefined) {
    // Whatever is wrong with the body, this is a refusal.
    const bytes = await bytesOf(call, response.body).catch(() => new Uint8Array());
    const refusal = checkedResponse(call, status, type, bytes, retryAfter);
    throw refusal.failureOf(status, refusal.maybeJson(call.pauseIn) ?? undefined);
  }
  if (!documented.includes(status)) {
    discard(response.body);
    throw failureOfStatus(call, status, retryAfter);
  }
  const encoding = header(headers["content-encoding"]) ?? "identity";
  if (encoding !== "identity") {
    discard(response.body);
    throw new UpstreamFailure("bad-response", call, `sent an encoded body (${encoding})`);
  }
  const expected = call.expects === "png" ? type.startsWith("image/png") : isJson(type);
  if (status === 200 && !expected) {
    discard(response.body);
    throw new UpstreamFailure("bad-response", call, `sent "${type.slice(0, 40)}"`);
  }
  const bytes = await bytesOf(call, response.body);
  const known = checkedResponse(call, status, type, bytes, retryAfter);
  return { ...known, location: header(headers["location"]) };
}

/** The whole body; no more of it is read than the request allows. */
async function bytesOf(call: Call, body: Dispatcher.ResponseData["body"]): Promise<Uint8Array> {
  const { maxBytes = USUAL_BYTES } = call;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new UpstreamFailure("bad-response", call, `sent more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A response that was received whole. `type` is its media type, in lower case. */
export function checkedResponse(
  call: CallName,
  status: number,
  type: string,
  bytes: Uint8Array,
  retryAfter?: string,
): UpstreamResponse {
  const parse = <Schema extends z.ZodType>(schema: Schema) => {
    if (!isJson(type)) return null;
    try {
      const result = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
      return result.success ? { value: result.data } : null;
    } catch {
      return null;
    }
  };
  const failure = (detail: string, kind: FailureKind = "bad-response") =>
    new UpstreamFailure(kind, call, detail);
  return {
    status,
    bytes,
    failure,
    failureOf: (meant, pauseSeconds) => failureOfStatus(call, meant, retryAfter, pauseSeconds),
    location: undefined,
    isHtml: type.includes("html"),
    maybeJson: (schema) => parse(schema)?.value ?? null,
    json(schema, isSame = () => true) {
      const parsed = parse(schema);
      if (parsed === null) throw failure(`sent a body of a wrong shape (${status})`);
      if (isSame(parsed.value)) return parsed.value;
      throw failure("its response is about another player", "mismatch");
    },
  };
}

/** The form of "there is none" that is no body at all. */
export const isEmpty = ({ bytes }: UpstreamResponse) => bytes.length === 0;

/** What a response says: a value, or null for exactly a documented "there is none". */
export function valueIn<Value>(
  { none = {}, alsoReads = [], read }: UpstreamRequest<Value>,
  response: UpstreamResponse,
): Value | null {
  const { status } = response;
  const form = none[status];
  const isNone =
    typeof form === "function" ? form : () => form && response.maybeJson(form) !== null;
  if (isNone(response)) return null;
  if (status === 200 || alsoReads.includes(status)) return read(response);
  throw response.failure(`unclear response (${status})`);
}

/** Drops a body unread. Undici reports the drop as an error of the stream, which says nothing. */
function discard(body: Dispatcher.ResponseData["body"]): void {
  body.once("error", () => undefined);
  body.destroy();
}

function isJson(type: string): boolean {
  return /^application\/([a-z.+-]+\+)?json\b/.test(type);
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
