import { createClient, RESP_TYPES } from "redis";
import { createScriptAliases } from "../cache/stores/redis/script-aliases.ts";

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
  const aliases = createScriptAliases();

  const prepare = (parts: unknown) => {
    if (!Array.isArray(parts)) throw new Error("ERR a command is a list");
    return aliases.translate(parts);
  };

  /** A script that was changed is known to its sender by the old digest. */
  const replyTo = ({ command, sha }: ReturnType<typeof prepare>, reply: unknown) =>
    sha !== undefined && /^SCRIPT$/i.test(command[0] ?? "") ? Buffer.from(sha) : reply;

  return {
    async run(parts, base64) {
      try {
        const prepared = prepare(parts);
        const reply = await client.sendCommand(prepared.command);
        return { result: encode(replyTo(prepared, reply), base64) };
      } catch (error) {
        return { error: messageOf(error) };
      }
    },

    async runTogether(list, base64) {
      const prepared = list.map(prepare);
      const commands = [["MULTI"], ...prepared.map(({ command }) => command), ["EXEC"]];
      const settled = await Promise.allSettled(commands.map((one) => client.sendCommand(one)));
      const refused = settled.find((one) => one.status === "rejected");
      if (refused !== undefined) return { error: messageOf(refused.reason) };
      const last = settled.at(-1);
      const replies: unknown = last?.status === "fulfilled" ? last.value : undefined;
      if (!Array.isArray(replies)) return { error: "ERR the transaction was discarded" };
      return replies.map((reply: unknown, index) => {
        if (reply instanceof Error) return { error: reply.message };
        const command = prepared[index];
        return { result: encode(command ? replyTo(command, reply) : reply, base64) };
      });
    },

    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Strings are encoded on demand; statuses such as OK never are. */
function encode(reply: unknown, base64: boolean): unknown {
  if (Buffer.isBuffer(reply)) return reply.toString(base64 ? "base64" : "utf8");
  return Array.isArray(reply) ? reply.map((part: unknown) => encode(part, base64)) : reply;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
