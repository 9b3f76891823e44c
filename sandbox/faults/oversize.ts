import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import type { Reply } from "../upstreams/upstream.ts";
import type { Fault } from "./fault.ts";

/**
 * Sends blanks before the answer: legal before JSON, so that only the size gives it away. Without a
 * number of bytes the answer never comes.
 */
export async function sendHuge(
  response: ServerResponse,
  reply: Reply,
  { bytes = Infinity, declared = false }: Extract<Fault, { kind: "huge" }>,
): Promise<void> {
  const body = Buffer.from(reply.body ?? "");
  const length = bytes + body.length;
  // A 204 has no body to be huge: Node would swallow one for ever.
  response.writeHead(reply.status === 204 ? 200 : reply.status, {
    ...reply.headers,
    ...(declared && Number.isFinite(length) ? { "content-length": String(length) } : {}),
  });
  // Whoever reads this is expected to hang up before the end.
  await pipeline(Readable.from(blanksThen(bytes, body)), response).catch(() => undefined);
}

/** Sends blanks before the answer, packed to about a thousandth. */
export function sendBomb(response: ServerResponse, reply: Reply, bytes = 64 * MEBIBYTE): void {
  // A gzip stream may be several files in a row, so it is enough to pack one mebibyte.
  const brick = gzipSync(Buffer.alloc(MEBIBYTE, " "));
  const bricks = Array.from({ length: Math.ceil(bytes / MEBIBYTE) }, () => brick);
  const packed = Buffer.concat([...bricks, gzipSync(reply.body ?? "")]);
  response.writeHead(reply.status, {
    ...reply.headers,
    "content-encoding": "gzip",
    "content-length": String(packed.length),
  });
  response.end(packed);
}

const MEBIBYTE = 1024 * 1024;

function* blanksThen(bytes: number, body: Buffer): Generator<Buffer> {
  const blanks = Buffer.alloc(64 * 1024, " ");
  for (let left = bytes; left > 0; left -= blanks.length) {
    yield blanks.subarray(0, Math.min(left, blanks.length));
  }
  yield body;
}
