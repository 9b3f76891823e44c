import { z } from "zod";
import type { Gamertag, JavaName, Xuid } from "../contract/identifiers.ts";
import {
  checkGamertag,
  checkXuid,
  toBedrockAccount,
  type BedrockAccount,
} from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { checkName, toAccount, type JavaAccount } from "./mojang-names.ts";
import type { Upstream } from "./upstream/request.ts";
import type { UpstreamResponse } from "./upstream/response.ts";

const found = z.object({
  success: z.literal(true),
  code: z.literal("player.found"),
  data: z.object({ player: z.looseObject({ id: z.string(), username: z.string() }) }),
});

/** "There is none", with status 400; `error` is true when PlayerDB could not say. */
const none = (code: "minecraft.invalid_username" | "xbox.not_found") =>
  z.strictObject({
    success: z.literal(false),
    error: z.literal(false),
    code: z.literal(code),
    message: z.string().optional(),
    data: z.strictObject({}).optional(),
  });
const NO_JAVA = none("minecraft.invalid_username");
const NO_XBOX = none("xbox.not_found");

export type PlayerDb = ReturnType<typeof createPlayerDb>;

export const playerDb: ProviderDefinition<PlayerDb | undefined> = {
  name: "playerdb",
  /** 100 in 10 s. Ours: 30 for each of three operations. */
  allowance: { rate: 2, burst: 10, perOperation: true },
  create: ({ upstream, configuration: { PLAYERDB_URL: baseUrl } }) =>
    baseUrl === null ? undefined : createPlayerDb(upstream, baseUrl),
};

/** playerdb.co: a mirror that knows both editions, used when the first-hand sources cannot say. */
export function createPlayerDb(upstream: Upstream, baseUrl: string) {
  const request = <Value>(
    operation: string,
    path: string,
    deadline: Deadline,
    read: (player: { id: string; username: string }, response: UpstreamResponse) => Value,
  ) =>
    upstream<Value>({
      provider: "playerdb",
      operation,
      url: `${baseUrl}/api/player/${path}`,
      expects: "json",
      alsoReads: [400],
      deadline,
      read: (response) => {
        if (response.status === 200) return read(response.json(found).data.player, response);
        response.json(operation === "java" ? NO_JAVA : NO_XBOX);
        return null;
      },
    });

  return {
    /** The account that holds a Java name, or null; up to a week old. */
    accountByName: (name: JavaName, deadline: Deadline): Promise<JavaAccount | null> =>
      request(
        "java",
        `minecraft/${encodeURIComponent(name)}`,
        deadline,
        ({ id, username }, response) =>
          checkName(response, name, toAccount(response, { id, name: username })),
      ),

    /** The account of a gamertag, or null. */
    accountByGamertag: (gamertag: Gamertag, deadline: Deadline): Promise<BedrockAccount | null> =>
      request(
        "bedrock-gamertag",
        `xbox/${encodeURIComponent(gamertag)}`,
        deadline,
        ({ id, username }, response) =>
          checkGamertag(response, gamertag, toBedrockAccount(response, id, username)),
      ),

    /** The account of an XUID, or null. */
    accountByXuid: (xuid: Xuid, deadline: Deadline): Promise<BedrockAccount | null> =>
      request("bedrock-xuid", `xbox/${xuid}`, deadline, ({ id, username }, response) =>
        checkXuid(response, xuid, toBedrockAccount(response, id, username)),
      ),
  };
}
