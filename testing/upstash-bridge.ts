import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "./local-server.ts";
import { redisClient } from "./redis.ts";

/** A fault in place of a response: the connection is cut, or this is sent. */
export type BridgeFault = "cut" | { status: number; contentType: string; body: string };

/**
 * The part of Upstash's HTTP API that its client uses, over a plain Redis: `/` and `/pipeline`
 * (https://upstash.com/docs/redis/features/restapi).
 */
export async function startUpstashBridge(redisUrl: string) {
  const token = "token-of-the-tests";
  const client = redisClient(redisUrl, {
    disableOfflineQueue: true,
    socket: { reconnectStrategy: 20 },
  });
  // An unreachable Redis shows in the results.
  client.on("error", () => undefined);
  await client.connect();
  let requests = 0;
  let delayMs = 0;
  let fault: BridgeFault | undefined;

  /** Never rejects: a failed command results in its error. Values that are not strings are sent as JSON. */
  const run = async (command: unknown[]): Promise<CommandResult> => {
    const parts = command.map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
    try {
      return { result: await client.sendCommand(parts) };
    } catch (error) {
      return { error: asError(error).message };
    }
  };

  const reply = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: "Unauthorized" } };
    }
    const sent = JSON.parse(await text(request)) as unknown[];
    if (request.url === "/pipeline") {
      return { status: 200, body: await Promise.all((sent as unknown[][]).map(run)) };
    }
    const body = await run(sent);
    return { status: "error" in body ? 400 : 200, body };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (delayMs > 0) await sleep(delayMs);
    if (fault === "cut") return void response.destroy();
    if (fault !== undefined) return send(response, fault);
    const { status, body } = await reply(request);
    send(response, { status, contentType: "application/json", body: JSON.stringify(body) });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}`,
    token,
    /** How many requests it has received. */
    requests: () => requests,
    /** Delays every response. */
    delay: (milliseconds: number) => void (delayMs = milliseconds),
    /** Fails every request in this way; undefined ends the fault. */
    fail: (next: BridgeFault | undefined) => void (fault = next),
    async close() {
      server.closeAllConnections();
      server.close();
      if (client.isOpen) client.destroy();
    },
  };
}

/** The result of a command in Upstash's HTTP API. */
type CommandResult = { result: unknown } | { error: string };

function send(
  response: ServerResponse,
  { status, contentType, body }: { status: number; contentType: string; body: string },
): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
