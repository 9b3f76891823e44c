import { createClient, RESP_TYPES } from "redis";

/** What Upstash's HTTP API says about one command. */
export type CommandAnswer = { result: unknown } | { error: string };

/** Carries out commands of Upstash's HTTP API on a plain Redis. */
export interface UpstashCommands {
  /** Never rejects: a failed command answers with its error. */
  run(parts: unknown, base64: boolean): Promise<CommandAnswer>;
  /** All or none. Gives one error when the transaction as a whole was refused. */
  runTogether(list: readonly unknown[], base64: boolean): Promise<CommandAnswer[] | CommandAnswer>;
  close(): Promise<void>;
}

export async function connectUpstashCommands(redisUrl: string): Promise<UpstashCommands> {
  const client = createClient({
    url: redisUrl,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: 20 },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
  // A Redis that is away shows in the answers.
  client.on("error", () => undefined);
  await client.connect();

  return {
    async run(parts, base64) {
      try {
        return { result: encode(await client.sendCommand(commandOf(parts)), base64) };
      } catch (error) {
        return { error: messageOf(error) };
      }
    },

    async runTogether(list, base64) {
      const commands = [["MULTI"], ...list.map(commandOf), ["EXEC"]];
      const settled = await Promise.allSettled(commands.map((one) => client.sendCommand(one)));
      const refused = settled.find((one) => one.status === "rejected");
      if (refused !== undefined) return { error: messageOf(refused.reason) };
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

/** What is no string is sent as JSON, as Upstash does. */
function commandOf(parts: unknown): string[] {
  if (!Array.isArray(parts)) throw new Error("ERR a command is a list");
  return parts.map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)));
}

/** Strings are encoded on demand; statuses such as OK never are. */
function encode(reply: unknown, base64: boolean): unknown {
  if (Buffer.isBuffer(reply)) return reply.toString(base64 ? "base64" : "utf8");
  return Array.isArray(reply) ? reply.map((part: unknown) => encode(part, base64)) : reply;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
