import type { Reply } from "./upstreams/upstream.ts";

/** The headers of an answer sent whole. */
export function headersOf(reply: Reply): Record<string, string> {
  if (reply.status === 204) return { ...reply.headers };
  return { ...reply.headers, "content-length": String(Buffer.from(reply.body ?? "").length) };
}
