import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { RESP_TYPES } from "redis";
import { listen } from "./local-server.ts";
import { redisClient } from "./redis.ts";

/** A fault in place of a response: the connection is cut, or this is sent. */
export type BridgeFault = "cut" | { status: number; contentType: string; body: string };

export type UpstashBridge = Awaited<ReturnType<typeof startUpstashBridge>>;

/**
 * The part of Upstash's HTTP API that its client uses, over a plain Redis: `/` and `/pipeline`
 * (https://upstash.com/docs/redis/features/restapi).
 */
export async function startUpstashBridge(redisUrl: string) {
  const token = "token-of-the-tests";
  const client = redisClient(redisUrl, {
    disableOfflineQueue: true,
    socket: { reconnectStrategy: 20 },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  // An unreachable Redis shows in the results.
  client.on("error", () => undefined);
  await client.connect();
  let requests = 0;
  let delayMs = 0;
  let fault: BridgeFault | undefined;

  /** Never rejects: a failed command results in its error. */
  const run = async (command: unknown, base64: boolean): Promise<CommandResult> => {
    try {
      return { result: encode(await client.sendCommand(partsOf(command)), base64) };
    } catch (error) {
      return { error: asError(error).message };
    }
  };

  const reply = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const { authorization, "upstash-encoding": encoding } = request.headers;
    if (authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: "Unauthorized" } };
    }
    const list = listIn(await text(request));
    if (list === undefined) return { status: 400, body: { error: "ERR failed to parse" } };
    const base64 = encoding === "base64";
    if (request.url === "/pipeline") {
      return { status: 200, body: await Promise.all(list.map((one) => run(one, base64))) };
    }
    const body = await run(list, base64);
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

function listIn(raw: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(raw);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function send(
  response: ServerResponse,
  { status, contentType, body }: { status: number; contentType: string; body: string },
): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}

/** Values that are not strings are sent as JSON, as by Upstash. */
function partsOf(command: unknown): string[] {
  if (!Array.isArray(command)) throw new Error("ERR a command is a list");
  return command.map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)));
}

/** Strings are encoded on demand; statuses such as OK never are. */
function encode(reply: unknown, base64: boolean): unknown {
  if (Buffer.isBuffer(reply)) return reply.toString(base64 ? "base64" : "utf8");
  return Array.isArray(reply) ? reply.map((part: unknown) => encode(part, base64)) : reply;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
