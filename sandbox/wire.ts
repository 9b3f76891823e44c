import type { ServerResponse } from "node:http";
import { drip } from "./faults/drip.ts";
import type { Fault } from "./faults/fault.ts";
import { sendBomb, sendHuge } from "./faults/oversize.ts";
import { resetMidBody, truncate } from "./faults/stop-halfway.ts";
import type { Timers } from "./timers.ts";
import { headersOf } from "./upstreams/upstream.ts";
import type { Reply } from "./upstreams/upstream.ts";

/** Sends an answer, or as much of it as the fault of the connection lets through. */
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
      return truncate(response, reply, { chunked: fault.chunked ?? false });
    case "reset-mid-body":
      return resetMidBody(response, reply, timers);
    case "huge":
      return sendHuge(response, reply, fault);
    case "gzip-bomb":
      return sendBomb(response, reply, fault.bytes);
    default:
      response.writeHead(reply.status, headersOf(reply));
      response.end(reply.body);
  }
}
