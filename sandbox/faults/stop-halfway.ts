import type { ServerResponse } from "node:http";
import type { Timers } from "../timers.ts";
import { headersOf } from "../upstreams/upstream.ts";
import type { Reply } from "../upstreams/upstream.ts";

/** Sends half of the body, then closes the connection in order. */
export async function truncate(
  response: ServerResponse,
  reply: Reply,
  { chunked }: { chunked: boolean },
): Promise<void> {
  await sendHalf(response, reply, chunked);
  response.socket?.end();
}

/** Sends half of the body, then tears the connection down. */
export async function resetMidBody(
  response: ServerResponse,
  reply: Reply,
  timers: Timers,
): Promise<void> {
  await sendHalf(response, reply, false);
  // A reset on the heels of data looks like an orderly end to some readers; let them read first.
  await timers.wait(20);
  response.socket?.resetAndDestroy();
}

async function sendHalf(response: ServerResponse, reply: Reply, chunked: boolean): Promise<void> {
  const body = Buffer.from(reply.body ?? "");
  response.writeHead(reply.status, chunked ? { ...reply.headers } : headersOf(reply));
  await new Promise((sent) => {
    response.write(body.subarray(0, Math.floor(body.length / 2)), sent);
  });
}
