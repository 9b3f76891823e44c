import { z } from "zod";
import { nameKey, type Gamertag, type JavaName, type Xuid } from "../contract/identifiers.ts";
import { bedrockAccount, isSameGamertag, isSameName, javaAccount, spaceless } from "./accounts.ts";
import { defineProvider, type Deadline } from "./provider.ts";

const found = z.object({
  success: z.literal(true),
  code: z.literal("player.found"),
  data: z.object({ player: z.object({ id: z.string(), username: z.string() }) }),
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

/** The players of one game: where they are, what a known one is and what is said of an unknown one. */
interface Game<Account> {
  path: string;
  found: z.ZodType<Account>;
  none: z.ZodType;
}
const JAVA = {
  path: "minecraft",
  found: found
    .transform(({ data: { player } }) => ({ id: player.id, name: player.username }))
    .pipe(javaAccount),
  none: none("minecraft.invalid_username"),
};
const XBOX = {
  path: "xbox",
  found: found
    .transform(({ data: { player } }) => ({ xuid: player.id, gamertag: player.username }))
    .pipe(bedrockAccount),
  none: none("xbox.not_found"),
};

/** playerdb.co: a mirror that knows both editions, used when the first-hand sources cannot say. */
export const playerDb = defineProvider({
  name: "playerdb",
  /** 100 in 10 s. Ours: 30 for each of three operations. */
  allowance: { rate: 2, burst: 10, reserve: 1 / 2, perOperation: true },
  operations: ["java", "bedrock-gamertag", "bedrock-xuid"],
  create({ upstream, configuration: { PLAYERDB_URL: baseUrl } }) {
    if (baseUrl === null) return undefined;
    const request = <Account>(
      operation: string,
      game: Game<Account>,
      player: string,
      about: string,
      deadline: Deadline,
      isSame: (account: Account) => boolean,
    ) => {
      const encoded = encodeURIComponent(player);
      return upstream<Account>({
        operation,
        url: `${baseUrl}/api/player/${game.path}/${encoded}`,
        about,
        // PlayerDB encodes the path once more: it looks for another player when there is something to encode.
        ...(encoded === player ? { none: { 400: game.none } } : { alsoReads: [400] }),
        deadline,
        read(response) {
          if (response.status === 200) return response.json(game.found, isSame);
          throw response.maybeJson(game.none) === null
            ? response.failure(`unclear response (${response.status})`)
            : response.failure("cannot look up this spelling", "unknown-here");
        },
      });
    };

    return {
      /** The account that holds a Java name, or null; up to a week old. */
      accountByName: (name: JavaName, deadline: Deadline) =>
        request("java", JAVA, name, nameKey(name), deadline, (account) =>
          isSameName(account.name, name),
        ),

      /** The account of a gamertag, or null. */
      accountByGamertag: (gamertag: Gamertag, deadline: Deadline) =>
        request("bedrock-gamertag", XBOX, gamertag, spaceless(gamertag), deadline, (account) =>
          isSameGamertag(account.gamertag, gamertag),
        ),

      /** The account of an XUID, or null. */
      accountByXuid: (xuid: Xuid, deadline: Deadline) =>
        request("bedrock-xuid", XBOX, xuid, xuid, deadline, (account) => account.xuid === xuid),
    };
  },
});
