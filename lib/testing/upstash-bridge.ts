import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, RESP_TYPES } from "redis";
import { listen } from "./local-server.ts";

/** A fault in place of a response: the connection is cut, or this is sent. */
export type BridgeFault = "cut" | { status: number; contentType: string; body: string };

export type UpstashBridge = Awaited<ReturnType<typeof startUpstashBridge>>;

/**
 * Upstash's HTTP API over a plain Redis, for tests: `/`, `/pipeline`, `/multi-exec` and commands as
 * paths (https://upstash.com/docs/redis/features/restapi).
 */
export async function startUpstashBridge(redisUrl: string) {
  const token = "token-of-the-tests";
  const commands = await connectUpstashCommands(redisUrl);
  let requests = 0;
  let delayMs = 0;
  let fault: BridgeFault | undefined;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (delayMs > 0) await sleep(delayMs);
    if (fault === "cut") return void response.destroy();
    if (fault !== undefined) return send(response, fault);
    const { status, body } = await reply(request, commands, token);
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
      await commands.close();
    },
  };
}

async function reply(
  request: IncomingMessage,
  commands: UpstashCommands,
  token: string,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? "/", "http://bridge");
  const given = request.headers.authorization ?? `Bearer ${url.searchParams.get("_token")}`;
  if (given !== `Bearer ${token}`) return { status: 401, body: { error: "Unauthorized" } };
  const base64 = request.headers["upstash-encoding"] === "base64";
  try {
    const raw = await text(request);
    const path = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (path[0] === "pipeline") {
      const all = listIn(raw).map((one) => commands.run(one, base64));
      return { status: 200, body: await Promise.all(all) };
    }
    if (path[0] === "multi-exec") {
      const body = await commands.runTogether(listIn(raw), base64);
      return { status: Array.isArray(body) ? 200 : 400, body };
    }
    const rest = raw === "" ? [] : [raw];
    const body = await commands.run(path.length > 0 ? [...path, ...rest] : listIn(raw), base64);
    return { status: "error" in body ? 400 : 200, body };
  } catch (error) {
    return { status: 400, body: { error: `ERR failed to parse: ${asError(error).message}` } };
  }
}

function listIn(raw: string): unknown[] {
  const list: unknown = JSON.parse(raw);
  if (!Array.isArray(list)) throw new Error("expected a list");
  return list;
}

function send(
  response: ServerResponse,
  { status, contentType, body }: { status: number; contentType: string; body: string },
): void {
  response.writeHead(status, { "content-type": contentType }).end(body);
}

/** The result of a command in Upstash's HTTP API. */
type CommandResult = { result: unknown } | { error: string };

type UpstashCommands = Awaited<ReturnType<typeof connectUpstashCommands>>;

/** Runs commands of Upstash's HTTP API on a plain Redis. */
async function connectUpstashCommands(redisUrl: string) {
  const client = createClient({
    url: redisUrl,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: 20 },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  // An unreachable Redis shows in the results.
  client.on("error", () => undefined);
  await client.connect();

  return {
    /** Never rejects: a failed command results in its error. */
    async run(parts: unknown, base64: boolean): Promise<CommandResult> {
      try {
        return { result: encode(await client.sendCommand(commandOf(parts)), base64) };
      } catch (error) {
        return { error: asError(error).message };
      }
    },

    /** Runs all or none. Returns one error when the whole transaction was rejected. */
    async runTogether(
      list: readonly unknown[],
      base64: boolean,
    ): Promise<CommandResult[] | CommandResult> {
      const commands = [["MULTI"], ...list.map(commandOf), ["EXEC"]];
      const settled = await Promise.allSettled(commands.map((one) => client.sendCommand(one)));
      const refused = settled.find((one) => one.status === "rejected");
      if (refused !== undefined) return { error: asError(refused.reason).message };
      const last = settled.at(-1);
      const replies: unknown = last?.status === "fulfilled" ? last.value : undefined;
      if (!Array.isArray(replies)) return { error: "ERR the transaction was discarded" };
      return replies.map((reply: unknown) =>
        reply instanceof Error ? { error: reply.message } : { result: encode(reply, base64) },
      );
    },

    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Values that are not strings are sent as JSON, as by Upstash. */
function commandOf(parts: unknown): string[] {
  if (!Array.isArray(parts)) throw new Error("ERR a command is a list");
  return parts.map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)));
}

/** Strings are encoded on demand; statuses such as OK never are. */
function encode(reply: unknown, base64: boolean): unknown {
  if (Buffer.isBuffer(reply)) return reply.toString(base64 ? "base64" : "utf8");
  return Array.isArray(reply) ? reply.map((part: unknown) => encode(part, base64)) : reply;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
