import { z } from "zod";
import type { Gamertag, JavaName, Xuid } from "../contract/identifiers.ts";
import { checkGamertag, checkXuid, toBedrockAccount } from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { checkName, toAccount, type JavaAccount } from "./mojang-names.ts";
import type { Upstream } from "./upstream/request.ts";

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

/** playerdb.co: a mirror that knows both editions; asked when the first-hand sources cannot say. */
export function createPlayerDb(upstream: Upstream, baseUrl: string) {
  const provider = "playerdb";

  const ask = <Value>(
    operation: string,
    path: string,
    deadline: Deadline,
    read: (player: { id: string; username: string }) => Value,
  ) => {
    const call = { provider, operation };
    return upstream<Value>({
      ...call,
      url: `${baseUrl}/api/player/${path}`,
      expects: "json",
      alsoReads: [400],
      deadline,
      read: (answer) => {
        if (answer.status === 200) return read(answer.json(found).data.player);
        answer.json(operation === "java" ? NO_JAVA : NO_XBOX);
        return null;
      },
    });
  };

  const bedrock = (operation: string, query: string, deadline: Deadline) =>
    ask(operation, `xbox/${encodeURIComponent(query)}`, deadline, ({ id, username }) =>
      toBedrockAccount({ provider, operation }, id, username),
    );

  return {
    /** The account that holds a Java name, or null; up to a week old. */
    accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null> {
      const call = { provider, operation: "java" };
      const path = `minecraft/${encodeURIComponent(name)}`;
      return ask("java", path, deadline, ({ id, username }) =>
        checkName(call, name, toAccount(call, { id, name: username })),
      );
    },

    /** The account of a gamertag, or null. */
    async accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const account = await bedrock("bedrock-gamertag", gamertag, deadline);
      return checkGamertag({ provider, operation: "bedrock-gamertag" }, gamertag, account);
    },

    /** The account of an XUID, or null. */
    async accountByXuid(xuid: Xuid, deadline: Deadline) {
      const account = await bedrock("bedrock-xuid", xuid, deadline);
      return checkXuid({ provider, operation: "bedrock-xuid" }, xuid, account);
    },
  };
}
