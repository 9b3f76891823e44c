import { z } from "zod";
import type { Gamertag, JavaName, Xuid } from "../contract/identifiers.ts";
import { checkGamertag, checkXuid, toBedrockAccount } from "./bedrock-account.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import { checkName, toAccount, type JavaAccount } from "./mojang-names.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";
import type { Upstream } from "./upstream.ts";

const found = z.object({
  success: z.literal(true),
  data: z.object({ player: z.looseObject({ id: z.string(), username: z.string() }) }),
});
const failed = z.object({ success: z.literal(false), code: z.string() });

export type PlayerDb = ReturnType<typeof createPlayerDb>;

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
        const player = playerOf(call, answer);
        return player === null ? null : read(player);
      },
    });
  };

  const bedrock = (operation: string, query: string, deadline: Deadline) =>
    ask(operation, `xbox/${encodeURIComponent(query)}`, deadline, ({ id, username }) =>
      toBedrockAccount({ provider, operation }, id, username),
    );

  return {
    /** The account that holds a Java name, or null; up to a week old. */
    javaByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null> {
      const call = { provider, operation: "java" };
      const path = `minecraft/${encodeURIComponent(name)}`;
      return ask("java", path, deadline, ({ id, username }) =>
        checkName(call, name, toAccount(call, { id, name: username })),
      );
    },

    /** The account of a gamertag, or null. */
    async bedrockByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const account = await bedrock("bedrock-gamertag", gamertag, deadline);
      return checkGamertag({ provider, operation: "bedrock-gamertag" }, gamertag, account);
    },

    /** The account of an XUID, or null. */
    async bedrockByXuid(xuid: Xuid, deadline: Deadline) {
      const account = await bedrock("bedrock-xuid", xuid, deadline);
      return checkXuid({ provider, operation: "bedrock-xuid" }, xuid, account);
    },
  };
}

/** PlayerDB says "not found" with status 400 and a code of its own. */
function playerOf(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  if (answer.status === 200) return answer.json(found).data.player;
  const { code } = answer.json(failed);
  if (/^(xbox\.not_found|minecraft\.invalid_username)$/.test(code)) return null;
  throw new UpstreamFailure("bad-response", call, "refused the question (400)");
}
