import { STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Timers } from "../timers.ts";
import { headersOf } from "../upstreams/upstream.ts";
import type { Reply } from "../upstreams/upstream.ts";
import type { Fault } from "./fault.ts";

/** Sends the body, or headers and body, a sip at a time. */
export async function drip(
  response: ServerResponse,
  reply: Reply,
  { bytesPerSecond, from = "body" }: Extract<Fault, { kind: "drip" }>,
  timers: Timers,
): Promise<void> {
  const { socket } = response;
  const head = rawHead(reply);
  const body = Buffer.from(reply.body ?? "");
  if (from === "body") socket?.write(head);
  const slowly = from === "body" ? body : Buffer.concat([head, body]);
  // Timers tick in milliseconds, so a quick drip takes several bytes at a time.
  const sip = Math.max(1, Math.round(bytesPerSecond / 50));
  for (let at = 0; at < slowly.length; at += sip) {
    await timers.wait((1000 * sip) / bytesPerSecond);
    if (!socket || socket.destroyed) return;
    socket.write(slowly.subarray(at, at + sip));
  }
  socket?.end();
}

/** Written by hand, because node:http sends headers in one piece. */
function rawHead(reply: Reply): Buffer {
  const headers = { ...headersOf(reply), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? "Unknown"}`;
  return Buffer.from([status, ...lines, "", ""].join("\r\n"));
}
