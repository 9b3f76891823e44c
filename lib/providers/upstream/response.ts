import type { Dispatcher } from "undici";
import type { z } from "zod";
import { UpstreamFailure, type CallName, type FailureKind } from "../failure.ts";
import { failureOfStatus } from "./errors.ts";
import type { PreparedCall } from "./request.ts";

const MAX_JSON_BYTES = 64 * 1024;
const MAX_PNG_BYTES = 256 * 1024;

/** A complete response, its size and type checked. */
export interface UpstreamResponse {
  status: number;
  bytes: Uint8Array;
  /** The body, when it says it is JSON and matches; otherwise throws UpstreamFailure. */
  json<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
  /** The body, when it says it is JSON and matches; otherwise null. For telling forms apart. */
  maybeJson<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null;
  /** To be thrown: the response breaks the contract of the upstream, or is about another player. */
  failure(detail: string, kind?: FailureKind): UpstreamFailure;
  /** True for HTML, which comes from a gateway or a broken route, not from the upstream. */
  isHtml: boolean;
}

type Call = Pick<PreparedCall<unknown>, "provider" | "operation" | "expects" | "alsoReads">;

/** Reads a response while counting its bytes, and throws what its status or its type means. */
export async function readResponse(
  call: Call,
  response: Dispatcher.ResponseData,
): Promise<UpstreamResponse> {
  const { statusCode: status, headers } = response;
  const type = header(headers["content-type"])?.toLowerCase() ?? "";
  if (status !== 200 && !(call.alsoReads ?? []).includes(status)) {
    discard(response.body);
    throw failureOfStatus(call, status, header(headers["retry-after"]));
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
  const bytes = await readBytes(call, response.body);
  return checkedResponse(call, status, type, bytes);
}

/** A response that was received whole. `type` is its media type, in lower case. */
export function checkedResponse(
  call: CallName,
  status: number,
  type: string,
  bytes: Uint8Array,
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
    isHtml: type.includes("html"),
    maybeJson: (schema) => parse(schema)?.value ?? null,
    json(schema) {
      const parsed = parse(schema);
      if (parsed !== null) return parsed.value;
      throw failure(`sent a body of a wrong shape (${status})`);
    },
  };
}

async function readBytes(call: Call, body: Dispatcher.ResponseData["body"]): Promise<Uint8Array> {
  const limit = call.expects === "json" ? MAX_JSON_BYTES : MAX_PNG_BYTES;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > limit) {
      // Leaving the loop destroys the body and its socket.
      throw new UpstreamFailure("bad-response", call, `sent more than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
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
