import { STATUS_CODES, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import type { Timers } from "../calls.ts";
import { headersOf, type Reply } from "../upstreams/upstream.ts";
import type { Fault } from "./fault.ts";

/** Sends a response, or the part of it that a fault of the connection allows. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  fault: Fault | null,
  timers: Timers,
): Promise<void> {
  switch (fault?.kind) {
    case "hang":
      return;
    case "drop":
      response.destroy();
      return;
    case "drip":
      return drip(response, reply, fault, timers);
    case "truncate":
      await sendHalf(response, reply, fault.chunked ?? false);
      response.socket?.end();
      return;
    case "reset-mid-body":
      await sendHalf(response, reply, false);
      // A reset right after data looks like an orderly end to some readers, so it waits a moment.
      await timers.wait(20);
      response.socket?.resetAndDestroy();
      return;
    case "huge":
      return sendHuge(response, reply);
    case "gzip-bomb":
      return sendBomb(response, reply, fault.bytes);
    default:
      response.writeHead(reply.status, headersOf(reply));
      response.end(reply.body);
  }
}

/** Sends the body, or headers and body, a few bytes at a time. */
async function drip(
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
  const step = Math.max(1, Math.round(bytesPerSecond / 50));
  for (let at = 0; at < slowly.length; at += step) {
    await timers.wait((1000 * step) / bytesPerSecond);
    if (!socket || socket.destroyed) return;
    socket.write(slowly.subarray(at, at + step));
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

/** Sends half of the body; resolves when it is written. */
async function sendHalf(response: ServerResponse, reply: Reply, chunked: boolean): Promise<void> {
  const body = Buffer.from(reply.body ?? "");
  response.writeHead(reply.status, chunked ? { ...reply.headers } : headersOf(reply));
  await new Promise((sent) => {
    response.write(body.subarray(0, Math.floor(body.length / 2)), sent);
  });
}

/** Sends spaces, which JSON allows, in place of a body. */
async function sendHuge(response: ServerResponse, reply: Reply): Promise<void> {
  // A 204 has no body: Node would discard the spaces forever.
  response.writeHead(reply.status === 204 ? 200 : reply.status, { ...reply.headers });
  // The client is expected to close the connection.
  await pipeline(Readable.from(endlessSpaces()), response).catch(() => undefined);
}

function* endlessSpaces(): Generator<Buffer> {
  const spaces = Buffer.alloc(64 * 1024, " ");
  for (;;) yield spaces;
}

/** Sends spaces before the body, compressed to about a thousandth. */
function sendBomb(response: ServerResponse, reply: Reply, bytes = 64 * MEBIBYTE): void {
  // A gzip stream may be several members in a row, so it is enough to compress one mebibyte.
  const member = gzipSync(Buffer.alloc(MEBIBYTE, " "));
  const members = Array.from({ length: Math.ceil(bytes / MEBIBYTE) }, () => member);
  const packed = Buffer.concat([...members, gzipSync(reply.body ?? "")]);
  response.writeHead(reply.status, {
    ...reply.headers,
    "content-encoding": "gzip",
    "content-length": String(packed.length),
  });
  response.end(packed);
}

const MEBIBYTE = 1024 * 1024;
