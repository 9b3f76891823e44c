import { z } from "zod";
import {
  gamertagKey,
  isXuid,
  parseGamertag,
  type Gamertag,
  type Xuid,
} from "../contract/identifiers.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";

/** A Bedrock account: its XUID and the gamertag it has now. */
export interface BedrockAccount {
  xuid: Xuid;
  gamertag: Gamertag;
}

/** Reads what an upstream calls an id and a name. */
export function toBedrockAccount(call: CallName, id: string, name: string): BedrockAccount {
  const gamertag = parseGamertag(name);
  if (isXuid(id) && gamertag !== null) return { xuid: id, gamertag };
  throw new UpstreamFailure("bad-response", call, "sent no XUID or no gamertag");
}

/** Refuses an account that is not the one asked for. */
export function checkGamertag(call: CallName, asked: Gamertag, account: BedrockAccount) {
  if (sameGamertag(account.gamertag, asked)) return account;
  throw new UpstreamFailure("mismatch", call, "its response is about another gamertag");
}

/** Refuses an account that is not the one asked for. */
export function checkXuid(call: CallName, asked: Xuid, account: BedrockAccount) {
  if (account.xuid === asked) return account;
  throw new UpstreamFailure("mismatch", call, "its response is about another XUID");
}

/** Xbox holds gamertags unique without their spaces, so a response may space them otherwise. */
export function sameGamertag(a: Gamertag, b: Gamertag): boolean {
  return gamertagKey(a).replaceAll(" ", "") === gamertagKey(b).replaceAll(" ", "");
}

/** The body of an Xbox Live profile response. */
export const profileUsers = z.object({
  profileUsers: z
    .array(
      z.looseObject({
        id: z.string(),
        settings: z.array(z.object({ id: z.string(), value: z.unknown() })),
      }),
    )
    .min(1),
});

/** The body that says that there is no such user, with one of these codes. */
export function unknownUser(codes: readonly [number, ...number[]]) {
  return z.strictObject({
    code: z.literal(codes),
    source: z.literal("Profile"),
    description: z.string(),
    traceInformation: z.string().nullable(),
  });
}

/** Every account in an Xbox Live profile response. */
export function accountsOf(call: CallName, body: z.infer<typeof profileUsers>): BedrockAccount[] {
  return body.profileUsers.map(({ id, settings }) => {
    const gamertag = settings.find((setting) => setting.id === "Gamertag")?.value;
    if (typeof gamertag === "string") return toBedrockAccount(call, id, gamertag);
    throw new UpstreamFailure("bad-response", call, "sent no gamertag");
  });
}
