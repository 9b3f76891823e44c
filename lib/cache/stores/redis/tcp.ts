import { Redis, type UpstashRequest, type UpstashResponse } from "@upstash/redis";
import { createScriptAliases } from "./script-aliases.ts";
import { openTcpConnection } from "./tcp-connection.ts";

/** The part of the official client that carries commands, over TCP instead of HTTP. */
export interface TcpRequester {
  request<Result>(request: UpstashRequest): Promise<UpstashResponse<Result>>;
  close(): void;
}

/** A requester for any Redis or Valkey, at `redis://` or `rediss://`. */
export function createTcpRequester(url: string, limitMs: number): TcpRequester {
  const connection = openTcpConnection(url);
  const aliases = createScriptAliases();

  const send = async (parts: readonly unknown[]): Promise<unknown> => {
    const { command, sha } = aliases.translate(parts);
    const result = await connection.send(command, limitMs);
    return sha !== undefined && /^SCRIPT$/i.test(command[0] ?? "") ? sha : result;
  };

  const sendOneOfMany = (parts: unknown) =>
    send(partsOf(parts)).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );

  return {
    async request<Result>({ path = [], body }: UpstashRequest) {
      const [route] = path;
      if (route !== undefined && route !== "pipeline") {
        throw new Error(`There is no ${route} over TCP`);
      }
      const response =
        route === "pipeline"
          ? await Promise.all(partsOf(body).map(sendOneOfMany))
          : { result: await send(partsOf(body)) };
      // The client knows what its command gives; a pipeline's responses come as a list.
      return response as UpstashResponse<Result>;
    },
    close: () => connection.close(),
  };
}

/** The official client over a requester of our own; its constructor takes no options beside one. */
export class RedisOverRequester extends Redis {
  constructor(requester: TcpRequester) {
    super(requester);
    this.opts = { automaticDeserialization: false };
  }
}

function partsOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new Error("A command is a list");
  return body;
}
